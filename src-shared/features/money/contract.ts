import { z } from 'zod'
import {
  type Contract,
  dealId,
  nothing,
  type Saved,
  type,
  typedLine,
  typedLines,
} from '../../platform/ipc/parts.ts'
import {
  COMMISSION_STATES,
  type Dashboard,
  type Ledger,
  type MoneyChanges,
  MOST_PAYMENTS,
  PAYMENT_KINDS,
  PERIODS,
  type Renewal,
} from './money-view.ts'
import { isCovered, paymentTotals } from './splits.ts'
import { COMMISSION_BASES } from '../../platform/partner/offer-units.ts'

const day = z.iso.date()

/** US dollars in integer cents. The maximum is above the amount of any real deal. */
const cents = z.int().min(0).max(100_000_000_000)

/** A percentage above 0 and up to 100, with up to six decimals. */
const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,6})?$/)
  .refine((text) => Number(text) > 0 && Number(text) <= 100)

const split = z
  .strictObject({
    name: typedLine(200).min(1),
    percent: percent.nullable(),
    amount_cents: cents.nullable(),
  })
  .refine(({ percent: part, amount_cents }) => (part === null) !== (amount_cents === null))

const payments = z
  .array(z.strictObject({ kind: z.enum(PAYMENT_KINDS), on: day, cents: cents.min(1) }))
  .max(MOST_PAYMENTS)
  .refine((all) => isCovered(paymentTotals(all)))

const moneyChanges = z
  .strictObject({
    amount_cents: cents.nullable(),
    expected_cents: cents.nullable(),
    payments,
    clawback_on: day.nullable(),
    note: typedLines(2_000).nullable(),
    splits: z.array(split).max(20),
    renewal_on: day.nullable(),
    renewal_off: z.boolean(),
  })
  .partial()

export const moneyContract = {
  'money.dashboard': { input: z.object({ period: z.enum(PERIODS) }), output: type<Dashboard>() },
  'money.ledger': { input: nothing, output: type<Ledger>() },
  /** Changes the broker's own entries about a deal's money. Returns the opposite change, for undo. */
  'money.change': {
    input: dealId.extend({ changes: moneyChanges }),
    output: type<{ back: MoneyChanges }>(),
  },
  /**
   * Sets the number of days after funding in which the funder can take a commission back. For a single deal, the broker can enter another
   * date in the ledger.
   */
  'money.save_clawback_days': { input: z.object({ days: z.int().min(0).max(365) }), output: type<Ledger>() },
  /** Sets the rule for calculating a commission that an offer does not report. The rule is stored in the endpoint profile. */
  'money.save_commission_basis': {
    input: z.object({ basis: z.enum(COMMISSION_BASES) }),
    output: type<Ledger>(),
  },
  'money.export': {
    input: z.object({ state: z.enum(COMMISSION_STATES).nullable() }),
    output: type<Saved>(),
  },
  'money.renewals': { input: nothing, output: type<Renewal[]>() },
  /** Starts a draft with the values of a funded deal. Copies no documents, because they are too old. */
  'money.start_renewal': { input: dealId, output: type<{ deal_id: string }>() },
} as const satisfies Contract
