import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'

/** The subset of JSON Schema to which zod converts the channels' input schemas. */
interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  minItems?: number
  minimum?: number
  maximum?: number
  format?: string
}

/** Strings that often cause errors in programs, and random strings. */
const NASTY = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    '../../../../etc/passwd',
    'file:///etc/passwd',
    "'; DROP TABLE deals; --",
    '\u0000',
    '\u202E\uFEFF',
    '\uD800',
    '{"a":',
    '-1',
    '1e309',
    'http://127.0.0.1:9/',
    'https://[::1',
    'x'.repeat(20_000),
  ),
  fc.string(),
  fc.string({ unit: 'binary' }),
)

/**
 * Generates inputs for a channel. About four of five inputs match the channel's schema and therefore reach its handler. `known` contains
 * ids of existing deals and documents, which the inputs use.
 */
export function inputsOf(schema: z.ZodType, known: readonly string[]): Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return fc.oneof({ weight: 4, arbitrary: fitting(json, known) }, { weight: 1, arbitrary: fc.jsonValue() })
}

function fitting(schema: JsonSchema, known: readonly string[]): Arbitrary<unknown> {
  const of = (inner: JsonSchema) => fitting(inner, known)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(of))
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [], additionalProperties } = schema
      if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object')
        return fc.dictionary(NASTY, of(additionalProperties), { maxKeys: 4 })
      const shape = Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, of(inner)]))
      return fc.record(shape, { requiredKeys: required })
    }
    case 'array':
      return fc.array(of(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 4 })
    case 'string':
      return schema.format === 'uuid' && known.length > 0
        ? fc.oneof(fc.constantFrom(...known), fc.uuid())
        : NASTY
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 53) + 1, max: schema.maximum ?? 2 ** 53 - 1 })
    case 'number':
      return fc.double({
        min: schema.minimum ?? -1e300,
        max: schema.maximum ?? 1e300,
        noNaN: true,
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

/** Corrupts file content: cuts it, changes bytes, removes or repeats a part, or inserts bytes. */
export function harmed(bytes: Buffer): Arbitrary<Buffer> {
  const at = fc.nat(Math.max(bytes.length - 1, 0))
  return fc.oneof(
    at.map((end) => bytes.subarray(0, end)),
    fc.array(fc.tuple(at, fc.nat(255)), { minLength: 1, maxLength: 20 }).map((changes) => {
      const copy = Buffer.from(bytes)
      for (const [place, byte] of changes) copy[place] = byte
      return copy
    }),
    fc.tuple(at, at).map(([from, to]) => Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])),
    fc
      .tuple(at, fc.uint8Array({ minLength: 1, maxLength: 2000 }))
      .map(([place, more]) => Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)])),
  )
}
