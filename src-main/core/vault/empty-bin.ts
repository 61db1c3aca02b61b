import { z } from 'zod'
import { BIN_DAYS } from '../../../src-shared/domain/pipeline.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { Workspace } from '../workspace.ts'

const LOOKED = 'bin_looked'
const DAY_MS = 86_400_000

const lookedSchema = z.object({
  /** When it was looked into last, but for looks within a day after that. */
  at: z.string(),
  /** The look before, to which the days in the bin are counted. */
  counted_to: z.string(),
})
type Looked = z.infer<typeof lookedSchema>

/**
 * Deletes for good what has lain in the bin for 30 days, a few at once, so that nobody waits for thousands; its stored documents
 * go with the next sweep. The days are counted to a look that was at least a day ago: by then a clock that was ahead, as with an empty
 * battery, has been set right. What else a wrong clock does can be made up for; this cannot.
 */
export async function emptyBin({ vault, clock }: Workspace): Promise<Result<number>> {
  const kept = await vault.getSetting(LOOKED)
  if (!kept.ok) return kept
  const looked = lookNow(kept.value, clock.now())
  const text = JSON.stringify(looked)
  if (text !== kept.value) {
    const noted = await vault.commit([{ write: 'set_setting', key: LOOKED, value: text }])
    if (!noted.ok) return noted
  }
  const before = new Date(Date.parse(looked.counted_to) - BIN_DAYS * DAY_MS).toISOString()
  for (let gone = 0; ;) {
    const purged = await vault.purgeBin(before)
    if (!purged.ok) return purged
    if (purged.value === 0) return ok(gone)
    gone += purged.value
  }
}

function lookNow(kept: string | null, now: string): Looked {
  const looked = kept === null ? undefined : lookedSchema.safeParse(JSON.parse(kept)).data
  if (looked === undefined) return { at: now, counted_to: now }
  const passed = Date.parse(now) - Date.parse(looked.at)
  // The clock was set back: what it said before counts no more.
  if (passed < 0) return { at: now, counted_to: now < looked.counted_to ? now : looked.counted_to }
  return passed < DAY_MS ? looked : { at: now, counted_to: looked.at }
}
