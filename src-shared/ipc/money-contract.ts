import { z } from 'zod'
import {
  clawbackDaysSchema,
  commissionBasisSchema,
  commissionStateSchema,
  dashboardSchema,
  ledgerSchema,
  moneyChangesSchema,
  periodSchema,
  renewalSchema,
} from '../domain/money-schema.ts'

const nothing = z.object({})
const dealId = z.object({ deal_id: z.uuid() })

/** The channels of commissions, renewals and the dashboard, as a part of the contract. */
export const moneyContract = {
  'money.dashboard': { input: z.object({ period: periodSchema }), output: dashboardSchema },
  'money.ledger': { input: nothing, output: ledgerSchema },
  /** Changes what is written by hand about a deal's money; answers the change that takes it back. */
  'money.change': {
    input: dealId.extend({ changes: moneyChangesSchema }),
    output: z.object({ back: moneyChangesSchema }),
  },
  /** How many days after funding a commission can be taken back, where a line says nothing else. */
  'money.save_clawback_days': { input: z.object({ days: clawbackDaysSchema }), output: ledgerSchema },
  /** How the partner calculates a commission that an offer does not report. Changes the endpoint profile. */
  'money.save_commission_basis': { input: z.object({ basis: commissionBasisSchema }), output: ledgerSchema },
  /** Asks where to save the lines as CSV; `saved_as` is null when nothing was saved. */
  'money.export': {
    input: z.object({ state: commissionStateSchema.nullable() }),
    output: z.object({ saved_as: z.string().nullable() }),
  },
  'money.renewals': { input: nothing, output: z.array(renewalSchema) },
  /** Starts a draft with the values of a funded deal; its documents are too old to go along. */
  'money.start_renewal': { input: dealId, output: dealId },
} as const
