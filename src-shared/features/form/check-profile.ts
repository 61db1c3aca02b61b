import spanish from 'zod/v4/locales/es.js'
import type { z } from 'zod'
import type { FieldProblem } from '../../platform/base/errors.ts'
import { msg } from '../../platform/texts/msg.ts'
import { type PayloadProfile, payloadProfileSchema, type ProfileField } from './payload-profile.ts'
import { standardProfile } from './standard-profile.ts'
import { validateDraft } from './validate-draft.ts'
import { language } from '../../platform/texts/messages.ts'

/** The two top-level keys that every payload contains (spec section 4.2). */
const TOP_LEVEL = ['application', 'company'] as const
/** Names of fields that are never shown in full, even if the profile does not mark them as sensitive. */
const ALWAYS_SENSITIVE = new Set(['ssn', 'ein'])

/** Either a usable profile or, if the profile is unusable, the list of all its problems. Each problem names its path in the profile. */
export type CheckedProfile = { profile: PayloadProfile } | { problems: FieldProblem[] }

/**
 * Parses a payload profile and checks what its schema cannot express. Each field must occur once, within one of the two required keys of
 * the payload. SSN and EIN must be marked as sensitive. Expected documents must be of known kinds. The profile's own JSON Schema must be
 * usable. `today` is a date `YYYY-MM-DD`.
 */
export function checkProfile(text: string, today: string): CheckedProfile {
  const read = readProfile(payloadProfileSchema, text)
  if ('problems' in read) return read
  const profile = withStandardHints(read.profile)
  const problems = [
    ...fieldProblems(profile),
    ...documentProblems(profile),
    ...schemaProblems(profile, today),
  ]
  return problems.length === 0 ? { profile } : { problems }
}

/**
 * Gives fields without synonyms (other column headings in imported files) the synonyms of the standard form, and fields without
 * `statement_figure` that of the standard form.
 */
function withStandardHints(profile: PayloadProfile): PayloadProfile {
  const synonymsOf = new Map(fieldsOf(standardProfile).map(({ path, synonyms }) => [path, synonyms]))
  const figureOf = new Map(
    standardProfile.sections.flatMap(({ fields = [], list }) => [
      ...fields.map(({ path, statement_figure }) => [path, statement_figure] as const),
      ...(list?.fields ?? []).map(
        ({ path, statement_figure }) => [`${list?.path}.${path}`, statement_figure] as const,
      ),
    ]),
  )
  const hinted = (field: ProfileField, path = field.path): ProfileField => {
    const synonyms = field.synonyms ?? synonymsOf.get(field.path)
    const statement_figure = field.statement_figure ?? figureOf.get(path)
    return { ...field, ...(synonyms && { synonyms }), ...(statement_figure && { statement_figure }) }
  }
  return {
    ...profile,
    sections: profile.sections.map(({ fields, list, ...section }) => ({
      ...section,
      ...(fields && { fields: fields.map((field) => hinted(field)) }),
      ...(list && {
        list: { ...list, fields: list.fields.map((field) => hinted(field, `${list.path}.${field.path}`)) },
      }),
    })),
  }
}

const fieldsOf = ({ sections }: PayloadProfile): ProfileField[] =>
  sections.flatMap(({ fields = [], list }) => [...fields, ...(list?.fields ?? [])])

function fieldProblems({ sections }: PayloadProfile): FieldProblem[] {
  const text = msg.profiles.problems
  const seen = new Set<string>()
  const problems: FieldProblem[] = []
  const take = (payloadPath: string, at: string) => {
    if (!TOP_LEVEL.some((key) => payloadPath.startsWith(`${key}.`)))
      problems.push({ path: at, message: text.outside(payloadPath) })
    if (seen.has(payloadPath)) problems.push({ path: at, message: text.twice(payloadPath) })
    seen.add(payloadPath)
  }
  for (const [index, { fields = [], list }] of sections.entries()) {
    const own = fields.map((field, at) => ({
      field,
      payloadPath: field.path,
      at: `sections.${index}.fields.${at}`,
    }))
    const rows = (list?.fields ?? []).map((field, at) => ({
      field,
      payloadPath: `${list?.path}.${field.path}`,
      at: `sections.${index}.list.fields.${at}`,
    }))
    for (const { field, payloadPath, at } of [...own, ...rows]) {
      take(payloadPath, `${at}.path`)
      if (ALWAYS_SENSITIVE.has(field.type) && field.sensitive !== true)
        problems.push({ path: `${at}.sensitive`, message: text.sensitive(field.label) })
      if (field.type === 'choice' && (field.choices ?? []).length === 0)
        problems.push({ path: `${at}.choices`, message: text.noChoices(field.label) })
      const { statement_figure = 'none' } = field
      if (statement_figure !== 'none' && statement_figure.startsWith('position_') !== at.includes('.list.'))
        problems.push({ path: `${at}.statement_figure`, message: text.figurePlace(field.label) })
    }
  }
  return problems
}

function documentProblems({ document_kinds, expected_documents }: PayloadProfile): FieldProblem[] {
  const kinds = new Set(document_kinds.map(({ value }) => value))
  return expected_documents.flatMap((kind, at) =>
    kinds.has(kind)
      ? []
      : [{ path: `expected_documents.${at}`, message: msg.profiles.problems.unknownKind(kind) }],
  )
}

/**
 * Returns a problem if the profile's JSON Schema does not require the two top-level keys. Also runs the schema once, because a reference
 * without a target fails only when the schema is used.
 */
function schemaProblems(profile: PayloadProfile, today: string): FieldProblem[] {
  const text = msg.profiles.problems
  if (!isOfUsualSize(profile.schema)) return [{ path: 'schema', message: text.schemaTooLarge }]
  const { required } = profile.schema
  const missing = TOP_LEVEL.filter((key) => !Array.isArray(required) || !required.includes(key))
  try {
    const slow = patternsIn(profile.schema).filter((pattern) => !isLinearPattern(pattern))
    if (slow.length > 0)
      return slow.map((pattern) => ({ path: 'schema', message: text.pattern(pattern.slice(0, 100)) }))
    validateDraft(profile, {}, today)
  } catch {
    // The validator names no place in the schema that would help.
    return [{ path: 'schema', message: text.schema }]
  }
  return missing.map((key) => ({ path: 'schema.required', message: text.requiredKey(key) }))
}

/** Returns the regular expressions of a JSON Schema: every `pattern`, and the names in `patternProperties`. */
function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'pattern' && typeof value === 'string') return [value]
    const named = key === 'patternProperties' ? Object.keys(value ?? {}) : []
    return [...named, ...patternsIn(value)]
  })
}

const LONGEST = 300
const MOST_OPTIONAL = 8
/** Matches one token of a regular expression: an escape, a class, the start of a group, a quantifier, or any other single character. */
const TOKEN =
  /\\(?:[pPu]\{[^}]{1,40}\}|[^])|\[(?:\\[^]|[^\]\\]){0,80}\]|\((?:\?.)?|\{\d{1,4}(?:,\d{0,4})?\}|[^]/gu

/**
 * True if a regular expression is simple enough to always match in linear time. It may have at most one repetition of variable length,
 * outside of groups and after `^`. Profiles come from outside the app, and main runs their patterns after each change of a draft.
 */
export function isLinearPattern(pattern: string): boolean {
  if (pattern.length > LONGEST) return false
  let depth = 0
  let optional = 0
  let variable = 0
  let isSplit = false
  let before = ''
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (/^\\[1-9k]$/.test(token)) return false
    if (token.startsWith('(')) {
      if (token !== '(' && token !== '(?:') return false
      depth++
    } else if (token === ')') depth--
    else if (token === '|' && depth === 0) isSplit = true
    else if (token === '?') optional++
    else if (/^(?:[*+]|\{.*\})$/.test(token)) {
      const isFixed = /^\{\d+\}$/.test(token)
      if (before === ')' || (depth > 0 && !isFixed)) return false
      if (!isFixed) variable++
    }
    before = token
  }
  if (optional > MOST_OPTIONAL || variable > 1) return false
  return variable === 0 || (pattern.startsWith('^') && !isSplit)
}

/**
 * Maximum number of parts of a schema. Schemas of real forms have a few hundred. The limit matters, because main validates the whole draft
 * after every change.
 */
const MAX_PARTS = 20_000
const MAX_DEPTH = 100

/**
 * True if a JSON Schema has a usual size. False if it refers to itself, or if it has too many parts once its references are replaced.
 * Profiles from outside the app can contain such a schema.
 */
export function isOfUsualSize(schema: Record<string, unknown>): boolean {
  return countParts(schema, schema, new Map(), 0) <= MAX_PARTS
}

/** Counts the parts of a schema, with each reference replaced by its target. */
function countParts(root: unknown, part: unknown, known: Map<object, number>, depth: number): number {
  if (typeof part !== 'object' || part === null) return 0
  const counted = known.get(part)
  if (counted !== undefined) return counted
  if (depth > MAX_DEPTH) return Infinity
  // While the part is being counted, its size is infinite. If the part contains itself, the result is therefore infinite too.
  known.set(part, Infinity)
  let parts = 1
  for (const [key, inside] of Object.entries(part)) {
    const isReference = key === '$ref' && typeof inside === 'string'
    parts += countParts(root, isReference ? targetOf(root, inside) : inside, known, depth + 1)
  }
  known.set(part, parts)
  return parts
}

/** Returns the part of the schema to which a local reference (`#/$defs/address`) points. Returns null for any other reference. */
function targetOf(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return null
  const keys = reference.slice(1).split('/').slice(1)
  return keys.reduce<unknown>((at, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof at === 'object' && at !== null && Object.hasOwn(at, name)
      ? (at as Record<string, unknown>)[name]
      : null
  }, root)
}

/** Parses a profile. Returns its contents, or its schema problems by path in the language of the app. */
export function readProfile<Profile>(
  schema: z.ZodType<Profile>,
  text: string,
): { profile: Profile } | { problems: FieldProblem[] } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    const where = error instanceof Error ? error.message : ''
    return { problems: [{ path: '', message: msg.profiles.problems.noJson(where) }] }
  }
  // Only these messages of the schema library are shown to the broker, so only this call sets their language.
  const parsed = schema.safeParse(json, language() === 'es' ? { error: spanish().localeError } : {})
  return parsed.success
    ? { profile: parsed.data }
    : { problems: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) }
}
