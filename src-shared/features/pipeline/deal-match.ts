import { dayOf } from '../../platform/base/days.ts'
import type { Need } from '../deals/need.ts'
import type { PayloadProfile } from '../form/payload-profile.ts'
import { wantedMonthLines } from '../documents/statement-coverage.ts'

/**
 * The checklist lines that a filter can name. This prefix and a kind of document (`kind:lease`) name the profile's line for this kind.
 * `own` names any line that the broker added.
 */
export const KIND_LINE = 'kind:'

export const OWN_LINE = 'own'

const DAY_MS = 86_400_000

/**
 * Conditions of a saved filter in addition to the stage and the search words. Days are counted from today, which is 0. All
 * given conditions must be true.
 */
export interface DealWhere {
  amount_from_cents?: number | undefined
  amount_to_cents?: number | undefined
  updated_within_days?: number | undefined
  submitted_within_days?: number | undefined
  /** Matches deals with an open offer that expires from now until the end of the day that is this many days from today. */
  expires_within_days?: number | undefined
  /** `some`: the form has at least one field with a problem. `none`: it has no such field. */
  problems?: 'some' | 'none' | undefined
  /**
   * `complete`: no checklist line is open (without a document). `missing`: at least one line is open. Any other value names a line that
   * must be open; `own` means any line that the broker added.
   */
  papers?: string | undefined
  region?: string | undefined
  /** The newest status from the partner. If the partner has reported none, the app's own state of the deal. */
  status?: string | undefined
  /**
   * If true, matches deals whose form is complete and about which the funder has not decided. In such deals, a missing item causes a delay.
   */
  under_way?: true | undefined
  /** If true, matches deals for which the broker must do something, as `needOf` decides. */
  needs_you?: true | undefined
  /** What a deal needs, as `needOf` decides. */
  need?: Need | undefined
}

/**
 * Converts a filter to the form that the vault needs. `now` is an instant. Days end at midnight in this computer's time zone. The profile
 * contains the kinds of documents that the funder requires, and the number of months of statements.
 */
export function matchOf(
  where: DealWhere,
  now: string,
  profile: Pick<PayloadProfile, 'expected_documents' | 'statements'>,
): DealMatch {
  const { amount_from_cents, amount_to_cents, updated_within_days, submitted_within_days } = where
  const { expires_within_days, papers, problems, region, status, under_way, needs_you, need } = where
  const kinds = profile.expected_documents.map((kind) => `${KIND_LINE}${kind}`)
  const since = (count: number): Range => ({ from: startOfDay(now, -count), to: Number.MAX_SAFE_INTEGER })
  return {
    ...((amount_from_cents !== undefined || amount_to_cents !== undefined) && {
      amount_cents: { from: amount_from_cents ?? 0, to: amount_to_cents ?? Number.MAX_SAFE_INTEGER },
    }),
    ...(updated_within_days !== undefined && { updated: since(updated_within_days) }),
    ...(submitted_within_days !== undefined && { submitted: since(submitted_within_days) }),
    ...(expires_within_days !== undefined && {
      expires: { from: Date.parse(now), to: startOfDay(now, expires_within_days + 1) - 1 },
    }),
    ...(papers !== undefined && {
      papers: {
        ...(papers === 'complete' || papers === 'missing'
          ? { lines: [...kinds, OWN_LINE], months: wantedMonthLines(profile, dayOf(now)) }
          : { lines: [papers], months: [] }),
        is: papers === 'complete' ? ('closed' as const) : ('open' as const),
      },
    }),
    ...(problems !== undefined && { problems }),
    ...(region !== undefined && { region }),
    ...(status !== undefined && { status }),
    ...(under_way && { under_way }),
    ...(needs_you && { needs_you: { lines: kinds, now: Date.parse(now) } }),
    ...(need !== undefined && { need }),
  }
}

/**
 * Returns the local midnight at the start of the day that is `days_on` days from today. Does not add 24 hours per day, because a day with a
 * clock change has 23 or 25 hours.
 */
function startOfDay(now: string, days_on: number): number {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days_on).getTime()
}

/** Returns the number of days from today to the day of an instant, in this computer's time zone. For today, returns 0. */
export function daysUntil(instant: string, now: string): number {
  return Math.round((startOfDay(instant, 0) - startOfDay(now, 0)) / DAY_MS)
}

export interface Range {
  from: number
  to: number
}

/**
 * The filter as the vault receives it. It contains instants (milliseconds) instead of numbers of days, so that the vault needs neither a
 * clock nor the profile.
 */
export interface DealMatch {
  amount_cents?: Range
  updated?: Range
  submitted?: Range
  expires?: Range
  problems?: 'some' | 'none'
  /**
   * Conditions on checklist lines. `open`: at least one of `lines` is open (without a document), or a draft lacks statements for a month in
   * `months`. `closed`: neither is the case. Submitted deals are not checked for missing statements. Each entry of `months` is one month,
   * in the form that `wantedMonthLines` returns.
   */
  papers?: {
    lines: string[]
    months: string[][]
    is: 'open' | 'closed'
  }
  region?: string
  status?: string
  under_way?: true
  /** The lines of the checklist that are not the broker's own, and the time at which offers count as expired. */
  needs_you?: { lines: string[]; now: number }
  need?: Need
}
