import { CHANNELS, REGISTER_FILES, type Channel } from '../../src-shared/ipc/channels.ts'
import {
  contract,
  type ChannelOutput,
  type ChannelParsedInput,
  type CheckedChannel,
} from '../../src-shared/ipc/contract.ts'
import { appError, fail, type AppError, type Result } from '../../src-shared/errors.ts'
import { msg } from '../../src-shared/messages/msg.ts'
import { PLAINLY } from '../../src-shared/keep-valid.ts'
import type { ExpectedEnvironment } from '../core/environments/environment-deps.ts'
import type { EnvironmentContext } from '../core/environment-context.ts'
import { noteFault } from '../core/log-lines.ts'
import type { Log } from '../core/ports/system.ts'

/**
 * The handlers of all channels (calls from the page to main). The type requires one for every channel. Handlers receive parsed input. For a
 * `CheckedChannel`, the router first checks that the window shows the open environment. It passes this environment to the handler, so that
 * the handler cannot use another one.
 */
export type Handlers = {
  [C in Channel]: C extends CheckedChannel
    ? (input: ChannelParsedInput<C>, opened: ExpectedEnvironment) => Promise<Result<ChannelOutput<C>>>
    : (input: ChannelParsedInput<C>) => Promise<Result<ChannelOutput<C>>>
}

/** Runs a function with the open environment. Fails if the environment cannot be opened. */
export type WithEnvironment = <T>(
  work: (context: EnvironmentContext) => Promise<Result<T>>,
) => Promise<Result<T>>

/** The part of Electron's `ipcMain` that the router needs. */
export interface IpcRegistrar<Sender> {
  handle(
    channel: string,
    listener: (sender: Sender, input: unknown, shown: unknown) => Promise<unknown>,
  ): void
}

/** True for a call from the app's own page in its main frame. All other callers are rejected. */
export type IsTrustedSender<Sender> = (sender: Sender) => boolean

/**
 * Registers a handler for every channel of the contract. For each call, checks the sender, and parses the input once. If the contract
 * requires it, also checks that the window shows the open environment. Converts an exception into an error with a code. Drops the
 * exception's message, which may contain the broker's input.
 *
 * `refusal` returns the error of a locked app, or null. While the app is locked, only the channels with `whileLocked` in the contract
 * answer. A call that started before the lock gets no answer either.
 */
export function registerHandlers<Sender>(
  ipc: IpcRegistrar<Sender>,
  isTrusted: IsTrustedSender<Sender>,
  handlers: Handlers,
  openExpected: (shown: unknown) => Promise<Result<ExpectedEnvironment>>,
  registerFiles: (paths: string[]) => Result<{ file_id: string; name: string }[]>,
  refusal: () => Promise<AppError | null>,
  log: Log,
): void {
  const unlessLocked = async (work: () => Promise<Result<unknown>>): Promise<Result<unknown>> => {
    const before = await refusal()
    if (before !== null) return fail(before)
    const answer = await work()
    const after = await refusal()
    return after === null ? answer : fail(after)
  }
  for (const channel of CHANNELS) {
    const handler = handlers[channel] as (
      input: unknown,
      opened?: ExpectedEnvironment,
    ) => Promise<Result<unknown>>
    const { input: schema, ...rules } = contract[channel]
    ipc.handle(channel, (sender, input, shown) =>
      guarded(channel, isTrusted(sender), log, () => {
        const work = async () => {
          const parsed = schema.safeParse(input, PLAINLY)
          if (!parsed.success) return invalidInput()
          if (!('checksEnvironment' in rules)) return handler(parsed.data)
          const opened = await openExpected(shown)
          return opened.ok ? handler(parsed.data, opened.value) : opened
        }
        return 'whileLocked' in rules ? work() : unlessLocked(work)
      }),
    )
  }
  ipc.handle(REGISTER_FILES, (sender, paths) =>
    guarded(REGISTER_FILES, isTrusted(sender), log, () =>
      unlessLocked(async () => {
        const areStrings =
          Array.isArray(paths) && paths.length <= 100 && paths.every((path) => typeof path === 'string')
        return areStrings ? registerFiles(paths) : invalidInput()
      }),
    ),
  )
}

async function guarded(
  channel: string,
  trusted: boolean,
  log: Log,
  work: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  if (!trusted) {
    log.warn('call from a foreign page refused', { channel })
    return fail(appError('FORBIDDEN_SENDER', msg.errors.notAllowedHere, msg.errors.restart))
  }
  try {
    return await work()
  } catch (thrown) {
    noteFault(log, 'handler failed', thrown, { channel })
    return fail(appError('INTERNAL', msg.errors.wentWrong, msg.errors.savedIsSafe))
  }
}

function invalidInput(): Result<never> {
  return fail(appError('INVALID_INPUT', msg.errors.notUnderstood, msg.errors.againOrRestart))
}
