import type { z } from 'zod'
import type { Contract } from '../../../src-shared/platform/ipc/parts.ts'

/**
 * The handlers of a room's channels. They receive parsed input. A handler of a channel that checks the environment also receives `Opened`,
 * the open environment, which its window shows. A room of one environment needs no `Opened`.
 */
export type RoomHandlers<C extends Contract, Opened = never> = {
  [N in keyof C]: C[N] extends { checksEnvironment: true }
    ? (input: z.output<C[N]['input']>, opened: Opened) => Promise<C[N]['output']>
    : (input: z.output<C[N]['input']>) => Promise<C[N]['output']>
}

/** The handlers of several rooms. Only the router calls them by name. */
export type Handlers = Readonly<
  Record<string, ((input: never, opened: never) => Promise<unknown>) | undefined>
>
