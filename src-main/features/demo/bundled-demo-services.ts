import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { DemoConnection, DemoServices } from '../../platform/base/system.ts'
import type { HostProcess, StartHost } from '../../platform/vault/host-process.ts'

const READY_WITHIN_MS = 30_000

const answerSchema = z.union([
  z.object({
    services: z.object({
      base_url: z.string(),
      client_id: z.string(),
      client_secret: z.string(),
      relay_url: z.string(),
      pairing_code: z.string(),
    }),
  }),
  z.object({ failed: z.string() }),
])

/**
 * Runs the bundled sandbox (a simulated partner) and relay in a separate process. This process uses the same runtime as the vault's
 * process.
 */
export class BundledDemoServices implements DemoServices {
  readonly available: boolean
  readonly #startHost: StartHost<unknown>
  #host: HostProcess<unknown> | null = null

  constructor(file: string, startHost: StartHost<unknown>) {
    this.available = existsSync(file)
    this.#startHost = startHost
  }

  start(data: string): Promise<Result<DemoConnection>> {
    this.stop()
    const host = this.#startHost()
    this.#host = host
    return new Promise((resolve) => {
      const settle = (result: Result<DemoConnection>) => {
        clearTimeout(timer)
        if (!result.ok) this.stop()
        resolve(result)
      }
      const timer = setTimeout(() => settle(fail(notStarted(msg.errors.sandboxSilent))), READY_WITHIN_MS)
      host.onExit(() => settle(fail(notStarted(msg.errors.sandboxEnded))))
      host.onMessage((message) => {
        const answer = answerSchema.safeParse(message)
        if (!answer.success) return
        settle('services' in answer.data ? ok(answer.data.services) : fail(notStarted(answer.data.failed)))
      })
      host.post({ data })
    })
  }

  stop(): void {
    this.#host?.kill()
    this.#host = null
  }
}

function notStarted(why: Message) {
  return appError('DEMO_NOT_STARTED', msg.errors.sandboxNotStarted(why), msg.errors.againOrCredentials, {
    retryable: true,
  })
}
