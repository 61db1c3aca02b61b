import { z } from 'zod'
import { KIND_LINE, OWN_LINE, type DealWhere } from './deal-match.ts'
import { DEAL_FILTERS, DEAL_SORTS, LARGEST_PAGE, type DealChoice, type DealQuery } from './pipeline.ts'
import {
  COLUMNS,
  MOST_SAVED_FILTERS,
  NARROWEST_COLUMN,
  WIDEST_COLUMN,
  type PipelineLayout,
  type SavedFilter,
} from './pipeline-view.ts'
import { typedLine } from '../../platform/entry/typed-schema.ts'

const days = z.int().min(0).max(3_650)

const cents = z.int().min(0)

export const dealWhereSchema = z.strictObject({
  amount_from_cents: cents.optional(),
  amount_to_cents: cents.optional(),
  updated_within_days: days.optional(),
  submitted_within_days: days.optional(),
  expires_within_days: days.optional(),
  problems: z.enum(['some', 'none']).optional(),
  papers: z
    .union([z.enum(['complete', 'missing', OWN_LINE]), z.string().startsWith(KIND_LINE).max(105)])
    .optional(),
  region: z.string().length(2).optional(),
  status: z.string().max(100).optional(),
  under_way: z.literal(true).optional(),
}) satisfies z.ZodType<DealWhere>

export const dealChoiceSchema = z.object({
  search: z.string().max(200).default(''),
  filter: z.enum(DEAL_FILTERS).default('all'),
  where: dealWhereSchema.default({}),
}) satisfies z.ZodType<DealChoice>

export const dealOrderSchema = z.object({
  sort: z.enum(DEAL_SORTS).default('newest'),
  reversed: z.boolean().default(false),
})

export const dealQuerySchema = dealChoiceSchema.extend({
  ...dealOrderSchema.shape,
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(LARGEST_PAGE).default(100),
}) satisfies z.ZodType<DealQuery>

export const columnLayoutSchema = z.object({
  shown: z.array(z.enum(COLUMNS)).max(COLUMNS.length),
  widths: z.partialRecord(z.enum(['business', ...COLUMNS]), z.int().min(NARROWEST_COLUMN).max(WIDEST_COLUMN)),
})

export const pipelineLayoutSchema = z.object({
  as: z.enum(['list', 'board']),
  columns: columnLayoutSchema,
  ...dealOrderSchema.shape,
}) satisfies z.ZodType<PipelineLayout>

export const savedFilterSchema = z.object({
  filter_id: z.uuid(),
  name: typedLine(60).min(1),
  choice: dealChoiceSchema,
}) satisfies z.ZodType<SavedFilter>

export const savedFiltersSchema = z.array(savedFilterSchema).max(MOST_SAVED_FILTERS)
