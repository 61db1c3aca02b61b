import { z } from 'zod'
import type { Listing } from '../../core/ports/partner-api.ts'
import { APPLICATION_ID, idOf, record as jsonRecord, valueAt } from './answers.ts'
import type { HttpAnswer } from './http.ts'

const record = z.record(z.string(), z.unknown())

/** Names of what may hold the list together with its page. */
const WRAPPERS = ['data', 'results', 'result', 'response']
/** Names under which services say that a list goes on. */
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
/** Longer than any real Link header. */
const LONGEST_LINK = 8192
const PAGE_INFO = ['pagination', 'paging', 'page_info', 'pageInfo', 'page', 'meta', 'links', '_links']

/**
 * The list in an answer: the answer itself, or what stands under the profile's key or a usual one, also one wrapper deeper.
 * Null where there is none: an answer that was not understood must not pass for an empty list.
 */
export function listOf(body: unknown, items: string | undefined): unknown[] | null {
  if (Array.isArray(body)) return body
  const outer = record.safeParse(body).data
  if (outer === undefined) return null
  const inner = wrapped(outer).find((one) => one !== undefined)
  return (
    listIn(outer, [items, 'items', 'data', 'results']) ?? (inner && listIn(inner, [items, 'items'])) ?? null
  )
}

/** What is looked for in a list. */
interface Wanted<T> {
  /** The key under which the profile has the list. */
  items: string | undefined
  /** Whose list it is. That it can be asked for by this is assumed, so what another one's name stands in is none of it. */
  application_id: string | undefined
  /** Entries of one answer that are read at most: reading is work of the main process. */
  most: number
  /** Null for an entry that it cannot read. */
  read: (entry: unknown) => T | null
}

/** What a list told: each entry as `read` has it. Null where the answer holds no list. */
export function listingOf<T>(
  { status, json, link }: HttpAnswer,
  { items, application_id, most, read }: Wanted<T>,
): Listing<T> | null {
  // Nothing to say is a usual way to answer with an empty list, and no proof of one.
  if (status === 204) return { entries: [], unread: 0, has_more: true }
  const list = listOf(json, items)
  if (list === null) return null
  const own = list.filter((entry) => application_id === undefined || !isOfAnother(entry, application_id))
  const looked = own.slice(0, most)
  const entries = looked.map(read).filter((entry) => entry !== null)
  const has_more = status === 206 || own.length > most || saysMore(json, link, list.length)
  return { entries, unread: looked.length - entries.length, has_more }
}

/** True for a record that names another application than this one. */
export function isOfAnother(entry: unknown, application_id: string): boolean {
  const told = jsonRecord.safeParse(entry).data
  const named = told === undefined ? null : valueAt(told, APPLICATION_ID)
  return named !== null && idOf(named) !== application_id
}

/**
 * The address of the next page of a list that was asked for at `url`, where the answer gives one; a bare cursor does not say how
 * to ask. Null also for one of another list, or that leaves out what this one was asked by: its records could be those of
 * another application.
 */
export function nextPage({ json, link }: HttpAnswer, url: string): string | null {
  const told = nextLink(link)?.url ?? placesOf(json).flatMap(addressesIn)[0]
  if (told === undefined || !URL.canParse(told, url)) return null
  const [page, asked] = [new URL(told, url), new URL(url)]
  const isSameList =
    page.origin === asked.origin &&
    page.pathname === asked.pathname &&
    [...asked.searchParams].every(([name, value]) => page.searchParams.get(name) === value)
  return isSameList ? page.origin + page.pathname + page.search : null
}

/**
 * The link to the next page in a Link header (RFC 8288); null if it names none. `url` is null if the relation stands without an address.
 * A header above the limit is not read: `saysMore` takes it for a list that goes on.
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
    const value = record.safeParse(info[name]).data?.['href'] ?? info[name]
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

/** Where an answer may tell of its pages. */
function placesOf(body: unknown): Record<string, unknown>[] {
  const outer = record.safeParse(body).data
  if (outer === undefined) return []
  const levels = [outer, ...wrapped(outer)]
  const infos = levels.flatMap((level) => PAGE_INFO.map((name) => record.safeParse(level?.[name]).data))
  return [...levels, ...infos].filter((place) => place !== undefined)
}

/** An empty text, null and false are how a service says that no page follows. */
function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== ''
}

function wrapped(outer: Record<string, unknown>): (Record<string, unknown> | undefined)[] {
  return WRAPPERS.map((name) => record.safeParse(outer[name]).data)
}

function listIn(within: Record<string, unknown>, names: (string | undefined)[]): unknown[] | undefined {
  return names
    .map((name) => (name === undefined ? undefined : within[name]))
    .find((one) => Array.isArray(one))
}
