import { z } from 'zod'
import {
  COMMISSION_STATES,
  PERIODS,
  type Dashboard,
  type Ledger,
  type MoneyChanges,
  type Renewal,
} from '../domain/money.ts'
import type { NextAction } from '../domain/next-actions.ts'
import {
  BULK_ACTIONS,
  COLUMNS,
  LARGEST_BULK,
  type BulkOutcome,
  type IncompleteDeals,
  type PipelineLayout,
  type SavedFilter,
} from '../domain/pipeline-view.ts'
import {
  dealChoiceSchema,
  dealOrderSchema,
  dealQuerySchema,
  pipelineLayoutSchema,
  savedFiltersSchema,
} from '../domain/pipeline-schema.ts'
import { LARGEST_PAGE, type DealPage, type DealSums } from '../domain/pipeline.ts'
import { COMMISSION_BASES } from '../commission-basis.ts'
import { dealId, nothing, type, type Nothing, type Saved } from './parts.ts'
import { typedLine, typedLines } from '../entry/typed-schema.ts'

const bulkId = z.object({ bulk_id: z.uuid() })
const dealIds = z.object({ deal_ids: z.array(z.uuid()).min(1).max(LARGEST_BULK) })
type FiltersWithCounts = (SavedFilter & { deals: number })[]

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
const moneyChanges = z
  .strictObject({
    amount_cents: cents.nullable(),
    expected_cents: cents.nullable(),
    settled_cents: cents.nullable(),
    settled_on: day.nullable(),
    clawback_on: day.nullable(),
    clawed_back_on: day.nullable(),
    note: typedLines(2_000).nullable(),
    splits: z.array(split).max(20),
    renewal_on: day.nullable(),
    renewal_off: z.boolean(),
  })
  .partial()

/** The channels (calls from the page to main) of the pipeline, and of commissions, renewals, and the dashboard. */
export const pipelineContract = {
  'deals.list': { input: dealQuerySchema, output: type<DealPage>() },
  /** Returns the ids of the deals in a range of the pipeline list, in the order of the list. */
  'pipeline.ids': {
    input: dealQuerySchema.extend({ limit: z.int().min(1).max(LARGEST_BULK) }),
    output: type<{ deal_ids: string[] }>(),
  },
  /** Returns the rows of these deals, in the order of `deal_ids`. Leaves out deals that no longer exist. */
  'pipeline.rows': {
    input: z.object({ deal_ids: z.array(z.uuid()).min(1).max(LARGEST_PAGE) }),
    output: type<Pick<DealPage, 'rows'>>(),
  },
  /** Returns the number of deals in each stage, and the sums of their amounts. */
  'pipeline.sums': { input: dealChoiceSchema, output: type<DealSums>() },
  /** Returns the actions that the broker must take, most urgent first, with the number of deals for each. */
  'pipeline.next_actions': { input: nothing, output: type<NextAction[]>() },
  'pipeline.layout': { input: nothing, output: type<PipelineLayout>() },
  'pipeline.save_layout': { input: pipelineLayoutSchema, output: type<PipelineLayout>() },
  'pipeline.filters': { input: nothing, output: type<FiltersWithCounts>() },
  /** Replaces the broker's saved filters. */
  'pipeline.save_filters': {
    input: z.object({ filters: savedFiltersSchema }),
    output: type<FiltersWithCounts>(),
  },
  /** Returns the items that are missing in these deals, so that the broker sees them before submitting. */
  'pipeline.incomplete': { input: dealIds, output: type<IncompleteDeals>() },
  /**
   * Applies one action to many deals. Checks each deal separately: if the app refuses one deal, it continues with the others. The event
   * `pipeline.progress` reports the progress.
   */
  'pipeline.act': {
    input: bulkId.extend({ action: z.enum(BULK_ACTIONS), ...dealIds.shape }),
    output: type<BulkOutcome>(),
    checksEnvironment: true,
  },
  /**
   * Permanently deletes deals in the trash after the broker agrees in a system dialog. The output `kept` is the number of deals that cannot
   * be deleted yet.
   */
  'pipeline.erase': {
    input: dealIds,
    output: type<{ erased: number; kept: number }>(),
    checksEnvironment: true,
  },
  'pipeline.stop': { input: bulkId, output: type<Nothing>() },
  /** Saves a CSV file with the given deals, or with all deals that match a query. Shows a save dialog. */
  'pipeline.export': {
    input: z.object({
      columns: z.array(z.enum(['business', ...COLUMNS])).min(1),
      of: z.union([dealIds, z.object({ query: dealChoiceSchema.extend(dealOrderSchema.shape) })]),
    }),
    output: type<Saved>(),
  },

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
  /** Saves the lines of the ledger as CSV. Shows a save dialog. */
  'money.export': {
    input: z.object({ state: z.enum(COMMISSION_STATES).nullable() }),
    output: type<Saved>(),
  },
  'money.renewals': { input: nothing, output: type<Renewal[]>() },
  /** Starts a draft with the values of a funded deal. Copies no documents, because they are too old. */
  'money.start_renewal': { input: dealId, output: type<{ deal_id: string }>() },
} as const
