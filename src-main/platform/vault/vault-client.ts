import { must } from '../base/failure.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { appError, fail, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Served } from './rows.ts'
import type { Vault } from './vault.ts'
import type { HostProcess, StartHost } from './host-process.ts'
import type { InspectionFunctions } from './vault-inspection.ts'
import type { OpenCall, VaultCall, VaultReply } from './vault-protocol.ts'

const ANSWER_TIMEOUT_MS = 30_000
/** Calls that read or write the whole database: a migration, a copy, a check. */
const LONG_CALLS: ReadonlySet<string> = new Set(['open', 'copyInto', 'check'])
const LONG_ANSWER_TIMEOUT_MS = 15 * 60_000
/** Maximum number of process starts within a minute. If the process ended that often, it is not started again before the minute is over. */
const STARTS_A_MINUTE = 5

export interface VaultClient extends Vault, Served<InspectionFunctions> {
  /**
   * Opens the database, or creates it. Fails with `VAULT_KEY_WRONG`, `VAULT_DAMAGED`, `VAULT_SHORTENED`, `VAULT_NEWER_VERSION`, or
   * `VAULT_BUSY`.
   */
  open(): Promise<void>
}

/**
 * Creates the vault's client in main, which sends each call to the vault's process. A failed call throws: `Broken` if the vault failed,
 * otherwise `Failure`. If the process ends, pending calls fail with `VAULT_UNAVAILABLE`, and the next call restarts the process. A pending commit is then stored either completely or not at all. With
 * `look`, the database is opened only for reading: it must exist and is not migrated. With `accept`, a database that lost commits opens
 * with the remaining commits.
 */
export function createVaultClient(
  startHost: StartHost,
  file: string,
  key: string,
  { look = false, accept = false } = {},
): VaultClient {
  const link = new VaultLink(startHost, { file, key, look, accept })
  const known: Record<string, unknown> = {
    __proto__: null,
    open: () => must(link.open()),
    close: () => link.close(),
  }
  return new Proxy(known, {
    // A test can replace a method, because the client claims to have every method. With a `then`, it would be taken for a promise.
    has: (_, name) => typeof name === 'string' && name !== 'then',
    get: (_, name) =>
      typeof name === 'symbol' || name === 'then'
        ? undefined
        : (known[name] ??= (...args: unknown[]) => must(link.call({ method: name, args }))),
  }) as unknown as VaultClient
}

class VaultLink {
  readonly #startHost: StartHost
  readonly #database: OpenCall
  readonly #pending = new Map<number, (result: Result<never>) => void>()
  #host: HostProcess | null = null
  #closed = false
  #opening: Promise<Result<void>> | null = null
  /** True if the process has the database open. The process may already run without an open database. */
  #isOpen = false
  #starts: number[] = []
  #nextId = 1

  constructor(startHost: StartHost, database: OpenCall) {
    this.#startHost = startHost
    this.#database = database
  }

  async open(): Promise<Result<void>> {
    this.#begin()
    const opening = this.#request({ method: 'open', args: [this.#database] })
    this.#opening = opening
    const opened = await opening
    this.#opening = null
    this.#isOpen = opened.ok
    return opened
  }

  /** Closes the vault permanently. Calls after that do not restart the process, because no code would end the new process. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#host === null) return
    const host = this.#host
    await this.#request({ method: 'close', args: [] })
    this.#host = null
    host.kill()
  }

  async call(call: VaultCall): Promise<Result<unknown>> {
    if (this.#closed) return fail(gone(msg.errorsVault.closed))
    if (this.#host === null && this.#startsTooOften()) return fail(gone(msg.errorsVault.keepsStopping))
    // If an earlier attempt to open the database failed (disk full, file in use), this call tries again.
    if (this.#host === null || (!this.#isOpen && this.#opening === null)) {
      const opened = await this.open()
      if (!opened.ok) return opened
    }
    const opening = this.#opening
    const answer = await this.#request(call)
    if (answer.ok || opening === null) return answer
    // If opening fails, all waiting calls return the reason of this failure instead of "not open".
    const opened = await opening
    return opened.ok ? answer : opened
  }

  #startsTooOften(): boolean {
    const now = Date.now()
    this.#starts = this.#starts.filter((at) => now - at < 60_000)
    return this.#starts.length >= STARTS_A_MINUTE
  }

  #begin(): void {
    if (this.#host !== null) return
    const host = this.#startHost()
    this.#starts.push(Date.now())
    this.#host = host
    host.onMessage(({ id, answer }: VaultReply) => this.#settle(id, answer as Result<never>))
    host.onExit(() => {
      if (this.#host !== host) return
      this.#host = null
      this.#isOpen = false
      for (const id of this.#pending.keys()) this.#settle(id, fail(gone(msg.errorsVault.ended)))
    })
  }

  #request(call: VaultCall): Promise<Result<never>> {
    const host = this.#host
    if (host === null) return Promise.resolve(fail(gone(msg.errorsVault.ended)))
    const id = this.#nextId++
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      const limit = () => {
        if (!this.#pending.has(id)) return
        timer = setTimeout(
          () => {
            this.#settle(id, fail(gone(msg.errorsVault.noAnswer)))
            // The process did not respond in time, so end it. The next call starts a new process.
            host.kill()
          },
          LONG_CALLS.has(call.method) ? LONG_ANSWER_TIMEOUT_MS : ANSWER_TIMEOUT_MS,
        )
      }
      this.#pending.set(id, (result) => {
        clearTimeout(timer)
        resolve(result)
      })
      // Opening the database may take long. If a call arrives during the opening, its time limit therefore starts only after the opening.
      if (this.#opening === null) limit()
      else this.#opening.then(limit, limit)
      host.post({ id, call })
    })
  }

  #settle(id: number, result: Result<never>): void {
    this.#pending.get(id)?.(result)
    this.#pending.delete(id)
  }
}

function gone(why: Message) {
  return appError('VAULT_UNAVAILABLE', msg.errorsVault.unreachable(why), msg.errorsVault.safeAgainOrRestart, {
    retryable: true,
  })
}
