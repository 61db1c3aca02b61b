import type { UnitPeriod } from './appendix-j.ts'

/** An example from Appendix J. Amounts are in cents, and the APR is in percent with two decimals. */
export interface PublishedExample {
  /** The paragraph of Appendix J to 12 CFR Part 1026. */
  paragraph: string
  what: string
  advance: { on: string; cents: number }
  first_payment_on: string
  /** The interval between payments; null for a single payment. */
  every: UnitPeriod | null
  first_cents: number
  regular_cents: number
  last_cents: number
  payments: number
  apr: string
}

const [MONTH, SEMIMONTH, WEEK]: UnitPeriod[] = [
  { unit: 'month', count: 1 },
  { unit: 'semimonth', count: 1 },
  { unit: 'week', count: 1 },
]
const level = (cents: number, payments: number) => ({
  first_cents: cents,
  regular_cents: cents,
  last_cents: cents,
  payments,
})
const odd = (first_cents: number, regular_cents: number, last_cents: number, payments: number) => ({
  first_cents,
  regular_cents,
  last_cents,
  payments,
})
const single = (from: string, cents: number, to: string, back: number) => ({
  advance: { on: from, cents },
  first_payment_on: to,
  every: null,
  ...level(back, 1),
})

/** The examples for the actuarial method that Appendix J to 12 CFR Part 1026 contains in (c)(1) to (c)(5), with their published APRs. */
export const PUBLISHED_EXAMPLES: readonly PublishedExample[] = [
  {
    paragraph: '(c)(1)(i)',
    what: 'monthly payments, regular first period',
    advance: { on: '1978-01-10', cents: 5_000_00 },
    first_payment_on: '1978-02-10',
    every: MONTH ?? null,
    ...level(230_00, 24),
    apr: '9.69',
  },
  {
    paragraph: '(c)(1)(ii)',
    what: 'monthly payments, long first period',
    advance: { on: '1978-02-10', cents: 6_000_00 },
    first_payment_on: '1978-04-01',
    every: MONTH ?? null,
    ...level(200_00, 36),
    apr: '11.82',
  },
  {
    paragraph: '(c)(1)(iii)',
    what: 'semimonthly payments, short first period',
    advance: { on: '1978-02-23', cents: 5_000_00 },
    first_payment_on: '1978-03-01',
    every: SEMIMONTH ?? null,
    ...level(219_17, 24),
    apr: '10.34',
  },
  {
    paragraph: '(c)(1)(iv)',
    what: 'quarterly payments, long first period',
    advance: { on: '1978-05-23', cents: 10_000_00 },
    first_payment_on: '1978-10-01',
    every: { unit: 'month', count: 3 },
    ...level(385_00, 40),
    apr: '8.97',
  },
  {
    paragraph: '(c)(1)(v)',
    what: 'weekly payments, long first period',
    advance: { on: '1978-03-20', cents: 500_00 },
    first_payment_on: '1978-04-21',
    every: WEEK ?? null,
    ...level(17_60, 30),
    apr: '14.96',
  },
  {
    paragraph: '(c)(2)(i)',
    what: 'monthly payments, irregular first payment',
    advance: { on: '1978-01-10', cents: 5_000_00 },
    first_payment_on: '1978-02-10',
    every: MONTH ?? null,
    ...odd(250_00, 230_00, 230_00, 24),
    apr: '10.08',
  },
  {
    paragraph: '(c)(2)(ii)',
    what: 'payments every four weeks, long first period, irregular first payment',
    advance: { on: '1978-03-18', cents: 400_00 },
    first_payment_on: '1978-04-20',
    every: { unit: 'week', count: 4 },
    ...odd(39_50, 38_31, 38_31, 12),
    apr: '28.50',
  },
  {
    paragraph: '(c)(3)(i)',
    what: 'monthly payments, irregular final payment',
    advance: { on: '1978-01-10', cents: 5_000_00 },
    first_payment_on: '1978-02-10',
    every: MONTH ?? null,
    ...odd(230_00, 230_00, 280_00, 24),
    apr: '10.50',
  },
  {
    paragraph: '(c)(3)(ii)',
    what: 'payments every two weeks, short first period, irregular final payment',
    advance: { on: '1978-04-03', cents: 200_00 },
    first_payment_on: '1978-04-11',
    every: { unit: 'week', count: 2 },
    ...odd(9_50, 9_50, 30_00, 20),
    apr: '12.22',
  },
  {
    paragraph: '(c)(4)(i)',
    what: 'monthly payments, irregular first and final payment',
    advance: { on: '1978-01-10', cents: 5_000_00 },
    first_payment_on: '1978-02-10',
    every: MONTH ?? null,
    ...odd(250_00, 230_00, 280_00, 24),
    apr: '10.90',
  },
  {
    paragraph: '(c)(4)(ii)',
    what: 'payments every two months, short first period, irregular first and final payment',
    advance: { on: '1978-01-10', cents: 8_000_00 },
    first_payment_on: '1978-03-01',
    every: { unit: 'month', count: 2 },
    ...odd(449_36, 465_00, 200_00, 20),
    apr: '7.30',
  },
  {
    paragraph: '(c)(5)(i)',
    what: 'a single payment in less than a year, measured in days',
    ...single('1978-01-03', 1_000_00, '1978-09-15', 1_080_00),
    apr: '11.45',
  },
  {
    paragraph: '(c)(5)(ii)',
    what: 'a single payment in less than a year, measured in months',
    ...single('1978-07-15', 1_000_00, '1979-01-15', 1_044_00),
    apr: '8.80',
  },
  {
    paragraph: '(c)(5)(iii)',
    what: 'a single payment in one to two years, the fraction measured in months',
    ...single('1978-01-17', 1_000_00, '1979-07-17', 1_135_19),
    apr: '8.76',
  },
  {
    paragraph: '(c)(5)(iv)',
    what: 'a single payment in exactly two years',
    ...single('1978-01-03', 1_000_00, '1980-01-03', 1_240_00),
    apr: '11.36',
  },
]
