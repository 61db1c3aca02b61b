import { fail, ok, type Result } from '../../../src-shared/errors.ts'
import type { EndpointProfile, Operation } from '../../../src-shared/profile/endpoint-profile.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { Listing } from '../../core/ports/partner-api.ts'
import { unreadable } from './answers.ts'
import { resolveUrl } from './endpoints.ts'
import { listingOf, nextPage } from './list-answer.ts'
import type { ServiceCalls } from './service-calls.ts'

/** At one request per second, a longer list would delay all other requests. */
const MOST_PAGES = 10
/** Maximum number of entries read from one page. A list that reaches it is not continued. */
const MOST_OFFERS = 500
const MOST_ENTRIES = 5_000

interface Service {
  base: string
  profile: EndpointProfile
  calls: ServiceCalls
}

/**
 * Reads a list of the partner, with further pages if responses link to them (the specification shows no pages). `read` converts each
 * entry, and returns null for an unreadable one. Entries that name another application are dropped. A failing further page ends the list,
 * and `has_more` then says that it may be incomplete. Fails with `PARTNER_UNEXPECTED_RESPONSE` without a list.
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
  if (listing === null) return fail(unreadable(msg.errorsPartner.aList))
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
