import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import type { LendingBoxes } from '../../../src-shared/lending/lending-box.ts'
import { lendingBoxesSchema } from '../../../src-shared/lending/lending-box-schema.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { Workspace } from '../workspace.ts'

const BOXES = 'lending_boxes'

/** Reads the broker's table of funders' credit boxes. Fails with `SETTINGS_UNREADABLE` if another version stored another shape. */
export async function readLendingBoxes({ vault }: Pick<Workspace, 'vault'>): Promise<Result<LendingBoxes>> {
  const kept = await vault.getSetting(BOXES)
  if (!kept.ok) return kept
  if (kept.value === null) return ok({ boxes: [] })
  try {
    const parsed = lendingBoxesSchema.safeParse(JSON.parse(kept.value))
    if (parsed.success) return ok(parsed.data)
  } catch {
    // Invalid JSON is as unreadable as another shape.
  }
  return fail(
    appError('SETTINGS_UNREADABLE', words().errorsDeals.boxesUnreadable, words().errorsDeals.setBoxesAnew),
  )
}

/** Saves the credit boxes and notifies the windows. */
export async function saveLendingBoxes(
  { vault, emit }: Pick<Workspace, 'vault' | 'emit'>,
  boxes: LendingBoxes,
): Promise<Result<LendingBoxes>> {
  const kept = await vault.commit([{ write: 'set_setting', key: BOXES, value: JSON.stringify(boxes) }])
  if (!kept.ok) return kept
  emit('lending.changed', {})
  return ok(boxes)
}
