import { Broken, Failure } from '../base/failure.ts'
import { appError, fail, type AppError, type Result, ok } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { PLAINLY } from '../../../src-shared/platform/base/keep-valid.ts'
import { noteFault } from '../base/log-lines.ts'
import type { Environments } from '../environment/platform.ts'
import type { FileRegistry } from './file-registry.ts'
import type { Handlers } from './room.ts'
import type { Log } from '../base/system.ts'
import type { Contract } from '../../../src-shared/platform/ipc/parts.ts'

/** True for a call from the app's own page in its main frame. All other callers are rejected. */
export type IsTrustedSender<Sender> = (sender: Sender) => boolean

/** The calls of pages to main. `sender` identifies the calling page. All other values come from the page and may be anything. */
export interface Router<Sender> {
  /** Rejects if the contract has no such channel. Converts every other failure into an error with a code. */
  call(sender: Sender, channel: unknown, input: unknown, shown: unknown): Promise<Result<unknown>>
  registerFiles(sender: Sender, paths: unknown): Promise<Result<unknown>>
}

interface RouterParts<Sender> {
  contract: Contract
  isTrusted: IsTrustedSender<Sender>
  /** The handlers of the rooms that exist once in the app. The open environment has the handlers of all other channels. */
  app: Handlers
  environments: Pick<Environments<{ handlers: Handlers }>, 'open' | 'openExpected'>
  registry: Pick<FileRegistry, 'register'>
  /** `refusal` returns the error of a locked app, or null. */
  lock: { refusal(): Promise<AppError | null> }
  log: Log
}

/**
 * Creates the router of all calls. For each call, it checks the sender, then that the contract has the channel, and parses the input once.
 * It opens the environment for a channel of the environment, and if the contract requires it, checks that the window shows this
 * environment. No handler can therefore reach another environment than the one that the router checked. Returns the error of a `Failure`.
 * Converts any other exception into an error with a code. Drops the exception's message, which may contain the broker's input.
 *
 * While the app is locked, only the channels with `whileLocked` in the contract answer. A call that started before the lock gets no answer
 * either.
 */
export function createRouter<Sender>({
  contract,
  isTrusted,
  app,
  environments,
  registry,
  lock,
  log,
}: RouterParts<Sender>): Router<Sender> {
  const unlessLocked = async (work: () => Promise<Result<unknown>>): Promise<Result<unknown>> => {
    const before = await lock.refusal()
    if (before !== null) return fail(before)
    const answer = await work()
    const after = await lock.refusal()
    return after === null ? answer : fail(after)
  }
  async function run(channel: string, input: unknown, shown: unknown): Promise<Result<unknown>> {
    const { input: schema, checksEnvironment } = contract[channel] as Contract[string]
    const parsed = schema.safeParse(input, PLAINLY)
    if (!parsed.success) return invalidInput()
    const ofApp = app[channel]
    if (ofApp !== undefined && checksEnvironment !== true)
      return ok(await ofApp(parsed.data as never, undefined as never))
    const opened = await (checksEnvironment === true ? environments.openExpected(shown) : environments.open())
    if (!opened.ok) return opened
    const handler = ofApp ?? opened.value.handlers[channel]
    if (handler === undefined) throw new Error('no handler')
    return ok(await handler(parsed.data as never, opened.value as never))
  }
  return {
    call: (sender, channel, input, shown) => {
      const known = typeof channel === 'string' && Object.hasOwn(contract, channel) ? channel : null
      return guarded(known, isTrusted(sender), log, () => {
        if (known === null) throw new NoSuchChannel()
        const work = () => run(known, input, shown)
        return contract[known]?.whileLocked === true ? work() : unlessLocked(work)
      })
    },
    registerFiles: (sender, paths) =>
      guarded('files.register', isTrusted(sender), log, () =>
        unlessLocked(async () => {
          const areStrings =
            Array.isArray(paths) && paths.length <= 100 && paths.every((path) => typeof path === 'string')
          return areStrings ? ok(registry.register(paths)) : invalidInput()
        }),
      ),
  }
}

class NoSuchChannel extends Error {
  override readonly message = 'no such channel'
}

async function guarded(
  channel: string | null,
  trusted: boolean,
  log: Log,
  work: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  if (!trusted) {
    log.warn('call from a foreign page refused', channel === null ? {} : { channel })
    return fail(appError('FORBIDDEN_SENDER', msg.errors.notAllowedHere, msg.errors.restart))
  }
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof NoSuchChannel) throw thrown
    // The broker sees any other failure, and can act on it.
    if (thrown instanceof Failure && !(thrown instanceof Broken)) return fail(thrown.error)
    noteFault(log, 'handler failed', thrown, channel === null ? {} : { channel })
    return fail(
      thrown instanceof Broken
        ? thrown.error
        : appError('INTERNAL', msg.errors.wentWrong, msg.errors.savedIsSafe),
    )
  }
}

function invalidInput(): Result<never> {
  return fail(appError('INVALID_INPUT', msg.errors.notUnderstood, msg.errors.againOrRestart))
}
