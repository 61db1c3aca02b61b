import { z } from 'zod'
import { BIN_DAYS } from '../../../src-shared/domain/pipeline.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { Workspace } from '../workspace.ts'
import { readRetention } from './retention.ts'

const LOOKED = 'bin_looked'
const DAY_MS = 86_400_000

/** What the setting holds. Older versions kept no `leapt`, and before that no `trusted` but `counted_to`. */
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
  /** The last look that counted: looks within a day after it do not. */
  at: string
  /** A clock that only plausible time moves on (`trustedAt`). Everything in the bin is counted to it. */
  trusted: string
  /** Where the trusted clock stood after its last leap (`isLeap`). */
  leapt: string
}

/** The longest time between two looks that is believed: more is a clock that was changed, or a computer that was off for long. */
const PLAUSIBLE_MS = 31 * DAY_MS
/** The longest time between two looks that is no leap: a weekend with a holiday. */
const STEADY_MS = 4 * DAY_MS

/**
 * Deletes for good what has lain in the bin for 30 days and was never submitted. It deletes a few deals at a time, so that other work
 * on the vault goes on in between. The next sweep deletes their stored documents.
 *
 * Deals that were ever submitted stay, unless the broker chose after how many years they go. The years count from the deal's last
 * change or its way into the bin, whichever came later.
 *
 * Both are counted by the trusted clock. A computer clock that is ahead must not delete anything early, because nothing brings it back.
 */
export async function emptyBin({ vault, clock }: Workspace): Promise<Result<number>> {
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
  // By the look before, so that the first look of all deletes nothing.
  const before = draftsBefore(before_look)
  const submitted_before = yearsBefore(before_look?.trusted ?? null, retention.value.years)
  for (let gone = 0; ;) {
    const purged = await vault.purgeBin(before, submitted_before)
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

/** True where the computer was off for days, or its clock was changed. Nobody can tell which. */
function isLeap(passed: number): boolean {
  return passed < 0 || passed > STEADY_MS
}

/**
 * The trusted clock at a look: it goes on with the time that passed, or back, where that is plausible, and is never ahead of the
 * computer's. A clock that jumps years ahead does not move it.
 */
function trustedAt({ trusted }: Looked, passed: number, now: string): string {
  const isCounted = Math.abs(passed) <= PLAUSIBLE_MS && (passed >= DAY_MS || passed < 0)
  const moved = isCounted ? new Date(Date.parse(trusted) + passed).toISOString() : trusted
  return moved < now ? moved : now
}

/**
 * The instant before which a draft went to the bin that goes now. In the 30 days after a leap it is earlier by as much as a leap can
 * move the trusted clock, and after that by as much as a clock can be ahead without one.
 */
function draftsBefore(looked: Looked | null): string {
  if (looked === null) return new Date(0).toISOString()
  const trusted = Date.parse(looked.trusted)
  const isSteady = trusted - Date.parse(looked.leapt) >= BIN_DAYS * DAY_MS
  return new Date(trusted - BIN_DAYS * DAY_MS - (isSteady ? STEADY_MS : PLAUSIBLE_MS)).toISOString()
}

/**
 * So many years before that instant, and as much longer as a clock that is ahead could have moved the trusted one at once. Null:
 * nothing is to go.
 */
function yearsBefore(instant: string | null, years: number | null): string | null {
  if (instant === null || years === null) return null
  const day = new Date(Date.parse(instant) - PLAUSIBLE_MS)
  day.setUTCFullYear(day.getUTCFullYear() - years)
  return day.toISOString()
}
