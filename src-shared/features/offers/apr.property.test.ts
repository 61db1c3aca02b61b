import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayText, readDay } from '../../platform/entry/business-days.ts'
import { agreesWithApr, estimateApr, type AprBasis } from './apr.ts'
import { FREQUENCIES } from '../../platform/partner/offer-words.ts'

/*
 * A second implementation of Regulation Z, Appendix J, to check the app's APRs. It uses other methods than the app: it steps through Date
 * objects day by day, and takes holidays from a list. It calculates the unpaid balance from payment to payment, (a)(2), in integers with 50
 * decimals. The balance after the last payment rises with the rate. At the correct APR, this balance is zero.
 */

const HOLIDAYS = new Set(
  `2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25
   2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25
   2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-23 2028-12-25
   2029-01-01 2029-01-15 2029-02-19 2029-05-28 2029-06-19 2029-07-04 2029-09-03 2029-10-08 2029-11-12 2029-11-22 2029-12-25
   2030-01-01 2030-01-21 2030-02-18 2030-05-27 2030-06-19 2030-07-04 2030-09-02 2030-10-14 2030-11-11 2030-11-28 2030-12-25`.split(
    /\s+/,
  ),
)

const textOf = (date: Date) => date.toISOString().slice(0, 10)
const plusDays = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000)
const daysBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 86_400_000)
const isOpen = (date: Date) => ![0, 6].includes(date.getUTCDay()) && !HOLIDAYS.has(textOf(date))

/** Returns the same day of an earlier month. If that month has no such day, returns its last day. */
function monthsEarlier(date: Date, months: number): Date {
  const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months + 1, 0))
  if (month.getUTCDate() > date.getUTCDate()) month.setUTCDate(date.getUTCDate())
  return month
}

/** Returns the number of full months, counted back from the later date, and the number of remaining days. */
function monthsAndDays(from: Date, to: Date): [number, number] {
  let months = 0
  while (monthsEarlier(to, months + 1) >= from) months++
  return [months, daysBetween(from, monthsEarlier(to, months))]
}

/** Like `monthsAndDays`, for a series of payments: the last day of February also counts as the 29th, 30th, and 31st. */
function monthsAndDaysOfSeries(from: Date, to: Date): [number, number] {
  const is_last_of_february = to.getUTCMonth() === 1 && plusDays(to, 1).getUTCMonth() === 2
  if (!is_last_of_february || from.getUTCDate() < to.getUTCDate()) return monthsAndDays(from, to)
  return [12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth(), 0]
}

/**
 * The time from one payment to the next, in the terms of Appendix J: a number of whole unit-periods (the regular time between payments,
 * such as a month), preceded by odd days, which are a remainder shorter than a unit-period. `odd` contains the number of odd days and the
 * number of days in a unit-period. `whole` is the number of whole unit-periods.
 */
interface Step {
  odd: [number, number]
  whole: number
  cents: number
}

function stepsOf({ schedule, dates }: AprBasis): { steps: Step[]; a_year: [number, number] } {
  const { payments, payment_cents, last_payment_cents, frequency } = schedule
  const funding = new Date(`${dayText(dates.funding ?? Number.NaN)}T00:00:00Z`)
  const first = new Date(`${dayText(dates.first_payment ?? Number.NaN)}T00:00:00Z`)
  const centsOf = (at: number) => (at === payments - 1 ? last_payment_cents : payment_cents)
  if (payments === 1) {
    const [months, days] = monthsAndDays(funding, first)
    if (days === 0) return { steps: [{ odd: [0, 1], whole: 1, cents: centsOf(0) }], a_year: [12, months] }
    return {
      steps: [{ odd: [0, 1], whole: 1, cents: centsOf(0) }],
      a_year: [365, daysBetween(funding, first)],
    }
  }
  if (frequency === 'daily') {
    const steps: Step[] = []
    let [from, day] = [funding, first]
    while (steps.length < payments) {
      steps.push({ odd: [0, 1], whole: daysBetween(from, day), cents: centsOf(steps.length) })
      from = day
      do day = plusDays(day, 1)
      while (!isOpen(day))
    }
    return { steps, a_year: [365, 1] }
  }
  const [length, a_year] = { weekly: [7, 52], biweekly: [14, 26], semimonthly: [15, 24], monthly: [30, 12] }[
    frequency
  ] as [number, number]
  const [months, days] = monthsAndDaysOfSeries(funding, first)
  const away =
    frequency === 'weekly' || frequency === 'biweekly' ? daysBetween(funding, first) : 30 * months + days
  // The time from the 16th to the 1st is a semimonth in every month. In February, the last day also counts as the 29th, 30th, and 31st.
  const last_of_month = new Date(
    Date.UTC(funding.getUTCFullYear(), funding.getUTCMonth() + 1, 0),
  ).getUTCDate()
  const is_semimonth =
    frequency === 'semimonthly' &&
    away < 20 &&
    first.getUTCDate() <= 15 &&
    funding.getUTCDate() === Math.min(first.getUTCDate() + 15, last_of_month)
  const [whole, rest] = frequency === 'monthly' ? [months, days] : [Math.floor(away / length), away % length]
  const steps = Array.from({ length: payments }, (_, at): Step => ({
    odd: at === 0 && !is_semimonth ? [rest, length] : [0, 1],
    whole: at === 0 && !is_semimonth ? whole : 1,
    cents: centsOf(at),
  }))
  return { steps, a_year: [a_year, 1] }
}

const ONE = 10n ** 50n

/**
 * Computes the unpaid balance after the last payment, in cents times 10^50. `hundredths` is the rate in hundredths of a percent a year,
 * with up to six decimals.
 */
function owedAtTheEnd(basis: AprBasis, hundredths: number): bigint {
  const { steps, a_year } = stepsOf(basis)
  const yearly = (BigInt(Math.round(hundredths * 1e6)) * ONE) / 10n ** 10n
  const rate = (yearly * BigInt(a_year[1])) / BigInt(a_year[0])
  let owed = BigInt(basis.financed_cents) * ONE
  for (const { odd, whole, cents } of steps) {
    owed += (((owed * rate) / ONE) * BigInt(odd[0])) / BigInt(odd[1])
    for (let period = 0; period < whole; period++) owed += (owed * rate) / ONE
    owed -= BigInt(cents) * ONE
  }
  return owed
}

const START = readDay('2026-01-01') ?? 0
/** Generates offers with funding on any date. The period before the first payment is regular, short, or long. */
const offers: fc.Arbitrary<AprBasis> = fc
  .record({
    amount: fc.integer({ min: 1_000_00, max: 500_000_00 }),
    factor: fc.integer({ min: 1_010, max: 1_600 }),
    fees: fc.integer({ min: 0, max: 120 }),
    payments: fc.integer({ min: 1, max: 260 }),
    frequency: fc.constantFrom(...FREQUENCIES, 'daily' as const, 'daily' as const),
    funding: fc.integer({ min: START, max: START + 364 }),
    until_first: fc.integer({ min: 1, max: 45 }),
  })
  .map(({ amount, factor, fees, frequency, funding, until_first, ...made }) => {
    const most = { daily: 260, weekly: 104, biweekly: 52, semimonthly: 48, monthly: 36 }[frequency]
    // Generate either one payment, or enough payments that a period occurs at least twice. `apr.test.ts` covers the special case in
    // between.
    const many = made.payments % most
    const payments = many <= 1 ? 1 : Math.max(many, frequency === 'daily' ? 6 : 3)
    const payback = Math.round((amount * factor) / 1_000)
    const payment = Math.floor(payback / payments)
    return {
      financed_cents: amount - Math.round((amount * fees) / 1_000),
      schedule: {
        payment_cents: payment,
        payments,
        last_payment_cents: payback - payment * (payments - 1),
        frequency,
      },
      dates: { offered: funding - 1, funding, first_payment: firstOf(frequency, funding + until_first) },
    }
  })

/**
 * Returns the first date on or after `day` that suits the test. Daily payments must begin on a business day. Other payments must begin on
 * the 28th or earlier; `appendix-j.test.ts` covers later days.
 */
function firstOf(frequency: string, day: number): number {
  const at = new Date(`${dayText(day)}T00:00:00Z`)
  if (frequency === 'daily' && !isOpen(at)) return firstOf(frequency, day + 1)
  return frequency !== 'daily' && at.getUTCDate() > 28 ? firstOf(frequency, day + 1) : day
}

/**
 * Dates of funding and of the first of several semimonthly payments, near the end of a month. An earlier version of the independent
 * calculation in this file got each of these first periods wrong. For example, January 31 to February 16 is more than a semimonth, and
 * February 28 to March 14 is exactly one.
 */
const END_OF_MONTH: [AprBasis][] = [
  ['2026-01-30', '2026-02-28'],
  ['2026-01-31', '2026-02-16'],
  ['2026-01-31', '2026-02-28'],
  ['2026-02-28', '2026-03-14'],
  ['2026-03-31', '2026-04-16'],
  ['2026-12-31', '2027-01-16'],
].map(([funding, first]) => [
  {
    financed_cents: 1_000_00,
    schedule: {
      payment_cents: 336_66,
      payments: 3,
      last_payment_cents: 336_68,
      frequency: 'semimonthly',
    },
    dates: { offered: START, funding: readDay(funding ?? null), first_payment: readDay(first ?? null) },
  },
])

test('the APR equals that of an independent implementation, to a hundredth of a percent, for 6,000 offers', () => {
  fc.assert(
    fc.property(offers, (basis) => {
      const { apr } = estimateApr(basis) ?? { apr: 'none' }
      const hundredths = Math.round(Number(apr) * 100)
      // The app's APR is the exact APR, rounded to a hundredth of a percent. The two therefore differ by at most half a hundredth. The test
      // allows a millionth of a hundredth more, because doubles are imprecise.
      expect(owedAtTheEnd(basis, hundredths - 0.500_001) < 0n).toBe(true)
      expect(owedAtTheEnd(basis, hundredths + 0.500_001) > 0n).toBe(true)
    }),
    { examples: END_OF_MONTH },
  )
})

/**
 * An offer whose APR is almost exactly 2,567.665 %, halfway between two hundredths of a percent. The bisection in the test below rounds
 * this APR down, and the app's method rounds it up.
 */
const HALF_A_HUNDREDTH: [AprBasis] = [
  {
    financed_cents: 361_916_86,
    schedule: { payment_cents: 72_392_44, payments: 9, last_payment_cents: 72_392_52, frequency: 'daily' },
    dates: { offered: START, funding: readDay('2026-01-05'), first_payment: readDay('2026-01-08') },
  },
]

test('a reported APR that equals an independently calculated one is accepted, and one that differs by 0.27 percentage points is not', () => {
  fc.assert(
    fc.property(offers, (basis) => {
      let [low, high] = [0, 4_000_000]
      for (let step = 0; step < 34; step++) {
        const middle = (low + high) / 2
        if (owedAtTheEnd(basis, middle) < 0n) low = middle
        else high = middle
      }
      const reported = (low / 100).toFixed(2)
      expect(agreesWithApr(reported, basis)).toBe(true)
      // The app's tolerance is at most 0.25 percentage points. The bisection in this test and the app's method may round to neighboring
      // hundredths. The smallest difference that is certainly too large is therefore 0.27.
      expect(agreesWithApr((low / 100 + 0.27).toFixed(2), basis)).toBe(false)
      expect(agreesWithApr((low / 100 - 0.27).toFixed(2), basis)).toBe(false)
    }),
    { numRuns: 150, examples: [...END_OF_MONTH, HALF_A_HUNDREDTH] },
  )
})

test('extreme figures give a valid APR or none, without an error', () => {
  const amount = fc.oneof(
    fc.integer({ min: -10, max: 10 }),
    fc.maxSafeInteger(),
    fc.constantFrom(Number.MAX_SAFE_INTEGER, 0, -0),
  )
  const day = fc.option(fc.integer({ min: START - 30_000, max: START + 60_000 }))
  const bases = fc.record({
    financed_cents: amount,
    schedule: fc.record({
      payment_cents: amount,
      payments: fc.oneof(fc.integer({ min: -1, max: 400 }), fc.maxSafeInteger()),
      last_payment_cents: amount,
      frequency: fc.constantFrom(...FREQUENCIES),
    }),
    dates: fc.record({
      offered: fc.integer({ min: START, max: START + 1_000 }),
      funding: day,
      first_payment: day,
    }),
  })
  fc.assert(
    fc.property(bases, (basis) => {
      const estimate = estimateApr(basis)
      if (estimate !== null) expect(estimate.apr).toMatch(/^\d+\.\d\d$/)
      expect(typeof agreesWithApr('100', basis)).toBe('boolean')
    }),
  )
})

test('the APR does not change if all amounts are ten times higher', () => {
  fc.assert(
    fc.property(offers, (basis) => {
      const { schedule } = basis
      const larger = {
        ...basis,
        financed_cents: basis.financed_cents * 10,
        schedule: {
          ...schedule,
          payment_cents: schedule.payment_cents * 10,
          last_payment_cents: schedule.last_payment_cents * 10,
        },
      }
      expect(estimateApr(larger)?.apr).toBe(estimateApr(basis)?.apr)
    }),
  )
})
