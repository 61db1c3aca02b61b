import { dueMs, FOLLOW_UP_DUE, RENEWAL_DUE } from '../../../src-shared/features/follow-ups/follow-up.ts'
import type { Renewal } from '../../../src-shared/features/money/money-view.ts'
import { offerStep, submissionStep } from '../../../src-shared/features/deal-screen/next-step.ts'
import { offersOfStanding } from '../../../src-shared/features/offers/offer-standings.ts'
import { newestStatus, offeredDeal } from '../../../src-shared/features/offers/offer-status.ts'
import type { DealRow } from '../../../src-shared/features/pipeline/pipeline.ts'
import type { NewsItem } from '../../../src-shared/features/today/notification.ts'
import {
  LISTED,
  MOST_LISTED,
  QUEUED,
  isAboutOffers,
  type Reason,
  type TodayLine,
  type TodayView,
} from '../../../src-shared/features/today/today.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { renewalsOf } from '../../../src-shared/features/money/renewals.ts'
import { labelOf } from '../../../src-shared/features/form/form-path.ts'
import { contactOf } from '../../../src-shared/features/form/contact.ts'
import { type DealWindow, LARGEST_ID_PAGE } from '../../platform/vault/records.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import { viewChecklist } from '../documents/checklist.ts'
import { lookupOf } from '../pipeline/list-deals.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { problemsToShow } from '../deals/load-deal.ts'
import type { StoredFollowUp } from '../follow-ups/reminder-rows.ts'
import type { SetAside } from './today-rows.ts'
import { withInstant } from '../follow-ups/follow-ups.ts'

/** Reading the renewals costs more than the rest. Only the open screen needs them newer than this. */
export const RENEWALS_FOR_MS = 5 * 60_000
const lastRenewals = new WeakMap<Vault, { at: number; due: Renewal[] }>()

export type TodayNeeds = Pick<Platform, 'vault' | 'clock' | 'zone'> & Pick<BrokerForm, 'profile'>

/** A reason with its deal. `at` orders the reasons that are coming up. */
interface Found {
  deal_id: string
  name: string
  reason: Reason
  is: 'now' | 'coming' | 'dismissed'
  at: number
}

/** Returns what needs the broker today, most urgent first. The renewals may be older than now by `recent_ms`. */
export async function viewToday(context: TodayNeeds, recent_ms = 0): Promise<Omit<TodayView, 'queued'>> {
  const { vault, clock, zone } = context
  const now = Date.parse(clock.now())
  const windowOf = (kind: keyof typeof LISTED, sort: DealWindow['sort']) => ({
    ...lookupOf(context, { search: '', filter: 'all', where: LISTED[kind] }),
    sort,
    offset: 0,
    limit: MOST_LISTED,
    now,
  })
  const [followUps, expiring, needing, renewals, unread, snoozed, aside] = await Promise.all([
    vault.followUps(),
    vault.listDeals(windowOf('offer', 'expires')),
    vault.listDeals(windowOf('need', 'urgency')),
    dueRenewals(context, recent_ms),
    vault.unreadNews(),
    vault.snoozedItems(),
    vault.setAside(),
  ])
  const lasting = lastingReasons(aside, now, zone())
  const needs = await Promise.all(needing.rows.map((deal) => needReason(context, deal)))
  // In the order of `TODAY_KINDS`.
  const found = [
    ...followUpReasons(context, followUps, now),
    ...expiring.rows.flatMap((deal) => offerReason(deal)).map(lasting),
    ...needs.map(lasting),
    ...renewals.flatMap((renewal) => renewalReason(renewal)).map(lasting),
    // Due reminders and renewals have reasons of their own.
    ...unread.filter(isFromPartner).map((item): Found => ({ ...newsReason(item), is: 'now', at: 0 })),
    ...snoozed.map(({ wall, at, ...item }): Found => {
      const until = { wall, at }
      const { reason, ...deal } = newsReason({ ...item, at })
      return { ...deal, reason: { ...reason, until }, is: 'coming', at: dueMs(until, zone()) }
    }),
  ]

  const lines = linesOf(found.filter(({ is }) => is === 'now'))
  const listed = new Set(lines.map(({ deal_id }) => deal_id))
  const others = (which: Found['is']) =>
    linesOf(
      found
        // A reminder is always listed. What is snoozed returns to the line that its deal has.
        .filter(
          ({ is, deal_id, reason }) => is === which && (reason.kind === 'follow_up' || !listed.has(deal_id)),
        )
        .toSorted((one, other) => one.at - other.at),
    )
  const more = { offer: expiring.total - expiring.rows.length, need: needing.total - needing.rows.length }
  // A deal whose need is not listed counts with the needs, even if its line has only updates.
  const unlisted = new Set(
    more.need === 0
      ? []
      : await vault.listDealIds({
          ...windowOf('need', 'urgency'),
          offset: MOST_LISTED,
          limit: LARGEST_ID_PAGE,
        }),
  )
  const onlyNews = lines.filter(({ reasons }) => reasons.every(({ kind }) => kind === 'news'))
  const updates = onlyNews.filter(({ deal_id }) => !unlisted.has(deal_id)).length
  return {
    lines,
    more,
    coming: others('coming'),
    dismissed: others('dismissed'),
    count: lines.length - onlyNews.length + more.offer + more.need,
    updates,
  }
}

/** Returns what the screen shows. Counting the lines needs no queue, phone numbers, documents, or amounts. */
export async function viewTodayScreen(context: TodayNeeds): Promise<TodayView> {
  const [view, [queued = 0]] = await Promise.all([
    viewToday(context),
    context.vault.countDeals([lookupOf(context, { search: '', filter: 'all', where: QUEUED })]),
  ])
  const { lines, coming, dismissed } = view
  const values = await context.vault.dealValues(
    [...lines, ...coming, ...dismissed].map(({ deal_id }) => deal_id),
  )
  const complete = (list: readonly TodayLine[]) =>
    Promise.all(
      list.map((line) => {
        const known = values[line.deal_id]
        const phone = known === undefined ? line.phone : contactOf(context.profile, known).phone
        return withDetails(context, { ...line, phone })
      }),
    )
  const [toDo, later, done] = await Promise.all([complete(lines), complete(coming), complete(dismissed)])
  return { ...view, queued, lines: toDo, coming: later, dismissed: done }
}

/** Adds what a complete draft lacks, as the next step of its deal says it, and the best of the deal's open offers. */
async function withDetails(context: TodayNeeds, line: TodayLine): Promise<TodayLine> {
  const { deal_id, reasons } = line
  const lacks = reasons.some((one) => one.kind === 'need' && one.need === 'submission')
  const hasOffers = reasons.some(isAboutOffers)
  if (!lacks && !hasOffers) return line
  const { vault, profile, clock } = context
  const [deal, own, documents, checklist] = await Promise.all([
    vault.getDeal(deal_id),
    vault.offerScenarios(deal_id),
    vault.listDocuments(deal_id),
    vault.checklistOf(deal_id),
  ])
  if (deal === null) return line
  const now = clock.now()
  const offered = offeredDeal(deal, own)
  const open = offersOfStanding(offered, ['open'], Date.parse(now))
  const amounts = open.flatMap(({ amount_cents }) => amount_cents ?? [])
  const items = viewChecklist(profile, checklist, documents, offered, { wantedOn: dayOf(now), now })
  const step = submissionStep({ ...deal, checklist: items })
  const missing = lacks && step.step === 'attach' ? step.lines : []
  const undecided = lacks && step.step === 'confirm_account' ? step.count : 0
  const is_expired = hasOffers && offerStep(offered, Date.parse(now)).step === 'offer_expired'
  return {
    ...line,
    reasons: reasons.map((one) => (one.kind === 'need' ? { ...one, missing, undecided, is_expired } : one)),
    best:
      hasOffers && amounts.length > 0 ? { amount_cents: Math.max(...amounts), offers: open.length } : null,
  }
}

/**
 * Returns the news that the broker has seen, newest first, one line for each. A reminder that is still open is not done, even if its news
 * was seen. A renewal is done if the broker dismissed it.
 */
export async function listDone({ vault }: Pick<Platform, 'vault'>): Promise<TodayLine[]> {
  const [seen, followUps] = await Promise.all([vault.seenNews(), vault.followUps()])
  const open = new Set(followUps.map(({ deal_id, fired_at }) => `${deal_id} ${fired_at}`))
  return seen
    .filter(({ status }) => status !== RENEWAL_DUE)
    .filter(({ status, deal_id, at }) => status !== FOLLOW_UP_DUE || !open.has(`${deal_id} ${at}`))
    .map(newsReason)
    .map(({ reason, ...deal }) => ({ ...deal, reasons: [reason], phone: '', best: null }))
}

/** Joins the reasons of each deal to one line, at the place of its first reason. */
function linesOf(found: readonly Found[]): TodayLine[] {
  const lines = new Map<string, TodayLine>()
  for (const { deal_id, name, reason } of found) {
    const line = lines.get(deal_id)
    if (line === undefined) lines.set(deal_id, { deal_id, name, reasons: [reason], phone: '', best: null })
    else line.reasons.push(reason)
  }
  return [...lines.values()]
}

type Fresh = Pick<Found, 'deal_id' | 'name'> & { reason: Reason }

function followUpReasons(context: TodayNeeds, followUps: readonly StoredFollowUp[], now: number): Found[] {
  return followUps.map((stored) => {
    const { due_at, ...follow_up } = withInstant(context, stored)
    const at = Date.parse(due_at)
    const isDue = stored.fired_at !== null || at <= now
    const reason: Reason = { kind: 'follow_up', follow_up, due_at, status: newestStatus(stored) }
    return { deal_id: stored.deal_id, name: nameOf(stored), reason, is: isDue ? 'now' : 'coming', at }
  })
}

function offerReason(deal: DealRow): Fresh[] {
  const { deal_id, expires_at } = deal
  if (expires_at === null) return []
  const id = { kind: 'offer', deal_id, fact: expires_at, until: null } as const
  return [{ deal_id, name: nameOf(deal), reason: { ...id, expires_at } }]
}

async function needReason(context: TodayNeeds, deal: DealRow): Promise<Fresh> {
  const { deal_id, need, latest_status, state, documents } = deal
  // A new status or document is a new fact, so a reason that the broker snoozed or dismissed returns.
  const fact = `${need} ${latest_status ?? state} ${documents}`
  return {
    deal_id,
    name: nameOf(deal),
    reason: {
      kind: 'need',
      deal_id,
      fact,
      until: null,
      need,
      documents,
      missing: [],
      undecided: 0,
      is_expired: false,
      rejected: need === 'fields' && state === 'refused' ? await fieldsToFix(context, deal_id) : [],
    },
  }
}

async function fieldsToFix(context: TodayNeeds, deal_id: string): Promise<string[]> {
  const deal = await context.vault.getDeal(deal_id)
  if (deal === null) return []
  return problemsToShow(context, deal).map(({ path }) => labelOf(context.profile, deal.values, path))
}

function renewalReason({ deal_id, legal_name: name, due_on, amount_cents }: Renewal): Fresh[] {
  if (due_on === null) return []
  const id = { kind: 'renewal', deal_id, fact: due_on, until: null } as const
  return [{ deal_id, name, reason: { ...id, due_on, amount_cents } }]
}

const isFromPartner = ({ status }: Pick<NewsItem, 'status'>) =>
  status !== FOLLOW_UP_DUE && status !== RENEWAL_DUE

type News = Fresh & { reason: Extract<Reason, { kind: 'news' }> }

function newsReason(item: Omit<NewsItem, 'body' | 'read_at'>): News {
  const { deal_id, name, number, title, amount, at } = item
  const can_return = isFromPartner(item)
  return { deal_id, name, reason: { kind: 'news', number, until: null, title, amount, at, can_return } }
}

const nameOf = ({ legal_name, reference }: Pick<DealRow, 'legal_name' | 'reference'>) =>
  legal_name || reference

/** Returns the funded deals that are due for a renewal. Uses a recent result if there is one. */
async function dueRenewals(
  { vault, clock }: Pick<Platform, 'vault' | 'clock'>,
  recent_ms: number,
): Promise<Renewal[]> {
  const now = Date.parse(clock.now())
  const last = lastRenewals.get(vault)
  if (last !== undefined && Math.abs(now - last.at) < recent_ms) return last.due
  const facts = await vault.moneyFacts()
  const due = renewalsOf(facts, dayOf(clock.now())).filter(({ state }) => state === 'due')
  lastRenewals.set(vault, { at: now, due })
  return due
}

/** Returns a function that says whether a reason is set aside: dismissed, or snoozed until a later time. */
function lastingReasons(aside: SetAside[], now: number, zone: string): (found: Fresh) => Found {
  const known = new Map(aside.map((one) => [`${one.deal_id} ${one.kind}`, one]))
  return (found) => {
    const { reason, deal_id } = found
    const one = known.get(`${deal_id} ${reason.kind}`)
    if (one === undefined || !('fact' in reason) || one.fact !== reason.fact)
      return { ...found, is: 'now', at: 0 }
    if (one.at === null) return { ...found, is: 'dismissed', at: 0 }
    const until = { wall: one.wall, at: one.at }
    const at = dueMs(until, zone)
    return at <= now
      ? { ...found, is: 'now', at: 0 }
      : { ...found, reason: { ...reason, until }, is: 'coming', at }
  }
}
