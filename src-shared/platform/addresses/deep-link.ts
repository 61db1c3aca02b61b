import { isLoopback } from '../entry/web-address.ts'
import { typedText } from '../entry/typed-text.ts'
import { trimEnd } from '../base/text.ts'

export const DEEP_LINK_SCHEME = 'fundingdesk'

export type ClickTarget = { deal_id: string } | 'today'

export function deepLinkOf(target: ClickTarget): string {
  return `${DEEP_LINK_SCHEME}://${target === 'today' ? 'today' : `deal/${target.deal_id}`}`
}

const LINK = new RegExp(
  String.raw`^${DEEP_LINK_SCHEME}://(?:(today)|deal/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))/?$`,
  'i',
)

/** Everything that a link from outside the app can open. */
export type LinkTarget = ClickTarget | PairLink

/**
 * Parses a link from outside the app. Anyone can create such a link. Therefore, it contains only the id of a deal, the name of a screen, or
 * the address of a relay with a pairing code, and none of these has an effect before the broker agrees. Returns null for any other text.
 */
export function parseDeepLink(text: string): LinkTarget | null {
  const [, today, deal_id] = text.length > MAX_LINK_LENGTH ? [] : (LINK.exec(text) ?? [])
  if (today !== undefined) return 'today'
  return deal_id === undefined ? parsePairLink(text) : { deal_id: deal_id.toLowerCase() }
}

export function isPairLink(target: LinkTarget): target is PairLink {
  return typeof target === 'object' && !('deal_id' in target)
}

/** The address of a relay and a code with which a computer can pair with it. */
export interface PairInvitation {
  url: string
  code: string
}

/**
 * Why a pairing link is refused. `not_encrypted`: the address has another scheme than https, and is not on this computer. `host`: the name
 * of the relay's host has characters, or a form, with which it could look like another name.
 */
export type PairLinkProblem = 'malformed' | 'too_long' | 'not_encrypted' | 'host' | 'credentials'

/** A pairing link after the check. */
export type PairLink = { invitation: PairInvitation } | { problem: PairLinkProblem }

const PAIR_START = `${DEEP_LINK_SCHEME}://pair/`
const SECURE = 'https://'
/** The longest host name has 253 characters. */
const MAX_LINK_LENGTH = 400
const CODE = /^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/i
const AUTHORITY = /^([a-z0-9.-]{1,253})(?::\d{1,5})?$/

/**
 * Returns the link with which a computer pairs with a relay. It contains the relay's address, without `https://`, and the pairing code.
 * Returns null if `parsePairLink` would refuse the link.
 */
export function pairLinkOf(relay_url: string, code: string): string | null {
  if (!/^https?:/.test(relay_url)) return null
  const address = relay_url.startsWith(SECURE) ? relay_url.slice(SECURE.length) : relay_url
  const link = `${PAIR_START}${address}/${code}`
  const read = parsePairLink(link)
  return read !== null && 'invitation' in read ? link : null
}

/**
 * Parses a pairing link, which anyone can create. It only fills in the pairing form: the app pairs after the broker has checked the address
 * and clicked the button. Returns null for a text that is no pairing link.
 */
export function parsePairLink(text: string): PairLink | null {
  const link = text
    .trimStart()
    .slice(0, MAX_LINK_LENGTH + 1)
    .trimEnd()
  if (link.slice(0, PAIR_START.length).toLowerCase() !== PAIR_START) return null
  if (link.length > MAX_LINK_LENGTH) return { problem: 'too_long' }
  const parts = (link.endsWith('/') ? link.slice(0, -1) : link).slice(PAIR_START.length).split('/')
  const code = trimEnd(typedText(parts.pop() ?? ''), '.,;')
  if (parts.length === 0 || !CODE.test(code)) return { problem: 'malformed' }
  const url = relayAddress(parts.join('/').toLowerCase())
  return typeof url === 'string' ? { invitation: { url, code: code.toUpperCase() } } : url
}

/** Returns the address of a pairing link's relay as a URL without a path, or the reason why the app refuses the address. */
function relayAddress(address: string): string | { problem: PairLinkProblem } {
  const [, scheme = 'https', authority = ''] = /^(?:([a-z]+):\/\/)?(.+)$/.exec(address) ?? []
  if (authority.includes('@')) return { problem: 'credentials' }
  if (authority === '' || /[/?#]/.test(authority)) return { problem: 'malformed' }
  const [, host = ''] = AUTHORITY.exec(authority) ?? []
  if (!isPlainHost(host)) return { problem: 'host' }
  if (scheme !== 'https' && !(scheme === 'http' && isLoopback(host))) return { problem: 'not_encrypted' }
  return `${scheme}://${authority}`
}

/**
 * True for a host name or an IPv4 address that a URL parser leaves unchanged. It would convert `2130706433` to 127.0.0.1. A name with
 * `xn--` stands for a name with other letters, which a reader cannot recognize.
 */
function isPlainHost(host: string): boolean {
  const labels = host.split('.')
  if (!labels.every((label) => /^[a-z0-9-]{1,63}$/.test(label) && !/^-|-$|^xn--/.test(label))) return false
  if (!/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')) return true
  return (
    labels.length === 4 && labels.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  )
}

/** The parts of the deal screen, in the order in which the screen shows the links to them. */
export const DEAL_PARTS = ['application', 'documents', 'statements', 'offers', 'timeline'] as const
export type DealPart = (typeof DEAL_PARTS)[number]

/** A place within the app: a deal, one of its parts, one field of its form, or the checklist below its documents. */
export interface DealAddress {
  deal_id: string
  part?: DealPart
  /** The field of the application to go to (`company.owners.r4k2m.ssn`). */
  field?: string
  at?: 'checklist'
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const FIELD = String.raw`[a-z_][a-z0-9_]{0,60}(?:\.[a-z_][a-z0-9_]{0,60}){0,5}`
const ADDRESS = new RegExp(
  `^#/deals/(${ID})(?:/(?:(${DEAL_PARTS.join('|')})|application/(${FIELD})|documents/(checklist)))?$`,
)

/**
 * Returns the address of a place in the app, for the part of the page's URL after `#`. The address contains ids and field names, never a
 * value of the form.
 */
export function dealHash({ deal_id, part, field, at }: DealAddress): string {
  const inside = at !== undefined ? `documents/${at}` : field === undefined ? part : `application/${field}`
  return `#/deals/${deal_id}${inside === undefined ? '' : `/${inside}`}`
}

/** Parses the address of a deal. Returns null for any other text. */
export function parseDealHash(hash: string): DealAddress | null {
  const [, deal_id, part, field, at] = ADDRESS.exec(hash) ?? []
  if (deal_id === undefined) return null
  if (field !== undefined) return { deal_id, part: 'application', field }
  if (at !== undefined) return { deal_id, part: 'documents', at: 'checklist' }
  return part === undefined ? { deal_id } : { deal_id, part: part as DealPart }
}
