import type { Log } from '../ports/log.ts'

type Fault = 'exception not caught' | 'promise not caught' | 'asking failed'

/** A place in a file of our own, as V8 writes it in a stack; no other part of a stack is ever written down. */
const PLACE = /^ {4}at .*?[/\\]main[/\\](?:chunks[/\\])?((?:index|desk-[\w-]{8})\.cjs:\d{1,6}:\d{1,6})\)?$/

/**
 * Logs the kind of an exception and its place in our program. Leaves out its message and the rest of its stack, which could
 * hold what the broker typed.
 */
export function noteFault(log: Log, fault: Fault, thrown: unknown): void {
  const [kind, where] = thrown instanceof Error ? [thrown.name, placeOf(thrown)] : [typeof thrown, null]
  log.warn(fault, { kind, where })
}

function placeOf({ stack = '', message }: Error): string | null {
  // The message stands before the places, and may be written to look like one.
  const places = stack.slice(stack.indexOf(message) + message.length)
  for (const line of places.split('\n')) {
    const place = PLACE.exec(line)?.[1]
    if (place !== undefined) return place
  }
  return null
}
