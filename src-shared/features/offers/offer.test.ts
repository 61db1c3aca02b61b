import { expect, test } from 'vitest'
import { bareOffer, expiryOf, standingOf } from './offer.ts'

/** Returns the milliseconds of a local time in May 2026. */
const local = (day: number, hour = 0) => new Date(2026, 4, day, hour).getTime()
const until = (expires_at: string) => ({ ...bareOffer('1'), expires_at })

test('an offer with an expiration date but no time expires at the end of that day', () => {
  expect(expiryOf('2026-05-04')).toBe(local(5) - 1)
  expect(expiryOf('2026-05-04T10:00:00Z')).toBe(Date.parse('2026-05-04T10:00:00Z'))
  expect([expiryOf(null), expiryOf('when it suits')]).toEqual([null, null])
})

test('an offer is open through its expiration date, and stays open if that date cannot be read', () => {
  expect(standingOf(until('2026-05-04'), local(3, 20))).toBe('open')
  expect(standingOf(until('2026-05-04'), local(4, 23))).toBe('open')
  expect(standingOf(until('2026-05-04'), local(5))).toBe('expired')
  expect(standingOf(until('when it suits'), local(5))).toBe('open')
})

test.each([
  ['accepted', ['accepted', 'offer_accepted', 'Offer Accepted', 'accepted_by_merchant']],
  ['open', ['available', 'Offer Available', 'offer-available', 'open', 'active', 'pending', 'new']],
  ['rescinded', ['offer_rescinded', 'withdrawn']],
  // These statuses do not mean that the offer was accepted. What they mean exactly is unknown, so the result is `other`.
  ['other', ['pending_acceptance', 'awaiting acceptance', 'not_accepted', 'to be accepted', 'unaccepted']],
  // In these texts, a word before the status word negates it.
  ['other', ['not yet accepted', 'never_accepted', 'not available', 'no longer available', 'not_open']],
] as const)('different notations of an offer status all lead to the standing %s', (standing, statuses) => {
  expect(statuses.map((status) => standingOf({ ...bareOffer('1'), status }, 0))).toEqual(
    statuses.map(() => standing),
  )
})
