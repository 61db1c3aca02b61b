import { setImmediate } from 'node:timers/promises'
import { APPLICATION_ID, idOf, objectOf, unreadable, valueAt } from './answers.ts'
import { resolveUrl } from './base-address.ts'
import type { HttpAnswer } from './http.ts'
import type { ServiceCalls } from './service-calls.ts'
import type { ClientParts } from './token-manager.ts'
import type { Listing } from './partner-api.ts'
import { MAX_OFFERS } from '../../../src-shared/features/offers/offer.ts'
import { fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Operation } from '../../../src-shared/platform/partner/endpoint-profile.ts'

/** Keys under which the partner's response may contain an inner object with the list and the information about its pages. */
const WRAPPERS = ['data', 'results', 'result', 'response']
/** Keys with which partners indicate that a list has a next page. */
const NEXT = [
  'next',
  'next_page',
  'nextPage',
  'next_cursor',
  'nextCursor',
  'next_page_token',
  'nextPageToken',
  'next_url',
  'nextUrl',
  'next_page_url',
  'nextPageUrl',
]
const MORE = ['has_more', 'hasMore', 'has_next', 'hasNext', 'more']
const COUNTS = ['total', 'count', 'total_count', 'totalCount', 'total_items', 'totalItems', 'total_results']
const PAGES = ['total_pages', 'totalPages', 'page_count', 'pageCount', 'last_page', 'lastPage']
const LONGEST_LINK = 8192
const PAGE_INFO = ['pagination', 'paging', 'page_info', 'pageInfo', 'page', 'meta', 'links', '_links']

/**
 * Finds the list in a response. The list is the response itself, or a value in the response or in its inner object. The key of this value
 * is `items` (from the endpoint profile) or a common key. Returns null if there is no list, because a response in an unknown format must
 * not count as an empty list.
 */
export function listOf(body: unknown, items: string | undefined): unknown[] | null {
  if (Array.isArray(body)) return body
  const outer = objectOf(body)
  if (outer === null) return null
  const inner = wrapped(outer).find((one) => one !== null)
  return (
    listIn(outer, [items, 'items', 'data', 'results']) ?? (inner && listIn(inner, [items, 'items'])) ?? null
  )
}

interface Wanted<T> {
  /** Key of the list in the response, from the endpoint profile (the description of the partner's requests). */
  items: string | undefined
  /**
   * The application whose entries were requested. The partner may ignore this query parameter, which is not in the specification. Entries
   * with another application id are therefore dropped.
   */
  application_id: string | undefined
  /** Maximum number of entries that are parsed from one response. */
  most: number
  /** Parses one entry. Returns null if this is not possible. */
  read: (entry: unknown) => T | null
}

/**
 * Parses a list and converts each entry with `read`. Resolves with null if the response contains no list. Lets other work of main run between
 * the entries.
 */
export async function listingOf<T>(
  { status, json, link }: HttpAnswer,
  { items, application_id, most, read }: Wanted<T>,
): Promise<Listing<T> | null> {
  // An empty response usually means an empty list, but does not prove it. `has_more` therefore indicates that the list may be incomplete.
  if (status === 204) return { entries: [], unread: 0, has_more: true }
  const list = listOf(json, items)
  if (list === null) return null
  const own = list.filter((entry) => application_id === undefined || !isOfAnother(entry, application_id))
  const looked = own.slice(0, most)
  const entries: T[] = []
  for (let at = 0; at < looked.length; at += ENTRIES_A_TURN) {
    for (const entry of looked.slice(at, at + ENTRIES_A_TURN)) {
      const one = read(entry)
      if (one !== null) entries.push(one)
    }
    await setImmediate()
  }
  const has_more = status === 206 || own.length > most || saysMore(json, link, list.length)
  return { entries, unread: looked.length - entries.length, has_more }
}

/** True if an entry names an application other than `application_id`, which is a valid id. */
export function isOfAnother(entry: unknown, application_id: string): boolean {
  const reported = objectOf(entry)
  const named = reported === null ? null : valueAt(reported, APPLICATION_ID)
  if (named === null || typeof named === 'string') return named !== null && named !== application_id
  return idOf(named) !== application_id
}

/**
 * Returns the URL of the next page if the response contains it. `url` is the URL of the current page. Returns null if the response contains
 * only a cursor, which does not show the URL. Also returns null if the URL is of another list or lacks a query parameter of `url`. Such a
 * page could contain records of another application.
 */
export function nextPage({ json, link }: HttpAnswer, url: string): string | null {
  const reported = nextLink(link)?.url ?? placesOf(json).flatMap(addressesIn)[0]
  if (reported === undefined || !URL.canParse(reported, url)) return null
  const [page, asked] = [new URL(reported, url), new URL(url)]
  const isSameList =
    page.origin === asked.origin &&
    page.pathname === asked.pathname &&
    [...asked.searchParams].every(([name, value]) => page.searchParams.get(name) === value)
  return isSameList ? page.origin + page.pathname + page.search : null
}

/**
 * Finds the link to the next page in a Link header (RFC 8288). Returns null if there is no such link, or if the header is too long. In the
 * latter case, `saysMore` assumes that the list continues. `url` is null if the link contains no address.
 */
function nextLink(header: string): { url: string | null } | null {
  if (header.length > LONGEST_LINK) return null
  for (const part of header.split('<')) {
    const end = part.indexOf('>')
    const isNext = part
      .slice(end + 1)
      .split(/[;,]/)
      .some((parameter) => {
        const [name = '', value = ''] = parameter.split('=')
        return (
          name.trim().toLowerCase() === 'rel' &&
          value.replaceAll('"', ' ').toLowerCase().split(/\s/).includes('next')
        )
      })
    if (isNext) return { url: end < 0 ? null : part.slice(0, end) }
  }
  return null
}

function addressesIn(info: Record<string, unknown>): string[] {
  return NEXT.flatMap((name) => {
    const value = objectOf(info[name])?.['href'] ?? info[name]
    return typeof value === 'string' && /^(https?:|[/?])/i.test(value) ? [value] : []
  })
}

function saysMore(body: unknown, link: string, length: number): boolean {
  return (
    link.length > LONGEST_LINK ||
    nextLink(link) !== null ||
    placesOf(body).some(
      (info) =>
        NEXT.some((name) => isSaid(info[name])) ||
        MORE.some((name) => info[name] === true) ||
        COUNTS.some((name) => Number(info[name]) > length) ||
        PAGES.some((name) => Number(info[name]) > 1),
    )
  )
}

/** Returns the objects in a response that may contain information about further pages. */
function placesOf(body: unknown): Record<string, unknown>[] {
  const outer = objectOf(body)
  if (outer === null) return []
  const levels = [outer, ...wrapped(outer)]
  const infos = levels.flatMap((level) => PAGE_INFO.map((name) => objectOf(level?.[name])))
  return [...levels, ...infos].filter((place) => place !== null)
}

/**
 * True if the value of one of the keys in `NEXT` means that another page exists. On the last page, partners send an empty string, null, or
 * false.
 */
function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== ''
}

function wrapped(outer: Record<string, unknown>): (Record<string, unknown> | null)[] {
  return WRAPPERS.map((name) => objectOf(outer[name]))
}

function listIn(within: Record<string, unknown>, names: (string | undefined)[]): unknown[] | undefined {
  return names
    .map((name) => (name === undefined ? undefined : within[name]))
    .find((one) => Array.isArray(one))
}

/** Maximum number of pages that are requested of one list. At one request per second, more pages would delay all other requests. */
const MOST_PAGES = 10
/** Number of entries that are parsed per turn of the event loop. Parsing an offer with many fees takes up to a millisecond. */
const ENTRIES_A_TURN = 10
/** Maximum number of entries parsed from one page. After a page with this many entries, no further page is requested. */
const MOST_ENTRIES = 5_000

/**
 * Fetches a list of the partner, including further pages if the responses contain links to them (the specification does not mention pages).
 * `read` converts each entry, and returns null for an unreadable one. Entries with the id of another application are dropped. If the
 * request for a further page fails, returns the entries of the previous pages, and `has_more` indicates that the list may be incomplete.
 * Fails with `PARTNER_UNEXPECTED_RESPONSE` if the response contains no list.
 */
export async function readList<T>(
  { base, profile }: Pick<ClientParts, 'base' | 'profile'>,
  calls: ServiceCalls,
  operation: Operation,
  values: Record<string, string>,
  read: (entry: unknown) => T | null,
): Promise<Result<Listing<T>>> {
  const endpoint = profile.endpoints[operation]
  const first = await calls.call({ operation, values, priority: 'background' })
  if (!first.ok) return first
  const most = operation === 'offers.list' ? MAX_OFFERS : MOST_ENTRIES
  const wanted = { items: endpoint?.items, application_id: values['application_id'], most, read }
  const listing = await listingOf(first.value, wanted)
  if (listing === null) return fail(unreadable(msg.errorsPartner.aList))
  if (endpoint?.method !== 'GET') return ok(listing)

  let { value: answer } = first
  const asked = [resolveUrl(base, endpoint.path, values)]
  while (asked.length < MOST_PAGES && listing.entries.length < most) {
    const url = nextPage(answer, asked[0] ?? '')
    if (url === null || asked.includes(url)) break
    asked.push(url)
    const next = await calls.call({ operation, url, priority: 'background' })
    const page = next.ok ? await listingOf(next.value, wanted) : null
    if (!next.ok || page === null) break
    listing.entries.push(...page.entries)
    listing.unread += page.unread
    answer = next.value
  }
  return ok(listing)
}
