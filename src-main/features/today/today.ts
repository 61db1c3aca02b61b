import { dueMs, FOLLOW_UP_DUE, RENEWAL_DUE } from '../../../src-shared/features/follow-ups/follow-up.ts'
import type { Renewal } from '../../../src-shared/features/money/money-view.ts'
import type { InboxItem } from '../../../src-shared/features/inbox/notification.ts'
import { newestStatus } from '../../../src-shared/features/offers/offer-status.ts'
import type { DealChoice, DealRow, DealSort } from '../../../src-shared/features/pipeline/pipeline.ts'
import {
  MOST_LINES,
  type SetAsideKind,
  TODAY_KINDS,
  type TodayLine,
  type TodayView,
} from '../../../src-shared/features/today/today.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { renewalsOf } from '../../../src-shared/features/money/renewals.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import { lookupOf } from '../pipeline/list-deals.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { SetAside, SnoozedItem, StoredFollowUp } from '../follow-ups/reminder-rows.ts'
import { withInstant } from '../follow-ups/follow-ups.ts'

/** Offers that expire within this many days are on the Today screen. */
const EXPIRES_WITHIN_DAYS = 3
/** Number of deals that are read for a section. It is more than `MOST_LINES`, because lines may be set aside. */
const READ = 200

type FollowUpLine = Extract<TodayLine, { kind: 'follow_up' }>

/** The number of lines in the sidebar is read often. It then uses renewals that were read within this time. */
const RENEWALS_FOR_MS = 5 * 60_000
const lastRenewals = new WeakMap<Vault, { at: number; due: Renewal[] }>()

/** Returns what needs the broker today, most urgent first. If the screen is not open, the renewals may be some minutes old. */
export async function viewToday(
  context: Pick<Platform, 'vault' | 'clock' | 'zone'> & Pick<BrokerForm, 'profile'>,
  is_open: boolean,
): Promise<TodayView> {
  const { vault, clock, zone } = context
  const now = clock.now()
  const list = (choice: Partial<DealChoice>, sort: DealSort, reversed = false) =>
    vault.listDeals({
      ...lookupOf(context, { search: '', filter: 'all', where: {}, ...choice }),
      sort,
      reversed,
      offset: 0,
      limit: READ,
      now: Date.parse(now),
    })
  const [followUps, expiring, needing, dueNow, inbox, snoozed, aside] = await Promise.all([
    vault.followUps(),
    list({ where: { expires_within_days: EXPIRES_WITHIN_DAYS } }, 'expires'),
    list({ where: { needs_you: true } }, 'stage', true),
    dueRenewals(context, is_open ? 0 : RENEWALS_FOR_MS),
    vault.listInbox(),
    vault.snoozedItems(),
    vault.setAside(),
  ])

  const isAside = hidden(aside, Date.parse(now), zone())
  const isDue = (one: StoredFollowUp) => one.fired_at !== null || dueMs(one, zone()) <= Date.parse(now)
  const ofFollowUp = (one: StoredFollowUp): FollowUpLine => {
    const follow_up = withInstant(context, one)
    const { deal_id, legal_name, reference, set_at } = one
    const name = legal_name || reference
    const { due_at } = follow_up
    return { kind: 'follow_up', deal_id, name, fact: set_at, follow_up, due_at, status: newestStatus(one) }
  }
  const due = followUps.filter(isDue).map(ofFollowUp)
  const all: TodayLine[] = [
    ...due,
    ...offerLines(expiring.rows),
    ...needLines(needing.rows),
    ...renewalLines(dueNow),
    ...newsLines(inbox.items),
  ]
    .filter(isFirstOfDeal())
    .filter((line) => !isAside(line))
  // Deals beyond those that were read are counted too, although no line was made of them.
  const unread: Partial<Record<TodayLine['kind'], number>> = {
    offer: expiring.total - expiring.rows.length,
    need: needing.total - needing.rows.length,
  }
  const view: TodayView = { lines: [], more: {}, coming: [], count: 0 }
  for (const kind of TODAY_KINDS) {
    const lines = all.filter((line) => line.kind === kind)
    const total = lines.length + (unread[kind] ?? 0)
    view.lines.push(...lines.slice(0, MOST_LINES))
    view.count += total
    if (total > MOST_LINES) view.more[kind] = total - MOST_LINES
  }
  const coming = [
    ...followUps.filter((one) => !isDue(one)).map((one) => ({ due: one, line: ofFollowUp(one) })),
    ...snoozed.map((item) => ({ due: item, line: snoozedLine(item) })),
  ]
  view.coming = coming
    .toSorted((one, other) => dueMs(one.due, zone()) - dueMs(other.due, zone()))
    .slice(0, MOST_LINES)
    .map(({ line }) => line)
  return view
}

function offerLines(deals: readonly DealRow[]): TodayLine[] {
  return deals.flatMap((deal) => {
    const { deal_id, expires_at, offer_cents, offers } = deal
    if (expires_at === null) return []
    return [{ kind: 'offer', deal_id, name: nameOf(deal), fact: expires_at, expires_at, offer_cents, offers }]
  })
}

function needLines(deals: readonly DealRow[]): TodayLine[] {
  return deals.map((deal) => {
    const { deal_id, need, latest_status: status, documents } = deal
    // A new status or a new document is a new fact, so that a line that was set aside returns.
    const fact = `${need} ${status ?? deal.state} ${documents}`
    return { kind: 'need', deal_id, name: nameOf(deal), fact, need, status, documents }
  })
}

/** Returns a filter that keeps only the first line of each deal, which is the most urgent one. */
function isFirstOfDeal(): (line: TodayLine) => boolean {
  const known = new Set<string>()
  return ({ deal_id }) => !known.has(deal_id) && known.add(deal_id).has(deal_id)
}

function renewalLines(renewals: readonly Renewal[]): TodayLine[] {
  return renewals.flatMap(({ deal_id, legal_name: name, due_on, amount_cents }) =>
    due_on === null ? [] : [{ kind: 'renewal', deal_id, name, fact: due_on, due_on, amount_cents }],
  )
}

/** Leaves out the items of due follow-ups and renewals, because these have separate lines. */
function newsLines(items: readonly InboxItem[]): TodayLine[] {
  const isOwn = (status: string) => status === FOLLOW_UP_DUE || status === RENEWAL_DUE
  return items
    .filter(({ read_at, status }) => read_at === null && !isOwn(status))
    .map(({ deal_id, number, title, body, amount, at }) => {
      const name = typeof body === 'string' ? body : ''
      return { kind: 'news', deal_id, name, fact: '', number, title, body, amount, at, until: null }
    })
}

function snoozedLine({ deal_id, number, title, body, amount, wall, at }: SnoozedItem): TodayLine {
  const name = typeof body === 'string' ? body : ''
  return { kind: 'news', deal_id, name, fact: '', number, title, body, amount, at, until: { wall, at } }
}

const nameOf = ({ legal_name, reference }: DealRow) => legal_name || reference

/** Returns the funded deals that are due for a renewal. Reading them costs more than the rest, so uses a recent result. */
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

/** Returns a function that says whether a line is set aside: dismissed, or snoozed until a later time. */
function hidden(aside: SetAside[], now: number, zone: string): (line: TodayLine) => boolean {
  const known = new Map(aside.map((one) => [`${one.deal_id} ${one.kind}`, one]))
  return ({ deal_id, kind, fact }) => {
    const one = known.get(`${deal_id} ${kind satisfies SetAsideKind | TodayLine['kind']}`)
    if (one === undefined || one.fact !== fact) return false
    return one.at === null || dueMs({ wall: one.wall, at: one.at }, zone) > now
  }
}
