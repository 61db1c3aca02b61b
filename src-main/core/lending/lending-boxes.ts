import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import type { LendingBoxes } from '../../../src-shared/lending/lending-box.ts'
import { lendingBoxesSchema } from '../../../src-shared/lending/lending-box-schema.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { Workspace } from '../workspace.ts'

const BOXES = 'lending_boxes'

/** The broker's table of what funders take. `SETTINGS_UNREADABLE` when another version kept something else. */
export async function readLendingBoxes({ vault }: Pick<Workspace, 'vault'>): Promise<Result<LendingBoxes>> {
  const kept = await vault.getSetting(BOXES)
  if (!kept.ok) return kept
  if (kept.value === null) return ok({ boxes: [] })
  try {
    const parsed = lendingBoxesSchema.safeParse(JSON.parse(kept.value))
    if (parsed.success) return ok(parsed.data)
  } catch {
    // No JSON: as unreadable as another shape.
  }
  return fail(
    appError('SETTINGS_UNREADABLE', words().errorsDeals.boxesUnreadable, words().errorsDeals.setBoxesAnew),
  )
}

/** Keeps what the funders take, and tells the windows. */
export async function saveLendingBoxes(
  { vault, emit }: Pick<Workspace, 'vault' | 'emit'>,
  boxes: LendingBoxes,
): Promise<Result<LendingBoxes>> {
  const kept = await vault.commit([{ write: 'set_setting', key: BOXES, value: JSON.stringify(boxes) }])
  if (!kept.ok) return kept
  emit('lending.changed', {})
  return ok(boxes)
}
