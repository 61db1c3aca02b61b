/**
 * A message that is not formatted yet: a key of the message catalog, and the arguments for its text. The code that displays the message
 * formats it in the current language.
 */
export interface MessageDescriptor {
  /** The path in the catalog, such as `errorsVault.diskFull`. */
  readonly key: string
  readonly args?: readonly MessageArgument[]
}

/**
 * A message for brokers. A plain string, such as a name or a message from the partner, is shown unchanged.
 */
export type Message = string | MessageDescriptor
export type MessageArgument = Message | number | boolean | null | readonly MessageArgument[]

/** The key of a message that joins several messages. Its first argument is the separator between them. */
export const JOINED = 'joined'

/** Joins messages. Leaves out empty ones. */
export function joinMessages(parts: readonly Message[], separator = ' '): MessageDescriptor {
  return { key: JOINED, args: [separator, ...parts.filter((part) => part !== '')] }
}

export function uniqueMessages(from: readonly Message[]): Message[] {
  return [...new Map(from.map((message) => [storeMessage(message), message])).values()]
}

const MAX_KEY = 100
const MAX_ARGUMENTS = 1000
const MAX_DEPTH = 6

/** Returns true if a value is a valid message. Used for values from a file or another process. */
export function isMessage(value: unknown, depth = 0): value is Message {
  if (typeof value === 'string') return true
  if (typeof value !== 'object' || value === null || !('key' in value)) return false
  const { key, args = [] } = value as { key: unknown; args?: unknown }
  return typeof key === 'string' && key.length <= MAX_KEY && isArguments(args, depth + 1)
}

function isArguments(args: unknown, depth: number): boolean {
  return (
    Array.isArray(args) &&
    depth <= MAX_DEPTH &&
    args.length <= MAX_ARGUMENTS &&
    args.every(
      (argument) =>
        argument === null ||
        typeof argument === 'number' ||
        typeof argument === 'boolean' ||
        isMessage(argument, depth) ||
        isArguments(argument, depth + 1),
    )
  )
}

const STORED = '{"key":'

/** Converts a message to the value of a text column in the database. A plain string stays unchanged; any other message becomes JSON. */
export function storeMessage(message: Message): string {
  if (typeof message !== 'string') return JSON.stringify(message)
  return message.startsWith(STORED) ? JSON.stringify(joinMessages([message])) : message
}

export function readMessage(stored: string): Message {
  if (!stored.startsWith(STORED)) return stored
  try {
    const message: unknown = JSON.parse(stored)
    return isMessage(message) ? message : stored
  } catch {
    // A text may begin like a stored message.
    return stored
  }
}
