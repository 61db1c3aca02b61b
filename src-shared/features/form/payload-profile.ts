import { z } from 'zod'

/** Types of form fields. The type decides how the broker types a value, how the form shows it, and in which format the app sends it. */
export const FIELD_TYPES = [
  'text',
  'long_text',
  'email',
  'website',
  'phone',
  'ein',
  'ssn',
  'date',
  'money',
  'integer',
  'percent',
  'state',
  'zip',
  'choice',
  'yes_no',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/**
 * Figures of bank statements that a field can take. `position_…` are for the fields of a list of advances, with one row for each funder that takes
 * payments. `none`: the app suggests nothing for the field, also if the standard form does.
 */
export const STATEMENT_FIGURES = [
  'monthly_revenue',
  'average_daily_balance',
  'nsf_count',
  'negative_days',
  'position_funder',
  'position_daily_payment',
  'position_weekly_payment',
  'none',
] as const
export type StatementFigure = (typeof STATEMENT_FIGURES)[number]

const choiceSchema = z.object({ value: z.string(), label: z.string() })

const fieldShape = z.object({
  path: z.string(),
  type: z.enum(FIELD_TYPES),
  label: z.string(),
  help: z.string().optional(),
  placeholder: z.string().optional(),
  required: z.boolean().optional(),
  /** True for a field whose value is masked everywhere, except in the field itself while the broker reveals the value. */
  sensitive: z.boolean().optional(),
  choices: z.array(choiceSchema).optional(),
  max_length: z.int().positive().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  /**
   * True for a value that belongs to only one application, such as a signature. When the broker duplicates a deal, the new deal starts
   * without it.
   */
  clear_on_duplicate: z.boolean().optional(),
  renew_on_duplicate: z
    .boolean()
    .optional()
    .meta({ deprecated: true, description: 'The earlier name of clear_on_duplicate.' }),
  /** True for a value that stays in this app. The app never sends it to the partner, and the profile's schema does not contain it. */
  local: z.boolean().optional(),
  /** True for a date field that may contain a date after today. */
  may_be_future: z.boolean().optional(),
  /** True for a date field for which a month or a year is enough. The form then takes its first day. */
  month_is_enough: z.boolean().optional(),
  /** The number of columns that the field takes in the form's grid of twelve columns. The default is twelve. */
  width: z.int().min(1).max(12).optional(),
  /** Other column headings under which an imported file may contain the field's values. */
  synonyms: z.array(z.string().max(100)).max(50).optional(),
  /** The figure of verified bank statements that the app suggests for this field. */
  statement_figure: z.enum(STATEMENT_FIGURES).optional(),
})

/**
 * A field of the form. `path` is where the payload contains the field's value (`company.address.zip`). For a field in a list, `path` is
 * relative to the row.
 */
export const profileFieldSchema = fieldShape.transform(({ renew_on_duplicate, ...field }) =>
  renew_on_duplicate === undefined ? field : { clear_on_duplicate: renew_on_duplicate, ...field },
)
export type ProfileField = z.infer<typeof profileFieldSchema>

/** Values that a row can copy from elsewhere in the form, to avoid typing them twice. */
const copySchema = z.object({
  label: z.string(),
  /** The source path (`company.address`) and the target path within the row (`address`). */
  from: z.string(),
  to: z.string(),
  fields: z.array(z.string()).min(1),
})
export type ProfileCopy = z.infer<typeof copySchema>

/** A list of rows, such as owners. */
export const profileListSchema = z.object({
  path: z.string(),
  label: z.string(),
  row_label: z.string(),
  help: z.string().optional(),
  // Limited to 50, because a form renders all required rows as soon as it is opened.
  min_rows: z.int().min(0).max(50).optional(),
  max_rows: z.int().positive().max(200).optional(),
  copies: z.array(copySchema).optional(),
  fields: z.array(profileFieldSchema).max(200),
})
export type ProfileList = z.infer<typeof profileListSchema>

export const profileSectionSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  fields: z.array(profileFieldSchema).max(200).optional(),
  list: profileListSchema.optional(),
})
export type ProfileSection = z.infer<typeof profileSectionSchema>

/**
 * A payload profile describes the contents of the two required keys of a payload. The specification says that these contents are "not
 * shown" (section 4.2). `schema` (JSON Schema 2020-12) decides what may be sent. `sections` describes the form that the broker fills in.
 * `assumed` lists the payload paths that the app's developers chose because the specification does not show them.
 */
export const payloadProfileSchema = z.object({
  kind: z.literal('payload-profile'),
  id: z.string().regex(/^[a-z0-9-]+$/),
  version: z.int().positive(),
  title: z.string(),
  assumed: z.array(z.string()),
  schema: z.record(z.string(), z.unknown()),
  sections: z.array(profileSectionSchema).min(1).max(50),
  document_kinds: z.array(z.object({ value: z.string(), label: z.string(), assumed: z.boolean() })).min(1),
  /**
   * Kinds of documents without which the partner often sends an application back. Before the submission, the app lists those that are
   * missing, but the broker can submit anyway.
   */
  expected_documents: z.array(z.string()),
  /**
   * The months for which an application needs bank statements: the last full months, and also the current month if today is after the day
   * `month_to_date_after_day`.
   */
  statements: z.object({
    months: z.int().min(1).max(24),
    month_to_date_after_day: z.int().min(1).max(31),
  }),
  /** Translations by language code (`es`): each text of this profile with its translation into that language. */
  translations: z.record(z.string(), z.record(z.string(), z.string())).optional(),
})
export type PayloadProfile = z.infer<typeof payloadProfileSchema>
