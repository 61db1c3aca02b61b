import { fail, ok, type Result } from '../../../src-shared/errors.ts'
import type { EndpointProfile, Operation } from '../../../src-shared/profile/endpoint-profile.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { Listing } from '../../core/ports/partner-api.ts'
import { unreadable } from './answers.ts'
import { resolveUrl } from './endpoints.ts'
import { listingOf, nextPage } from './list-answer.ts'
import type { ServiceCalls } from './service-calls.ts'

/** At one request a second a longer list would hold up whatever else is asked. */
const MOST_PAGES = 10
/** Entries that are read of one page; a list that has so many is not read on. */
const MOST_OFFERS = 500
const MOST_ENTRIES = 5_000

interface Service {
  base: string
  profile: EndpointProfile
  calls: ServiceCalls
}

/**
 * A list of the service, and its further pages where the answers give their addresses; that a list has pages is not shown. Each
 * entry is as `read` has it, which is null for one that it cannot read; one that names another application than was asked by is left
 * out. A further page that fails ends the list, which says by `has_more` that it need not be all. `PARTNER_UNEXPECTED_RESPONSE`
 * where there is no list.
 */
export async function readList<T>(
  { base, profile, calls }: Service,
  operation: Operation,
  values: Record<string, string>,
  read: (entry: unknown) => T | null,
): Promise<Result<Listing<T>>> {
  const endpoint = profile.endpoints[operation]
  const first = await calls.call({ operation, values, priority: 'background' })
  if (!first.ok) return first
  const most = operation === 'offers.list' ? MOST_OFFERS : MOST_ENTRIES
  const wanted = { items: endpoint?.items, application_id: values['application_id'], most, read }
  const listing = listingOf(first.value, wanted)
  if (listing === null) return fail(unreadable(words().errorsPartner.aList))
  if (endpoint?.method !== 'GET') return ok(listing)

  let { value: answer } = first
  const asked = [resolveUrl(base, endpoint.path, values)]
  while (asked.length < MOST_PAGES && listing.entries.length < most) {
    const url = nextPage(answer, asked[0] ?? '')
    if (url === null || asked.includes(url)) break
    asked.push(url)
    const next = await calls.call({ operation, url, priority: 'background' })
    const page = next.ok ? listingOf(next.value, wanted) : null
    if (!next.ok || page === null) break
    listing.entries.push(...page.entries)
    listing.unread += page.unread
    answer = next.value
  }
  return ok(listing)
}
