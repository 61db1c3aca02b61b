import type { Channel, EventName } from '../../src-shared/ipc/channels.ts'
import type { ChannelInput, ChannelOutput, EventPayload } from '../../src-shared/ipc/contract.ts'
import type { EnvironmentName } from '../../src-shared/domain/vocabulary.ts'
import type { Result } from '../../src-shared/errors.ts'

let shownEnvironment: () => EnvironmentName | null = () => null

/**
 * Sets the function that returns the environment in this window's badge. Every call tells main that environment. While another environment
 * is open, main refuses to send anything for this window.
 */
export function showsEnvironment(read: () => EnvironmentName | null): void {
  shownEnvironment = read
}

/** Calls main. Failures are returned as values; the promise never rejects for a channel of the contract. */
export function call<C extends Channel>(
  channel: C,
  input: ChannelInput<C>,
): Promise<Result<ChannelOutput<C>>> {
  return window.fundingDesk.call(channel, input, shownEnvironment())
}

/** Listens to an event of main. Returns a function that stops listening. */
export function on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void {
  return window.fundingDesk.on(event, listener)
}

/** Registers files that the user picked or dropped, and returns their ids for `documents.attach`. */
export function registerFiles(files: readonly File[]): Promise<Result<{ file_id: string; name: string }[]>> {
  return window.fundingDesk.registerFiles(files)
}

/** Identifies this window, so that it recognizes its own changes among those of all windows. */
export const WINDOW_ID = crypto.randomUUID()
