import { nothing, type, type Contract, type Nothing } from '../../platform/ipc/parts.ts'
import { type CreditBoxes, creditBoxesSchema } from './credit-box-schema.ts'

export const creditBoxContract = {
  'credit_box.get': { input: nothing, output: type<CreditBoxes>() },
  'credit_box.save': { input: creditBoxesSchema, output: type<CreditBoxes>(), checksEnvironment: true },
} as const satisfies Contract

export interface CreditBoxEvents {
  'credit_box.changed': Nothing
}
