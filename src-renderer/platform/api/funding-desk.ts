import type { Channel, EventName } from '../../../src-shared/app/contract.ts'
import type { ChannelInput, ChannelOutput, EventPayload } from '../../../src-shared/app/contract.ts'
import type { EnvironmentName } from '../../../src-shared/platform/words/vocabulary.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'

let shownEnvironment: () => EnvironmentName | null = () => null

/**
 * Sets the function that returns the environment that this window displays. Every call to main contains this environment. If main has
 * another environment open, main refuses to send anything to the partner for this window.
 */
export function showsEnvironment(read: () => EnvironmentName | null): void {
  shownEnvironment = read
}

/** Calls main. Returns failures as values. The promise never rejects if the channel is part of the IPC contract. */
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

/** Identifies this window. Main reports changes of all windows, and this id shows which changes this window made. */
export const WINDOW_ID = crypto.randomUUID()
