import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const creditBox: (typeof en)['creditBox'] = {
  title: 'Criterios de financiadores',
  intro:
    'Indique lo que aceptan sus financiadores. Los borradores que no cumplen se marcan, con el motivo, antes de enviarlos. Aun así puede enviarlos.',
  none: 'Todavía no hay criterios.',
  add: 'Agregar criterios',
  remove: 'Quitar',
  removeNamed: (name) => `Quitar ${name}`,
  newName: 'Mi financiador habitual',
  saved: 'Guardado. Los borradores ahora se revisan con estos criterios.',
  unnamed: 'Escriba un nombre para cada financiador.',
  name: 'Nombre',
  fields: {
    minimum_amount: 'Monto mínimo',
    maximum_amount: 'Monto máximo',
    minimum_score: 'Puntaje de crédito mínimo',
    minimum_revenue: 'Ingresos mensuales mínimos',
    minimum_months: 'Mínimo de meses en operación',
    maximum_positions: 'Máximo de adelantos abiertos',
    maximum_times_revenue: 'Monto máximo en múltiplos de los ingresos mensuales',
    states: 'Estados excluidos',
    industries: 'Industrias excluidas',
  },
  industriesHint:
    'Escriba el comienzo de un código NAICS o SIC (713), un rango de códigos (44-45) o una palabra (cannabis). Presione Intro después de cada uno.',
  noRule: 'Sin límite',
  outside: (count) =>
    plural(count, '1 dato queda fuera de los criterios', (n) => `${n} datos quedan fuera de los criterios`),
  outsideShort: (count) => plural(count, '1 fuera de criterios', (n) => `${n} fuera de criterios`),
  goThere: 'Ir al campo',
  fine: 'Puede enviarla de todos modos.',
  reasonOf: (box, reason) => `${box}: ${reason}`,
  reasons: {
    amount_low: (amount, limit) => `solicita ${amount}; mínimo ${limit}`,
    amount_high: (amount, limit) => `solicita ${amount}; máximo ${limit}`,
    score_low: (score, limit) => `puntaje de crédito ${score}; mínimo ${limit}`,
    revenue_low: (revenue, limit) => `ingresos mensuales ${revenue}; mínimo ${limit}`,
    months_low: (months, limit) =>
      `${plural(months, '1 mes', (n) => `${n} meses`)} en operación; mínimo ${limit}`,
    state: (state) => `excluye ${state}`,
    industry: (industry) => `excluye esta industria (${industry})`,
    positions_high: (positions, limit) =>
      `${plural(positions, '1 adelanto abierto', (n) => `${n} adelantos abiertos`)}; máximo ${limit}`,
    times_revenue: (amount, times, limit) =>
      `solicita ${amount}; ${times} veces los ingresos mensuales es ${limit}`,
  },
}
