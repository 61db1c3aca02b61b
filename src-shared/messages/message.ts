/** Names a text of the catalog and its arguments. The place that shows it puts it into the current language. */
export interface MessageDescriptor {
  /** The path in the catalog, such as `errorsVault.diskFull`. */
  readonly key: string
  readonly args?: readonly MessageArgument[]
}

/** A text for brokers. A plain string is shown as it is: names, texts of the partner, and texts that old vaults stored. */
export type Message = string | MessageDescriptor
export type MessageArgument = Message | number | boolean | null | readonly MessageArgument[]

/** The key of texts that stand one after another. The first argument separates them. */
export const JOINED = 'joined'

/** Puts texts one after another. Leaves out empty ones. */
export function joinMessages(parts: readonly Message[], separator = ' '): MessageDescriptor {
  return { key: JOINED, args: [separator, ...parts.filter((part) => part !== '')] }
}

/** Drops repeated messages. */
export function uniqueMessages(from: readonly Message[]): Message[] {
  return [...new Map(from.map((message) => [storeMessage(message), message])).values()]
}

const MAX_KEY = 100
const MAX_ARGUMENTS = 1000
const MAX_DEPTH = 6

/** Checks a message that comes from a file or another process. */
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

/** Returns the content of a text column: a plain string as it is, any other message as JSON. */
export function storeMessage(message: Message): string {
  if (typeof message !== 'string') return JSON.stringify(message)
  return message.startsWith(STORED) ? JSON.stringify(joinMessages([message])) : message
}

/** Reads a text column. Old vaults hold plain strings only. */
export function readMessage(stored: string): Message {
  if (!stored.startsWith(STORED)) return stored
  try {
    const message: unknown = JSON.parse(stored)
    return isMessage(message) ? message : stored
  } catch {
    return stored
  }
}
