export const DEEP_LINK_SCHEME = 'fundingdesk'

/** The target of a notification or a link. */
export type ClickTarget = { deal_id: string } | 'inbox'

/** The link that opens it, from outside the app too. */
export function deepLinkOf(target: ClickTarget): string {
  return `${DEEP_LINK_SCHEME}://${target === 'inbox' ? 'inbox' : `deal/${target.deal_id}`}`
}

const LINK = new RegExp(
  String.raw`^${DEEP_LINK_SCHEME}://(?:(inbox)|deal/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))/?$`,
  'i',
)

/** Parses a link from outside. Anyone can make one, so it may only name a deal by its id. Returns null for any other text. */
export function parseDeepLink(text: string): ClickTarget | null {
  const [, inbox, deal_id] = LINK.exec(text) ?? []
  if (inbox !== undefined) return 'inbox'
  return deal_id === undefined ? null : { deal_id: deal_id.toLowerCase() }
}
