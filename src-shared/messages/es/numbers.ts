import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const numbers: (typeof en)['numbers'] = {
  money: {
    unreadable: 'Escriba un monto como 35,000, 35k o 1.5m.',
    grouping: 'Separe los miles en grupos de tres dígitos, como 35,000.',
    decimal_comma: 'Escriba los centavos después de un punto, como 1,234.50. La coma solo separa miles.',
    point_or_thousands: 'Este punto puede indicar miles o centavos. Escriba 1,234 o 1.23.',
    currency: 'Escriba el monto en dólares estadounidenses.',
    mil: '“mil” puede significar mil o millón. Escriba 35k o 35m.',
    fraction_of_cent: 'Un monto tiene a lo sumo dos dígitos después del punto.',
    too_large: 'Este monto es demasiado grande.',
    negative: 'Este monto no puede ser negativo.',
  },
  count: {
    unreadable: 'Escriba un número entero, solo con dígitos.',
    grouping: 'Separe los miles en grupos de tres dígitos, como 1,200.',
    fraction: 'Escriba un número entero, sin decimales.',
  },
  decimal: {
    unreadable: 'Escriba un número como 1.25.',
    comma_or_thousands:
      'Esta coma puede indicar miles o decimales. Escriba los decimales después de un punto, como 1.25.',
  },
  percent: {
    unreadable: 'Escriba un porcentaje como 51 o 33.33.',
    comma_or_thousands:
      'Esta coma puede indicar miles o decimales. Escriba los decimales después de un punto, como 33.33.',
    fraction_alone: 'Escriba el porcentaje mismo, como 33 1/3 o 33.33.',
  },
  between: (from, to) => `Escriba un número entre ${from} y ${to}.`,
  decimals: (most) =>
    plural(most, 'Escriba a lo sumo un decimal.', (n) => `Escriba a lo sumo ${n} decimales.`),
}
