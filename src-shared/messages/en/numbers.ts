import { plural } from '../plural.ts'

/** Problems with entered numbers. The keys are the problem codes of `src-shared/entry/`. */
export const numbers = {
  money: {
    unreadable: 'Enter an amount like 35,000, 35k, or 1.5m.',
    grouping: 'Separate thousands with commas, like 35,000.',
    decimal_comma: 'Use a decimal point for cents, like 1,234.50. Use commas only for thousands.',
    point_or_thousands: 'This point can mean thousands or cents. Enter 1,234 or 1.23.',
    currency: 'Enter the amount in US dollars.',
    mil: '“mil” can mean thousand or million. Enter 35k or 35m.',
    fraction_of_cent: 'Use at most two digits after the decimal point.',
    too_large: 'This amount is too large.',
    negative: 'This amount cannot be negative.',
  },
  count: {
    unreadable: 'Enter a whole number, digits only.',
    grouping: 'Separate thousands with commas, like 1,200.',
    fraction: 'Enter a whole number without decimals.',
  },
  decimal: {
    unreadable: 'Enter a number like 1.25.',
    comma_or_thousands: 'This comma can mean thousands or decimals. Use a decimal point, like 1.25.',
  },
  percent: {
    unreadable: 'Enter a percentage like 51 or 33.33.',
    comma_or_thousands: 'This comma can mean thousands or decimals. Use a decimal point, like 33.33.',
    fraction_alone: 'Enter the full percentage, like 33 1/3 or 33.33.',
  },
  between: (from: string, to: string) => `Enter a number from ${from} to ${to}.`,
  decimals: (most: number) =>
    plural(most, 'Use at most one decimal place.', (n) => `Use at most ${n} decimal places.`),
}
