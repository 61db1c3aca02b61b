/** How invented banks print dates, and what they call their columns and figures. */

const MONTHS_EN = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const LONG_EN = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const LONG_ES = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

export type DateStyle = (day: string) => string
const parts = (day: string) => {
  const [year = '', month = '', date = ''] = day.split('-')
  return {
    year,
    month,
    date,
    name: MONTHS_EN[Number(month) - 1] ?? '',
    long: LONG_EN[Number(month) - 1] ?? '',
    es: LONG_ES[Number(month) - 1] ?? '',
  }
}
export const ROW_DATES: readonly DateStyle[] = [
  (day) => `${parts(day).month}/${parts(day).date}`,
  (day) => `${Number(parts(day).month)}/${Number(parts(day).date)}`,
  (day) => `${parts(day).month}/${parts(day).date}/${parts(day).year}`,
  (day) => `${parts(day).month}/${parts(day).date}/${parts(day).year.slice(2)}`,
  (day) => `${parts(day).name} ${Number(parts(day).date)}`,
  (day) => `${parts(day).date} ${parts(day).name.toUpperCase()}`,
  (day) => `${parts(day).date}-${parts(day).name}-${parts(day).year}`,
  (day) => `${parts(day).month}-${parts(day).date}`,
  (day) => day,
  (day) => `${parts(day).name} ${parts(day).date}, ${parts(day).year}`,
]
export const LONG_DATES: readonly DateStyle[] = [
  (day) => `${parts(day).long} ${Number(parts(day).date)}, ${parts(day).year}`,
  (day) => `${parts(day).month}/${parts(day).date}/${parts(day).year}`,
  (day) => `${parts(day).date} ${parts(day).name} ${parts(day).year}`,
]

/** Words of invented banks, in English and Spanish. */
export const WORDS = {
  en: {
    date: ['Date', 'Posting date', 'Post Date', 'Trans. date'],
    text: ['Description', 'Transaction details', 'Transaction', 'Particulars'],
    amount: ['Amount', 'Transaction amount'],
    debit: ['Withdrawals', 'Debits', 'Money out', 'Withdrawals / Debits', 'Paid out', 'Charges'],
    credit: ['Deposits', 'Credits', 'Money in', 'Deposits / Credits', 'Paid in', 'Additions'],
    balance: ['Balance', 'Running balance', 'Account balance', 'Ledger balance'],
    opening: ['Beginning balance', 'Opening balance', 'Previous balance', 'Starting balance'],
    closing: ['Ending balance', 'Closing balance', 'New balance', 'Ending account balance'],
    ins: ['Total deposits', 'Deposits and other credits', 'Money in', 'Total credits', 'Additions'],
    outs: ['Total withdrawals', 'Withdrawals and other debits', 'Money out', 'Total debits', 'Subtractions'],
    insHead: ['Deposits and credits', 'Deposits & other additions', 'Credits'],
    outsHead: [
      'Withdrawals and debits',
      'Other withdrawals',
      'Electronic payments and withdrawals',
      'Debits',
    ],
    checksHead: ['Checks paid', 'Checks'],
    daily: ['Daily balance summary', 'Daily ending balances', 'Balance by date'],
    to: ['to', 'through', '-', 'thru'],
    page: ['Page', 'PAGE', 'Pg'],
    of: 'of',
    account: ['Account number', 'Account', 'Acct no.'],
  },
  es: {
    date: ['Fecha'],
    text: ['Descripción', 'Detalle', 'Concepto'],
    amount: ['Importe', 'Monto'],
    debit: ['Retiros', 'Débitos', 'Cargos'],
    credit: ['Depósitos', 'Créditos', 'Abonos'],
    balance: ['Saldo', 'Balance'],
    opening: ['Saldo inicial', 'Saldo anterior', 'Balance inicial'],
    closing: ['Saldo final', 'Saldo al cierre', 'Nuevo saldo'],
    ins: ['Total de depósitos', 'Depósitos y otros créditos', 'Abonos'],
    outs: ['Total de retiros', 'Retiros y otros débitos', 'Cargos'],
    insHead: ['Depósitos y créditos', 'Abonos'],
    outsHead: ['Retiros y débitos', 'Cargos'],
    checksHead: ['Cheques pagados'],
    daily: ['Saldos diarios', 'Resumen de saldos diarios'],
    to: ['al', 'hasta'],
    page: ['Página'],
    of: 'de',
    account: ['Cuenta', 'Número de cuenta'],
  },
} as const
