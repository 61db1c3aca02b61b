import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const creditBox: (typeof en)['creditBox'] = {
  title: 'Criterios de crédito',
  intro:
    'Lo que aceptan sus financiadores. Un borrador que queda fuera se marca antes de enviarse, con el motivo. Una marca nunca lo detiene.',
  none: 'Todavía no hay criterios. No se marca nada.',
  add: 'Agregar criterios',
  remove: 'Quitar',
  removeNamed: (name) => `Quitar ${name}`,
  newName: 'Mi financiador habitual',
  saved: 'Guardado. Los borradores se evalúan así desde ahora.',
  unnamed: 'Dé un nombre a cada grupo de criterios.',
  name: 'Nombre',
  fields: {
    minimum_amount: 'Monto mínimo',
    maximum_amount: 'Monto máximo',
    minimum_score: 'Puntaje de crédito mínimo',
    minimum_revenue: 'Ingresos mensuales mínimos',
    minimum_months: 'Meses en operación, mínimo',
    maximum_positions: 'Adelantos abiertos, máximo',
    maximum_times_revenue: 'Monto, máximo de veces los ingresos mensuales',
    states: 'Estados que no acepta',
    industries: 'Industrias que no acepta',
  },
  industriesHint:
    'El comienzo de un código NAICS o SIC (713), un rango de códigos (44-45) o una palabra (cannabis). Presione Enter después de cada uno.',
  noRule: 'Sin regla',
  outside: (count) =>
    plural(count, '1 dato queda fuera de los criterios', (n) => `${n} datos quedan fuera de los criterios`),
  outsideShort: (count) => plural(count, '1 fuera de criterios', (n) => `${n} fuera de criterios`),
  goThere: 'Ir al campo',
  fine: 'Puede enviarla de todos modos.',
  reasonOf: (box, reason) => `${box}: ${reason}`,
  reasons: {
    amount_low: (amount, limit) => `pide ${amount}; acepta desde ${limit}`,
    amount_high: (amount, limit) => `pide ${amount}; acepta hasta ${limit}`,
    score_low: (score, limit) => `puntaje de crédito de ${score}; acepta desde ${limit}`,
    revenue_low: (revenue, limit) => `${revenue} al mes; acepta desde ${limit}`,
    months_low: (months, limit) =>
      `${plural(months, '1 mes', (n) => `${n} meses`)} en operación; acepta desde ${limit}`,
    state: (state) => `no acepta ${state}`,
    industry: (industry) => `no acepta esta industria (${industry})`,
    positions_high: (positions, limit) =>
      `${plural(positions, '1 adelanto abierto', (n) => `${n} adelantos abiertos`)}; acepta hasta ${limit}`,
    times_revenue: (amount, times, limit) =>
      `pide ${amount}; ${times} veces los ingresos mensuales son ${limit}`,
  },
}
