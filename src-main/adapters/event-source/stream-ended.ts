import type { z } from 'zod'
import { appError, type AppError } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { parseJson } from './arrived-messages.ts'
import { unexpectedAnswer } from './relay-http.ts'

/** Ends a stream from within; the reason decides what is told and how soon it is tried again. */
export class StreamEnded extends Error {
  readonly reason: AppError

  constructor(reason: AppError) {
    super(reason.code)
    this.reason = reason
  }
}

export interface Position {
  cursor: number
  /** Whether this connection got anywhere: then the next failure is the first one again. */
  progressed: boolean
}

/** Not progress, so that an event which fails again and again is asked for ever less often. */
export function notTaken(position: Position): StreamEnded {
  position.progressed = false
  return new StreamEnded(eventNotTaken())
}

/** The data of a message; ends the stream where it is not of that shape. */
export function readData<T>(schema: z.ZodType<T>, data: string): T {
  const parsed = schema.safeParse(parseJson(data))
  if (parsed.success) return parsed.data
  throw new StreamEnded(unexpectedAnswer(200))
}

function eventNotTaken(): AppError {
  return appError(
    'EVENT_KEYS_UNAVAILABLE',
    words().errorsRelay.eventNotTaken,
    words().errorsRelay.askedAgain,
    { retryable: true },
  )
}
