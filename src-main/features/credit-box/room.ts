import type { creditBoxContract } from '../../../src-shared/features/credit-box/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { readCreditBoxes, saveCreditBoxes } from './credit-boxes.ts'

export function openCreditBox(context: EnvironmentContext): Room<typeof creditBoxContract> {
  return {
    handlers: {
      'credit_box.get': () => readCreditBoxes(context),
      'credit_box.save': (boxes) => saveCreditBoxes(context, boxes),
    },
  }
}
