import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const numbers: (typeof en)['numbers'] = {
  money: {
    unreadable: 'Escriba un monto como 35,000, 35k o 1.5m.',
    grouping: 'Separe los miles con comas, como 35,000.',
    decimal_comma: 'Use un punto para los centavos, como 1,234.50. Use comas solo para los miles.',
    point_or_thousands: 'Este punto puede indicar miles o centavos. Escriba 1,234 o 1.23.',
    currency: 'Escriba el monto en dólares estadounidenses.',
    mil: '“mil” puede significar mil o millón. Escriba 35k o 35m.',
    fraction_of_cent: 'Use como máximo dos dígitos después del punto.',
    too_large: 'Este monto es demasiado grande.',
    negative: 'Este monto no puede ser negativo.',
  },
  count: {
    unreadable: 'Escriba un número entero, solo con dígitos.',
    grouping: 'Separe los miles con comas, como 1,200.',
    fraction: 'Escriba un número entero, sin decimales.',
  },
  decimal: {
    unreadable: 'Escriba un número como 1.25.',
    comma_or_thousands: 'Esta coma puede indicar miles o decimales. Use un punto decimal, como 1.25.',
  },
  percent: {
    unreadable: 'Escriba un porcentaje como 51 o 33.33.',
    comma_or_thousands: 'Esta coma puede indicar miles o decimales. Use un punto decimal, como 33.33.',
    fraction_alone: 'Escriba el porcentaje completo, como 33 1/3 o 33.33.',
  },
  between: (from, to) => `Escriba un número entre ${from} y ${to}.`,
  decimals: (most) => plural(most, 'Use como máximo un decimal.', (n) => `Use como máximo ${n} decimales.`),
}
