import type { z } from 'zod'
import { appError, type AppError } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { parseJson } from './arrived-messages.ts'
import { unexpectedAnswer } from './relay-http.ts'

/** Ends a stream from inside. The reason determines the message and the retry delay. */
export class StreamEnded extends Error {
  readonly reason: AppError

  constructor(reason: AppError) {
    super(reason.code)
    this.reason = reason
  }
}

export interface Position {
  cursor: number
  /** True if this connection made progress. Then the next failure counts as the first one. */
  progressed: boolean
}

/** Resets the progress, so that an event that fails repeatedly is requested less and less often. */
export function notTaken(position: Position): StreamEnded {
  position.progressed = false
  return new StreamEnded(eventNotTaken())
}

/** Parses the data of a message. Ends the stream if it does not match the schema. */
export function readData<T>(schema: z.ZodType<T>, data: string): T {
  const parsed = schema.safeParse(parseJson(data))
  if (parsed.success) return parsed.data
  throw new StreamEnded(unexpectedAnswer(200))
}

function eventNotTaken(): AppError {
  return appError(
    'EVENT_KEYS_UNAVAILABLE',
    msg.errorsRelay.eventNotProcessed,
    msg.errorsRelay.requestedAgain,
    {
      retryable: true,
    },
  )
}
