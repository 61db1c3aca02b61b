import { dealId, type, type Contract } from '../../ipc/parts.ts'
import type { Deal } from '../../domain/deal.ts'

export const dealScreenContract = {
  'deals.get': { input: dealId, output: type<Deal>() },
} as const satisfies Contract
