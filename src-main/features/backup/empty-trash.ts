import { Failure } from '../../platform/base/failure.ts'
import { z } from 'zod'
import { type Platform, notConfirmed } from '../../platform/environment/platform.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { TRASH_DAYS, LARGEST_PAGE, type DealRow } from '../../../src-shared/features/pipeline/pipeline.ts'
import { type Retention, RETENTION_YEARS } from '../../../src-shared/features/backup/vault-status.ts'
import type { Consent } from '../../platform/base/system.ts'
import { nameOf } from '../deals/load-deal.ts'

const LOOKED = 'bin_looked'
const DAY_MS = 86_400_000

/** The setting that stores the last check of the trash. */
const lookedSchema = z.object({ at: z.string(), trusted: z.string(), leapt: z.string() })

interface Looked {
  /** Time of the last counted check of the trash. A check less than a day after this time does not count. */
  at: string
  /**
   * The time of the trusted clock, which moves only by plausible amounts (`trustedAt`). All deadlines of the trash use this clock, because
   * the computer's clock may be wrong.
   */
  trusted: string
  /** The trusted clock's time after its last leap. A leap is a suspicious time between two checks: too long, or negative (`isLeap`). */
  leapt: string
}

/**
 * Longest plausible time between two checks. A longer time means that the computer's clock was changed, or that the computer was off for a
 * long time.
 */
const PLAUSIBLE_MS = 31 * DAY_MS
/** Longest normal time between two checks: a weekend with a holiday. A longer time counts as a leap, which makes the clock suspicious. */
const STEADY_MS = 4 * DAY_MS

/**
 * Permanently deletes deals that were in the trash for 30 days and were never submitted. Deletes a few deals at a time, so that other work
 * on the vault can run. The next cleanup deletes their stored documents.
 *
 * Submitted deals remain, unless the broker set a number of years. These years start with the deal's last change or its move to the trash,
 * whichever is later. Both deadlines use the trusted clock (`Looked.trusted`). If the computer's clock is ahead, nothing must be deleted
 * early, because a deletion is final.
 */
export async function emptyTrash({ vault, clock }: Pick<Platform, 'vault' | 'clock'>): Promise<number> {
  const [kept, retention] = await Promise.all([vault.getSetting(LOOKED), readRetention(vault)])
  const before_look = readLook(kept)
  const looked = lookNow(before_look, clock.now())
  const text = JSON.stringify(looked)
  if (text !== kept) {
    await vault.commit([{ write: 'set_setting', key: LOOKED, value: text }])
  }
  // Calculate the deadlines from the time of the previous check, because the current time may come from a wrong clock. The very first check
  // has no previous one, so it deletes nothing.
  const before = draftsBefore(before_look)
  const submitted_before = yearsBefore(before_look?.trusted ?? null, retention.years)
  for (let gone = 0; ;) {
    const purged = await vault.purgeTrash(before, submitted_before)
    if (purged === 0) return gone
    gone += purged
  }
}

function readLook(kept: string | null): Looked | null {
  if (kept === null) return null
  return lookedSchema.safeParse(JSON.parse(kept)).data ?? null
}

function lookNow(looked: Looked | null, now: string): Looked {
  if (looked === null) return { at: now, trusted: now, leapt: now }
  const passed = Date.parse(now) - Date.parse(looked.at)
  const trusted = trustedAt(looked, passed, now)
  const leapt = isLeap(passed) ? trusted : looked.leapt
  return { at: passed >= 0 && passed < DAY_MS ? looked.at : now, trusted, leapt }
}

/**
 * True if the time between two checks shows that the computer was off for days, or that its clock was changed. The app cannot distinguish
 * these two cases.
 */
function isLeap(passed: number): boolean {
  return passed < 0 || passed > STEADY_MS
}

/**
 * Returns the new time of the trusted clock, which is never ahead of the computer's clock. The trusted clock moves by the time between two
 * checks, forward or back, if this time is plausible. If the computer's clock jumps years ahead, the trusted clock does not move.
 */
function trustedAt({ trusted }: Looked, passed: number, now: string): string {
  const isCounted = Math.abs(passed) <= PLAUSIBLE_MS && (passed >= DAY_MS || passed < 0)
  const moved = isCounted ? new Date(Date.parse(trusted) + passed).toISOString() : trusted
  return moved < now ? moved : now
}

/**
 * Returns a time. A draft that was moved to the trash before this time is deleted now. The time is 30 days before the trusted clock's time,
 * less a safety margin. Within 30 days after a leap (`Looked.leapt`), the margin is the most by which a leap can move the trusted clock.
 * After these 30 days, the margin is the most by which the clock can be ahead without a leap.
 */
function draftsBefore(looked: Looked | null): string {
  if (looked === null) return new Date(0).toISOString()
  const trusted = Date.parse(looked.trusted)
  const isSteady = trusted - Date.parse(looked.leapt) >= TRASH_DAYS * DAY_MS
  return new Date(trusted - TRASH_DAYS * DAY_MS - (isSteady ? STEADY_MS : PLAUSIBLE_MS)).toISOString()
}

/**
 * Returns a time. Submitted deals in the trash that were last changed before this time are deleted. The time is `years` before `instant`,
 * less a margin for the largest error that a wrong computer clock can cause. Returns null if no submitted deal must be deleted.
 */
function yearsBefore(instant: string | null, years: number | null): string | null {
  if (instant === null || years === null) return null
  const day = new Date(Date.parse(instant) - PLAUSIBLE_MS)
  day.setUTCFullYear(day.getUTCFullYear() - years)
  return day.toISOString()
}

const YEARS = 'submitted_kept_years'

/** Returns for how many years the trash keeps submitted deals. If the stored number is unreadable, submitted deals are never deleted. */
export async function readRetention(vault: Vault): Promise<Retention> {
  const kept = await vault.getSetting(YEARS)
  return { years: RETENTION_YEARS.find((years) => String(years) === kept) ?? null }
}

export async function saveRetention(
  { vault }: Pick<Platform, 'vault'>,
  years: Retention['years'],
): Promise<Retention> {
  const value = years === null ? null : String(years)
  await vault.commit([{ write: 'set_setting', key: YEARS, value }])
  return { years }
}

/** Maximum number of deals that are deleted in one commit. It is small, so that other calls to the vault do not wait long. */
const ERASED_AT_ONCE = 20
/** Maximum number of deals that the dialog names. It shows only the number of the others. */
const MOST_NAMED = 5

/**
 * Permanently deletes deals in the trash with their proof, timeline, and documents, if the broker agrees in a system dialog. The result
 * `kept` is the number of deals that are not deleted because they are not in the trash or are being sent. Fails with `CHANGE_NOT_CONFIRMED`
 * if the broker refuses.
 */
export async function eraseDeals(
  context: Pick<Platform, 'vault' | 'emit'>,
  consent: Consent,
  deal_ids: readonly string[],
): Promise<{ erased: number; kept: number }> {
  const { vault, emit } = context
  const rows = await readRows(context, [...new Set(deal_ids)])
  const mayGo = rows.filter(
    ({ deleted_at, state }) => deleted_at !== null && state !== 'sending' && state !== 'queued',
  )
  if (mayGo.length === 0) return { erased: 0, kept: rows.length }
  const isAgreed = await consent.eraseDeals({
    names: mayGo.slice(0, MOST_NAMED).map(nameOf),
    deals: mayGo.length,
    submitted: mayGo.filter(({ was_submitted }) => was_submitted).length,
  })
  if (!isAgreed) throw new Failure(notConfirmed())
  let erased = 0
  for (let at = 0; at < mayGo.length; at += ERASED_AT_ONCE) {
    const some = mayGo.slice(at, at + ERASED_AT_ONCE).map(({ deal_id }) => deal_id)
    const gone = await vault.eraseDeals(some)
    erased += gone
    for (const deal_id of some) emit('deal.changed', { deal_id })
  }
  return { erased, kept: rows.length - erased }
}

async function readRows({ vault }: Pick<Platform, 'vault'>, deal_ids: string[]): Promise<DealRow[]> {
  const all: DealRow[] = []
  for (let at = 0; at < deal_ids.length; at += LARGEST_PAGE) {
    const rows = await vault.dealRows(deal_ids.slice(at, at + LARGEST_PAGE))
    all.push(...rows)
  }
  return all
}
