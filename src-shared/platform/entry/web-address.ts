import { trimBoth } from '../base/text.ts'
import { typedText } from './typed-text.ts'

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const MAX_LENGTH = 2_000
/** A host name that contains a dot, optionally followed by a port, a path, a query, or a fragment. */
const BARE_ADDRESS = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?([/?#]\S*)?$/i
/** Matches what no public host is: a name that ends with a number or a single letter (1.5, n.a), or only one name after www. */
const NOT_PUBLIC = /\.(?:\d+|[^.])$|^www\.[^.]*$/i

/** Matches one part of a host name. Some internal hosts have an underscore. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i

/** True for a host name, an IPv4 address, or an IPv6 address in brackets. A pasted name may end with a comma or a dot, and is then invalid. */
export function isHost(host: string): boolean {
  return (
    /^\[[0-9a-f:.]{2,45}\]$/i.test(host) ||
    (host.length <= 253 && host.split('.').every((label) => LABEL.test(label)))
  )
}

export function hasScheme(address: string): boolean {
  return HAS_SCHEME.test(address)
}

/** Adds `https://` to a typed web address without a scheme. Returns any other text as typed. */
export function keepWebAddress(typed: string): string {
  const text = typedText(typed, MAX_LENGTH)
  const isHere = text.startsWith('127.')
  return !hasScheme(text) && !isHere && !/^[a-z]\.[a-z]$/i.test(text) && BARE_ADDRESS.test(text)
    ? `https://${text}`
    : typed
}

/**
 * Returns the address of a public website with its scheme, or null if the text is no such address. An address in other letters than ASCII
 * is returned as it is, so that the form's schema can name the letter.
 */
export function readWebsite(typed: string): string | null {
  const text = trimBoth(typedText(typed, MAX_LENGTH), '<>()[]"\',;. ')
  const address = hasScheme(text) ? text : `https://${text}`
  const [, host = ''] = /^https?:\/\/([^/?#]*)/i.exec(address) ?? []
  const [name = '', port = ''] = host.split(':')
  if (/\s/.test(address) || !name.includes('.') || NOT_PUBLIC.test(name) || /@/.test(host)) return null
  if (/[^ -~]/.test(address)) return address
  return isHost(name) && /^\d{0,5}$/.test(port) && Number(port) <= 65_535 ? address : null
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
