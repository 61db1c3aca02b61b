export const DEEP_LINK_SCHEME = 'fundingdesk'

/** The target of a notification or a link. */
export type ClickTarget = { deal_id: string } | 'inbox'

/** Returns the link that opens a target, also from outside the app. */
export function deepLinkOf(target: ClickTarget): string {
  return `${DEEP_LINK_SCHEME}://${target === 'inbox' ? 'inbox' : `deal/${target.deal_id}`}`
}

const LINK = new RegExp(
  String.raw`^${DEEP_LINK_SCHEME}://(?:(inbox)|deal/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))/?$`,
  'i',
)

/**
 * Parses a link from outside the app. Anyone can create such a link, so it contains nothing except the id of a deal or the name of a
 * screen. Returns null for any other text.
 */
export function parseDeepLink(text: string): ClickTarget | null {
  const [, inbox, deal_id] = LINK.exec(text) ?? []
  if (inbox !== undefined) return 'inbox'
  return deal_id === undefined ? null : { deal_id: deal_id.toLowerCase() }
}

/**
 * Returns the link with which a computer pairs with a relay, or null if the relay's address is not https. It contains the relay's address
 * without `https://`, and the pairing code.
 */
export function pairLinkOf(relay_url: string, code: string): string | null {
  const address = relay_url.startsWith(SECURE) ? relay_url.slice(SECURE.length) : ''
  const link = `${DEEP_LINK_SCHEME}://pair/${address}/${code}`
  return PAIR_LINK.test(link) ? link : null
}

/** The address of a relay and a code with which a computer can pair with it. */
export interface PairInvitation {
  url: string
  code: string
}

/**
 * Parses a pairing link, which anyone can create. It only fills in the pairing form: the app pairs after the broker has checked the address
 * and clicked the button. Returns null for any other text.
 */
export function parsePairLink(text: string): PairInvitation | null {
  const [, address, code] = PAIR_LINK.exec(text.trim()) ?? []
  if (address === undefined || code === undefined) return null
  return { url: `${SECURE}${address.toLowerCase()}`, code: code.toUpperCase() }
}

const SECURE = 'https://'
const PAIR_LINK = new RegExp(
  String.raw`^${DEEP_LINK_SCHEME}://pair/([a-z0-9.-]{1,253}(?::\d{1,5})?)/([0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4})/?$`,
  'i',
)

/** The parts of the deal screen, in the order in which the screen shows the links to them. */
export const DEAL_PARTS = [
  'application',
  'documents',
  'statements',
  'checklist',
  'offers',
  'timeline',
] as const
export type DealPart = (typeof DEAL_PARTS)[number]

/** A place within the app: a deal, one of its parts, or one field of its form. */
export interface DealAddress {
  deal_id: string
  part?: DealPart
  /** The field of the application to go to (`company.owners.0.ssn`). */
  field?: string
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const FIELD = String.raw`[a-z_][a-z0-9_]{0,60}(?:\.(?:[a-z_][a-z0-9_]{0,60}|\d{1,3})){0,5}`
const ADDRESS = new RegExp(`^#/deals/(${ID})(?:/(?:(${DEAL_PARTS.join('|')})|application/(${FIELD})))?$`)

/**
 * Returns the address of a place in the app, for the part of the page's URL after `#`. The address contains ids and field names, never a
 * value of the form.
 */
export function dealHash({ deal_id, part, field }: DealAddress): string {
  const inside = field === undefined ? part : `application/${field}`
  return `#/deals/${deal_id}${inside === undefined ? '' : `/${inside}`}`
}

/** Parses the address of a deal. Returns null for any other text. */
export function parseDealHash(hash: string): DealAddress | null {
  const [, deal_id, part, field] = ADDRESS.exec(hash) ?? []
  if (deal_id === undefined) return null
  if (field !== undefined) return { deal_id, part: 'application', field }
  return part === undefined ? { deal_id } : { deal_id, part: part as DealPart }
}
