import { z } from 'zod'
import type { EnvironmentContext } from '../environment-context.ts'
import type { Vault } from '../ports/vault.ts'
import { TRASH_DAYS } from '../../../src-shared/domain/pipeline.ts'
import { type Retention, RETENTION_YEARS } from '../../../src-shared/domain/vault-status.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'

const LOOKED = 'bin_looked'
const DAY_MS = 86_400_000

/** Stored value of the setting. Older app versions did not store `leapt`. Even older ones stored `counted_to` instead of `trusted`. */
const lookedSchema = z
  .object({
    at: z.string(),
    counted_to: z.string().optional(),
    trusted: z.string().optional(),
    leapt: z.string().optional(),
  })
  .transform(({ at, counted_to = at, trusted = counted_to, leapt = trusted }): Looked => ({
    at,
    trusted,
    leapt,
  }))

interface Looked {
  /** Time of the last counted check. Checks within a day after that time do not count. */
  at: string
  /** A clock that advances only by plausible amounts (`trustedAt`). All deadlines of the trash use it. */
  trusted: string
  /** The trusted clock after its last leap (`isLeap`). */
  leapt: string
}

/** Longest plausible time between two checks. A longer time means that the clock was changed, or the computer was off for long. */
const PLAUSIBLE_MS = 31 * DAY_MS
/** Longest time between two checks that does not count as a leap: a weekend with a holiday. */
const STEADY_MS = 4 * DAY_MS

/**
 * Permanently deletes deals that were in the trash for 30 days and never submitted. Deletes a few deals at a time, so that other work on
 * the vault can run. The next cleanup deletes their stored documents. Submitted deals remain unless the broker set a number of years. These
 * years count from the deal's last change or its move to the trash, whichever is later. Both deadlines use the trusted clock. A computer
 * clock that is ahead must not delete anything early, because a deletion is final.
 */
export async function emptyTrash({ vault, clock }: EnvironmentContext): Promise<Result<number>> {
  const [kept, retention] = await Promise.all([vault.getSetting(LOOKED), readRetention(vault)])
  if (!kept.ok) return kept
  if (!retention.ok) return retention
  const before_look = readLook(kept.value)
  const looked = lookNow(before_look, clock.now())
  const text = JSON.stringify(looked)
  if (text !== kept.value) {
    const noted = await vault.commit([{ write: 'set_setting', key: LOOKED, value: text }])
    if (!noted.ok) return noted
  }
  // The deadlines use the previous check, so that the very first check deletes nothing.
  const before = draftsBefore(before_look)
  const submitted_before = yearsBefore(before_look?.trusted ?? null, retention.value.years)
  for (let gone = 0; ;) {
    const purged = await vault.purgeTrash(before, submitted_before)
    if (!purged.ok) return purged
    if (purged.value === 0) return ok(gone)
    gone += purged.value
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
 * True if the time between two checks shows that the computer was off for days or its clock was changed. The two cases cannot be
 * distinguished.
 */
function isLeap(passed: number): boolean {
  return passed < 0 || passed > STEADY_MS
}

/**
 * Returns the trusted clock's new time. The trusted clock moves only by plausible differences and is never ahead of the computer's clock. A
 * computer clock that jumps years ahead does not move the trusted clock.
 */
function trustedAt({ trusted }: Looked, passed: number, now: string): string {
  const isCounted = Math.abs(passed) <= PLAUSIBLE_MS && (passed >= DAY_MS || passed < 0)
  const moved = isCounted ? new Date(Date.parse(trusted) + passed).toISOString() : trusted
  return moved < now ? moved : now
}

/**
 * Returns the time before which a draft must have been moved to the trash to be deleted now. The time includes a safety margin. In the 30
 * days after a leap, the margin is the most that a leap can move the trusted clock. Later, the margin is the most that a clock can be ahead
 * without a leap.
 */
function draftsBefore(looked: Looked | null): string {
  if (looked === null) return new Date(0).toISOString()
  const trusted = Date.parse(looked.trusted)
  const isSteady = trusted - Date.parse(looked.leapt) >= TRASH_DAYS * DAY_MS
  return new Date(trusted - TRASH_DAYS * DAY_MS - (isSteady ? STEADY_MS : PLAUSIBLE_MS)).toISOString()
}

/**
 * Returns the time before which submitted deals are deleted. Subtracts the years, and a margin for the largest error that a wrong
 * computer clock can cause. Returns null if nothing is to be deleted.
 */
function yearsBefore(instant: string | null, years: number | null): string | null {
  if (instant === null || years === null) return null
  const day = new Date(Date.parse(instant) - PLAUSIBLE_MS)
  day.setUTCFullYear(day.getUTCFullYear() - years)
  return day.toISOString()
}

const YEARS = 'submitted_kept_years'

/** Returns how long the trash keeps submitted deals. If the stored value is unreadable, submitted deals are never deleted. */
export async function readRetention(vault: Vault): Promise<Result<Retention>> {
  const kept = await vault.getSetting(YEARS)
  if (!kept.ok) return kept
  return ok({ years: RETENTION_YEARS.find((years) => String(years) === kept.value) ?? null })
}

export async function saveRetention(
  { vault }: EnvironmentContext,
  years: Retention['years'],
): Promise<Result<Retention>> {
  const value = years === null ? null : String(years)
  const kept = await vault.commit([{ write: 'set_setting', key: YEARS, value }])
  return kept.ok ? ok({ years }) : kept
}
