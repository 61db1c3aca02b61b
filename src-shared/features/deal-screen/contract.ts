import { dealId, type, type Contract } from '../../platform/ipc/parts.ts'
import type { Deal } from '../deals/deal.ts'

export const dealScreenContract = {
  'deals.get': { input: dealId, output: type<Deal>() },
} as const satisfies Contract
