import { type PrintedDate, turned } from '../../../../src-shared/platform/base/printed-dates.ts'
import { bitsOf } from './chains.ts'

/** Entries that count with one sign. With the sign 0, they are no entries, but can be balances of days. */
interface DatedGroup {
  sign: number
  entries: readonly { date: PrintedDate | null; cents: number }[]
}

/** A day of a period that may run into the next year, as a number that grows with time. */
const dayNumber = ({ month, day }: PrintedDate, first: PrintedDate) =>
  ((month - first.month + 12) % 12) * 31 + day

/** What it proves that the balances of days which a list prints follow from the entries, whether dates begin with the month or the day. */
export const dailyBits = (groups: readonly DatedGroup[], opening: number, closing: number): number =>
  Math.max(
    ...[(date: PrintedDate) => date, turned].map((read) => dailyBitsWith(groups, opening, closing, read)),
  )

function dailyBitsWith(
  groups: readonly DatedGroup[],
  opening: number,
  closing: number,
  read: (date: PrintedDate) => PrintedDate,
): number {
  const counted = groups.filter(({ sign }) => sign !== 0)
  const entries = counted.flatMap((group) =>
    group.entries.map(({ date, cents }) => ({
      date: date === null ? null : read(date),
      cents: cents * group.sign,
    })),
  )
  const first = entries.find(({ date }) => date !== null)?.date
  if (first === null || first === undefined) return 0
  const changes = entries.flatMap(({ date, cents }) =>
    date === null ? [] : [{ day: dayNumber(date, first), cents }],
  )
  const balanceOn = (last: number) =>
    changes.reduce((sum, { day, cents }) => (day <= last ? sum + cents : sum), opening)
  const listed = groups.filter(({ sign }) => sign === 0).flatMap((group) => group.entries)
  return listed.reduce((sum, { date, cents }) => {
    // The balance of the last day says no more than the closing balance.
    const isNew = cents !== opening && cents !== closing
    const isRight = isNew && date !== null && balanceOn(dayNumber(read(date), first)) === cents
    return sum + (isRight ? bitsOf(cents) - 2 : 0)
  }, 0)
}
