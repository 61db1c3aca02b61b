import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { hasScheme, isHost, isLoopback } from '../../../src-shared/platform/entry/web-address.ts'
import { trimEnd } from '../../../src-shared/platform/base/text.ts'
import { cleanLine } from '../../../src-shared/platform/entry/typed-text.ts'

/** A valid address without a trailing slash, or the reason why it is invalid. */
export type WebAddress = { url: string } | { problem: 'invalid' | 'insecure'; why: Message }

/** Matches punctuation that belongs to the sentence from which an address was copied. */
const STRAY_END = /[.,;:!'"<>()[\]{}|*]/

/** Parses an address that the user typed. Accepts https for any host, but http only for this computer. */
export function readWebAddress(typed: string): WebAddress {
  const text = cleanLine(typed).trim()
  // Reject spaces and backslashes, because the URL parser would silently encode or replace them.
  if (/[\s\\]/.test(text)) return invalid(msg.errorsPartner.noAddress)
  if (text !== '' && !hasScheme(text)) return invalid(msg.errorsPartner.noScheme)
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return invalid(msg.errorsPartner.noAddress)
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return invalid(msg.errorsPartner.mustBeHttps)
  // Reject non-ASCII letters, because the URL parser would convert them to a host name that the user did not type (xn--…).
  if (/[^ -~]/.test(text)) return invalid(msg.errorsPartner.foreignLetters)
  if (url.username !== '' || url.password !== '') return invalid(msg.errorsPartner.noUser)
  if (url.search !== '' || url.hash !== '') return invalid(msg.errorsPartner.noQuery)
  // Reject an address whose host the URL parser changed. It would convert `https://1234` to 0.0.4.210, and `ex%61mple.com` to another name.
  if (!text.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`))
    return invalid(msg.errorsPartner.noAddress)
  if (!isHost(url.hostname)) return invalid(msg.errorsPartner.badHost(url.hostname))
  // The bracket of an IPv6 address belongs to it.
  const end =
    text.toLowerCase().endsWith(`//${url.hostname}`) && url.hostname.endsWith(']') ? '' : text.slice(-1)
  if (STRAY_END.test(end)) return invalid(msg.errorsPartner.badEnd(end))
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return { problem: 'insecure', why: msg.errorsPartner.notEncrypted }
  return { url: `${url.origin}${trimEnd(url.pathname, '/')}` }
}

function invalid(why: Message): WebAddress {
  return { problem: 'invalid', why }
}
