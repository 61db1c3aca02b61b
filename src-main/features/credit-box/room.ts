import { failure } from '../../platform/base/failure.ts'
import type { creditBoxContract } from '../../../src-shared/features/credit-box/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { CreditBoxes } from '../../../src-shared/features/credit-box/credit-box.ts'
import { creditBoxesSchema } from '../../../src-shared/features/credit-box/credit-box-schema.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

export function openCreditBox(
  context: Pick<Platform, 'vault' | 'emit'>,
): RoomHandlers<typeof creditBoxContract> {
  return {
    'credit_box.get': () => readCreditBoxes(context),
    'credit_box.save': (boxes) => saveCreditBoxes(context, boxes),
  }
}

const BOXES = 'lending_boxes'

/**
 * Reads the credit boxes (funders' criteria) that the broker entered. Fails with `SETTINGS_UNREADABLE` if another version of the app stored
 * them in a different format.
 */
export async function readCreditBoxes({ vault }: Pick<Platform, 'vault'>): Promise<CreditBoxes> {
  const kept = await vault.getSetting(BOXES)
  if (kept === null) return { boxes: [] }
  try {
    const parsed = creditBoxesSchema.safeParse(JSON.parse(kept))
    if (parsed.success) return parsed.data
  } catch {
    // Ignore the exception: invalid JSON leads to the same error below as JSON with an unexpected structure.
  }
  throw failure(
    'SETTINGS_UNREADABLE',
    msg.errorsDeals.creditBoxUnreadable,
    msg.errorsDeals.enterCreditBoxAgain,
  )
}

/** Saves the credit boxes (funders' criteria) and notifies the windows. */
export async function saveCreditBoxes(
  { vault, emit }: Pick<Platform, 'vault' | 'emit'>,
  boxes: CreditBoxes,
): Promise<CreditBoxes> {
  await vault.commit([{ write: 'set_setting', key: BOXES, value: JSON.stringify(boxes) }])
  emit('credit_box.changed', {})
  return boxes
}
