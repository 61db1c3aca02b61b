import { plural } from '../plural.ts'

/** Why a number that was typed is not understood. The keys are the problems of `src-shared/entry/`. */
export const numbers = {
  money: {
    unreadable: 'Write an amount like 35,000, 35k, or 1.5m.',
    grouping: 'Separate thousands in groups of three digits, like 35,000.',
    decimal_comma: 'Write cents after a point, like 1,234.50. A comma only separates thousands.',
    point_or_thousands: 'This point can mean thousands or cents. Write 1,234 or 1.23.',
    currency: 'Write the amount in US dollars.',
    mil: '“mil” can mean thousand or million. Write 35k or 35m.',
    fraction_of_cent: 'An amount has at most two digits after the point.',
    too_large: 'This amount is too large.',
    negative: 'This amount cannot be negative.',
  },
  count: {
    unreadable: 'Write a whole number, only in digits.',
    grouping: 'Separate thousands in groups of three digits, like 1,200.',
    fraction: 'Write a whole number, without decimals.',
  },
  decimal: {
    unreadable: 'Write a number like 1.25.',
    comma_or_thousands: 'This comma can mean thousands or decimals. Write decimals after a point, like 1.25.',
  },
  percent: {
    unreadable: 'Write a percentage like 51 or 33.33.',
    comma_or_thousands:
      'This comma can mean thousands or decimals. Write decimals after a point, like 33.33.',
    fraction_alone: 'Write the percentage itself, like 33 1/3 or 33.33.',
  },
  between: (from: string, to: string) => `Write a number between ${from} and ${to}.`,
  decimals: (most: number) =>
    plural(most, 'Write at most one decimal.', (n) => `Write at most ${n} decimals.`),
}
