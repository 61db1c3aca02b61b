import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listOf } from './list-answer.ts'
import { centsOf, readListedOffer, readOffer } from './offer-mapping.ts'

describe('centsOf', () => {
  /** An amount with three decimal places, as whole dollars and thousandths of a dollar. */
  const amount = fc.record({
    dollars: fc.integer({ min: 0, max: 999_999_999 }),
    thousandths: fc.integer({ min: 0, max: 999 }),
  })
  const modelOf = ({ dollars, thousandths }: { dollars: number; thousandths: number }) =>
    dollars * 100 + Math.floor((thousandths + 5) / 10)
  const decimals = (thousandths: number) => String(thousandths).padStart(3, '0')

  test('converts decimal text to cents, and rounds half a cent away from zero', () => {
    fc.assert(
      fc.property(amount, fc.boolean(), fc.boolean(), (value, isNegative, hasCommas) => {
        const dollars = hasCommas ? value.dollars.toLocaleString('en-US') : String(value.dollars)
        const cents = modelOf(value)
        const text = `${isNegative ? '-' : ''}${dollars}.${decimals(value.thousandths)}`
        expect(centsOf(text)).toBe(isNegative ? 0 - cents : cents)
      }),
    )
  })

  test('converts a number in the same way as its decimal text', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(centsOf(Number(`${value.dollars}.${decimals(value.thousandths)}`))).toBe(modelOf(value))
      }),
    )
  })

  test.each([
    [1.005, 101],
    ['0.285', 29],
    ['$1,234.5', 123_450],
    ['-$5', -500],
    ['  70 ', 7000],
    [5e-7, 0],
    [-0, 0],
    ['-0.001', 0],
    [1e21, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    ['12345678901234567890', null],
    ['1,23', null],
    ['1.', 100],
    ['35k', 3_500_000],
    ['1.5m', 150_000_000],
    ['35 mil', null],
    ['1e5', null],
    ['', null],
    ['ten', null],
    [null, null],
    [{}, null],
    [true, null],
  ])('converts %j to %j', (value, cents) => {
    expect(centsOf(value)).toBe(cents)
  })

  test('returns null or a safe integer other than -0 for any value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.double(), fc.string()), (value) => {
        const cents = centsOf(value)
        expect(cents === null || Number.isSafeInteger(cents)).toBe(true)
        expect(Object.is(cents, -0)).toBe(false)
      }),
    )
  })
})

const ids = fc.string({ minLength: 1 }).filter((id) => id.trim() === id)
const fields = fc.record(
  {
    offer_id: fc.oneof(ids, fc.nat()),
    amount: fc.jsonValue(),
    term: fc.jsonValue(),
    payments: fc.jsonValue(),
    status: fc.jsonValue(),
    offer: fc.jsonValue(),
    data: fc.jsonValue(),
  },
  { requiredKeys: ['offer_id'] },
)

const readAll = (entries: unknown[]) => entries.flatMap((entry) => readListedOffer(entry) ?? [])

describe('reading offers', () => {
  test('returns only offers with an id and valid numbers from any JSON', () => {
    const body = fc.oneof(fc.jsonValue(), fc.record({ offers: fc.array(fields) }), fc.array(fields))
    fc.assert(
      fc.property(body, (answer) => {
        const single = readOffer(answer)
        const offers = [...readAll(listOf(answer, 'offers') ?? []), ...(single === null ? [] : [single])]
        for (const { offer_id, payments, amount_cents } of offers) {
          expect(offer_id).not.toBe('')
          expect(payments === null || (Number.isSafeInteger(payments) && payments >= 0)).toBe(true)
          expect(amount_cents === null || Number.isSafeInteger(amount_cents)).toBe(true)
        }
      }),
    )
  })

  test('reads any offer with an id, regardless of its other fields, with or without a wrapper object around the offer', () => {
    fc.assert(
      fc.property(fields, (record) => {
        expect(readOffer(record)).not.toBeNull()
        expect(readOffer({ offer: record })?.offer_id).toBe(readListedOffer(record)?.offer_id)
      }),
    )
  })

  test('keeps every offer with an id, in the order of the list', () => {
    const list = fc.array(fc.oneof(fields, fc.constant({}), fc.constant(null)))
    fc.assert(
      fc.property(list, (entries) => {
        const reported = entries.flatMap((entry) =>
          entry && 'offer_id' in entry ? [String(entry.offer_id)] : [],
        )
        const read = readAll(listOf({ offers: entries }, 'offers') ?? [])
        expect(read.map(({ offer_id }) => offer_id)).toEqual(reported)
      }),
    )
  })
})
