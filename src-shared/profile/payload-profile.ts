import { z } from 'zod'

/** Field types. They decide how a field is typed, shown, and converted to its wire value. */
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
  /** True for a value that belongs to one application, such as a signature. A duplicate of the deal starts without this value. */
  clear_on_duplicate: z.boolean().optional(),
  renew_on_duplicate: z
    .boolean()
    .optional()
    .meta({ deprecated: true, description: 'The earlier name of clear_on_duplicate.' }),
  /** True for a date field that may contain a date after today. */
  may_be_future: z.boolean().optional(),
  /** The width in the form's grid of twelve columns. Twelve if it is missing. */
  width: z.int().min(1).max(12).optional(),
  /** Other headings of the field's column in an imported file. */
  synonyms: z.array(z.string().max(100)).max(50).optional(),
})

/** A field of the form. `path` is the dotted path of its value in the payload (`company.address.zip`) or, in a list, within the row. */
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
  // Limited, because a form renders all required rows as soon as it is opened.
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
 * A payload profile describes the contents of the two required keys of a payload. The specification leaves these contents "not shown"
 * (section 4.2). `schema` (JSON Schema 2020-12) decides what may be sent. `sections` describes the form in which a broker enters it.
 * `assumed` names the payload paths that are our choice and not the specification's.
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
   * Document kinds without which the partner often sends an application back. The app names missing ones before submission, but never
   * blocks it.
   */
  expected_documents: z.array(z.string()),
  /** The bank statements that an application needs: the last full months, and the current month if today is after the given day. */
  statements: z.object({
    months: z.int().min(1).max(24),
    month_to_date_after_day: z.int().min(1).max(31),
  }),
  /** Translations by language code (`es`): each text of this profile with its translation into that language. */
  translations: z.record(z.string(), z.record(z.string(), z.string())).optional(),
})
export type PayloadProfile = z.infer<typeof payloadProfileSchema>
