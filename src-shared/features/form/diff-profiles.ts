import type { EndpointProfile } from '../../platform/partner/endpoint-profile.ts'
import type { PayloadProfile } from './payload-profile.ts'
import { discountAmountOf } from '../../platform/partner/offer-units.ts'
import { localizedText } from './localized-profile.ts'

/** One difference between two profiles. `before` is null for an added value, and `after` is null for a removed value. */
export interface ProfileChange {
  path: string
  label: string
  before: string | null
  after: string | null
}

/** The properties of each part of a profile as readable text. The key is the part's path. */
type Facts = Map<string, { label: string; facts: Record<string, unknown> }>

/** Lists the differences between two payload profiles, in the order of the newer profile. Parts that the newer profile lacks are last. */
export function diffProfiles(before: PayloadProfile, after: PayloadProfile): ProfileChange[] {
  return diff(factsOf(before), factsOf(after)).map((change) => ({
    ...change,
    label: localizedText(change.after === null ? before : after, change.label),
  }))
}

/** Lists the differences between two endpoint profiles by operation. */
export function diffEndpoints(before: EndpointProfile, after: EndpointProfile): ProfileChange[] {
  return diff(factsOfEndpoints(before), factsOfEndpoints(after))
}

function factsOfEndpoints(profile: EndpointProfile): Facts {
  const {
    endpoints,
    offer_fields = {},
    offer_words = {},
    offer_units = {},
    discount_amount,
    signing_keys,
    basic_credentials = 'raw',
  } = profile
  const facts: Facts = new Map()
  for (const [operation, { method, path, ...rest }] of Object.entries(endpoints))
    facts.set(operation, { label: operation, facts: { address: `${method} ${path}`, ...rest } })
  for (const [field, names] of Object.entries(offer_fields))
    facts.set(`offer_fields.${field}`, { label: field, facts: { names } })
  facts.set('commission_basis', {
    label: 'commission_basis',
    facts: { basis: profile.commission_basis },
  })
  for (const [word, names] of Object.entries(offer_words))
    facts.set(`offer_words.${word}`, { label: word, facts: { names } })
  for (const [field, rule] of Object.entries(offer_units))
    facts.set(`offer_units.${field}`, { label: field, facts: { ...rule } })
  facts.set('discount_amount', {
    label: 'discount_amount',
    facts: { amount: discountAmountOf(discount_amount) },
  })
  facts.set('basic_credentials', { label: 'basic_credentials', facts: { encoding: basic_credentials } })
  facts.set('signing_keys', { label: 'signing_keys', facts: { names: signing_keys } })
  return facts
}

function factsOf(profile: PayloadProfile): Facts {
  const facts: Facts = new Map()
  for (const { id, title, fields = [], list } of profile.sections) {
    for (const { path, label, ...rest } of fields)
      facts.set(path, { label, facts: { label, section: title, ...rest } })
    if (list === undefined) continue
    const { path: rows, label, fields: columns, ...rest } = list
    facts.set(rows, { label, facts: { label, section: title || id, ...rest } })
    for (const { path, label: name, ...more } of columns)
      facts.set(`${rows}.${path}`, { label: name, facts: { label: name, section: title, ...more } })
  }
  for (const { value, label, assumed } of profile.document_kinds)
    facts.set(`document_kinds.${value}`, {
      label,
      facts: { label, assumed, expected: profile.expected_documents.includes(value) },
    })
  const { sections: _sections, document_kinds: _kinds, expected_documents: _expected, ...rest } = profile
  const { kind: _kind, id: _id, version: _version, title: _title, ...rules } = rest
  for (const [key, value] of Object.entries(rules)) facts.set(key, { label: key, facts: { [key]: value } })
  return facts
}

function diff(before: Facts, after: Facts): ProfileChange[] {
  const changes: ProfileChange[] = []
  for (const [path, { label, facts }] of after) {
    const old = before.get(path)
    if (old === undefined) changes.push({ path, label, before: null, after: formatFacts(facts) })
    else {
      const keys = [...new Set([...Object.keys(old.facts), ...Object.keys(facts)])].filter(
        (key) => canonical(old.facts[key]) !== canonical(facts[key]),
      )
      if (keys.length > 0)
        changes.push({ path, label, before: formatFacts(old.facts, keys), after: formatFacts(facts, keys) })
    }
  }
  for (const [path, { label, facts }] of before)
    if (!after.has(path)) changes.push({ path, label, before: formatFacts(facts), after: null })
  return changes
}

const LONGEST = 300

/** Formats properties as `type: text, required: true`. Leaves out properties without a value. */
function formatFacts(facts: Record<string, unknown>, keys = Object.keys(facts)): string {
  const said = keys
    .filter((key) => facts[key] !== undefined)
    .map((key) => `${key}: ${typeof facts[key] === 'string' ? facts[key] : canonical(facts[key])}`)
  const text = said.length === 0 ? '–' : said.join(', ')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** Returns the same text for equal values, regardless of the order of keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(', ')}]`
  if (typeof value !== 'object' || value === null) return value === undefined ? '–' : JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${key}: ${canonical(one)}`).join(', ')}}`
}
