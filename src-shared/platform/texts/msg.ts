import { en } from '../../app/texts.en.ts'
import { JOINED, type Message, type MessageArgument, type MessageDescriptor } from './message.ts'
import { messages, type Messages } from './messages.ts'

/** The type of an argument for a catalog text with parameters. If a parameter accepts any string, the argument may also be a message. */
type Argument<A> = string extends A
  ? A | MessageDescriptor
  : A extends readonly string[]
    ? readonly Message[]
    : A
type Descriptors<Entry> = Entry extends string
  ? MessageDescriptor
  : Entry extends (...args: infer Args) => string
    ? (...args: { [Place in keyof Args]: Argument<Args[Place]> }) => MessageDescriptor
    : { readonly [Key in keyof Entry]: Descriptors<Entry[Key]> }

/**
 * The message catalog, with a message descriptor (a key with its arguments) in place of each text: `msg.errorsVault.busy`,
 * `msg.errorsVault.noSuchWord(1, word)`.
 */
export const msg = descriptors(en, '') as Descriptors<Messages>

/** A process uses few groups of messages. Therefore, the descriptors of a group are made when the group is first used. */
function descriptors(entry: unknown, key: string): unknown {
  if (typeof entry === 'string') return Object.freeze({ key })
  if (typeof entry === 'function') return (...args: MessageArgument[]) => ({ key, args })
  const group = {}
  for (const [name, inner] of Object.entries(entry as object)) {
    const make = () => descriptors(inner, key === '' ? name : `${key}.${name}`)
    if (typeof inner === 'object') lazily(group, name, make)
    else Object.defineProperty(group, name, { value: make(), enumerable: true })
  }
  return group
}

/** Defines a property whose value is made when it is first read. */
function lazily(of: object, name: string, make: () => unknown): void {
  const get = () => {
    const value = make()
    Object.defineProperty(of, name, { value, enumerable: true })
    return value
  }
  Object.defineProperty(of, name, { get, enumerable: true, configurable: true })
}

/**
 * Formats a message in the current language. If a newer version of the app stored the message, its key may be unknown here. Such a message
 * is shown as a general text.
 */
export function formatMessage(message: Message): string {
  if (typeof message === 'string') return message
  const args = (message.args ?? []).map(formatArgument)
  if (message.key === JOINED) return args.slice(1).join(String(args[0]))
  const entry = entryOf(message.key)
  try {
    const text: unknown = typeof entry === 'function' ? entry(...args) : entry
    if (typeof text === 'string') return text
  } catch {
    // Ignore the exception: another version of the app may have stored the message with other arguments.
  }
  return messages().errors.unknownText
}

function formatArgument(argument: MessageArgument): unknown {
  if (Array.isArray(argument)) return argument.map(formatArgument)
  return typeof argument === 'object' && argument !== null ? formatMessage(argument as Message) : argument
}

function entryOf(key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (entry, name) =>
        typeof entry === 'object' && entry !== null && Object.hasOwn(entry, name)
          ? (entry as Record<string, unknown>)[name]
          : undefined,
      messages(),
    )
}
