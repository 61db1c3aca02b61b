/** How invented banks print dates, and what they call their columns and figures. */

/** The months in the languages of the banks. */
const MONTHS = {
  en: 'January February March April May June July August September October November December',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  nl: 'januari februari maart april mei juni juli augustus september oktober november december',
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
}
export type Language = keyof typeof MONTHS
/** How many letters an abbreviated month has. In French, three do not tell June from July. */
const SHORT = { en: 3, es: 3, de: 3, fr: 4, pt: 3, nl: 3, it: 3 }
export const monthsOf = (language: Language): string[] => MONTHS[language].split(' ')
export const shortMonthsOf = (language: Language): string[] =>
  monthsOf(language).map((name) => name.slice(0, SHORT[language]))

const MONTH_NAMES = new Set(
  (Object.keys(MONTHS) as Language[])
    .flatMap((language) => [...monthsOf(language), ...shortMonthsOf(language)])
    .map((name) => name.toLowerCase()),
)
/** True for the name of a month in any language of the banks. */
export const isMonth = (text: string): boolean =>
  MONTH_NAMES.has(text.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))

export type DateStyle = (day: string) => string
const parts = (day: string) => {
  const [year = '', month = '', date = ''] = day.split('-')
  return {
    year,
    month,
    date,
    name: shortMonthsOf('en')[Number(month) - 1] ?? '',
    long: monthsOf('en')[Number(month) - 1] ?? '',
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

/** Words of invented banks. */
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
  de: {
    date: ['Datum', 'Buchungstag'],
    text: ['Verwendungszweck', 'Buchungstext'],
    amount: ['Betrag', 'Umsatz'],
    debit: ['Soll', 'Lastschriften'],
    credit: ['Haben', 'Gutschriften'],
    balance: ['Saldo', 'Kontostand'],
    opening: ['Anfangssaldo', 'Alter Saldo'],
    closing: ['Endsaldo', 'Neuer Saldo'],
    ins: ['Summe Gutschriften', 'Zahlungseingänge'],
    outs: ['Summe Lastschriften', 'Zahlungsausgänge'],
    insHead: ['Gutschriften'],
    outsHead: ['Lastschriften'],
    checksHead: ['Schecks'],
    daily: ['Tagessalden'],
    to: ['bis', '-'],
    page: ['Seite'],
    of: 'von',
    account: ['Kontonummer', 'Konto'],
  },
  fr: {
    date: ['Date', "Date d'opération"],
    text: ['Libellé', 'Nature des opérations'],
    amount: ['Montant'],
    debit: ['Débit', 'Débits'],
    credit: ['Crédit', 'Crédits'],
    balance: ['Solde'],
    opening: ['Solde initial', 'Ancien solde'],
    closing: ['Solde final', 'Nouveau solde'],
    ins: ['Total des crédits'],
    outs: ['Total des débits'],
    insHead: ['Crédits'],
    outsHead: ['Débits'],
    checksHead: ['Chèques payés'],
    daily: ['Soldes quotidiens'],
    to: ['au'],
    page: ['Page'],
    of: 'sur',
    account: ['Compte', 'Numéro de compte'],
  },
  pt: {
    date: ['Data', 'Data do lançamento'],
    text: ['Histórico', 'Descrição'],
    amount: ['Valor'],
    debit: ['Débitos', 'Saídas'],
    credit: ['Créditos', 'Entradas'],
    balance: ['Saldo'],
    opening: ['Saldo inicial', 'Saldo anterior'],
    closing: ['Saldo final', 'Saldo atual'],
    ins: ['Total de entradas'],
    outs: ['Total de saídas'],
    insHead: ['Entradas'],
    outsHead: ['Saídas'],
    checksHead: ['Cheques pagos'],
    daily: ['Saldos diários'],
    to: ['a', 'até'],
    page: ['Página'],
    of: 'de',
    account: ['Conta', 'Número da conta'],
  },
  nl: {
    date: ['Datum', 'Boekdatum'],
    text: ['Omschrijving', 'Naam'],
    amount: ['Bedrag'],
    debit: ['Af'],
    credit: ['Bij'],
    balance: ['Saldo'],
    opening: ['Beginsaldo', 'Vorig saldo'],
    closing: ['Eindsaldo', 'Nieuw saldo'],
    ins: ['Totaal bijgeschreven'],
    outs: ['Totaal afgeschreven'],
    insHead: ['Bijschrijvingen'],
    outsHead: ['Afschrijvingen'],
    checksHead: ['Cheques'],
    daily: ['Dagsaldi'],
    to: ['t/m', 'tot'],
    page: ['Pagina'],
    of: 'van',
    account: ['Rekening', 'Rekeningnummer'],
  },
  it: {
    date: ['Data', 'Data operazione'],
    text: ['Descrizione', 'Causale'],
    amount: ['Importo'],
    debit: ['Uscite', 'Addebiti'],
    credit: ['Entrate', 'Accrediti'],
    balance: ['Saldo'],
    opening: ['Saldo iniziale', 'Saldo precedente'],
    closing: ['Saldo finale', 'Nuovo saldo'],
    ins: ['Totale accrediti'],
    outs: ['Totale addebiti'],
    insHead: ['Accrediti'],
    outsHead: ['Addebiti'],
    checksHead: ['Assegni pagati'],
    daily: ['Saldi giornalieri'],
    to: ['al', 'a'],
    page: ['Pagina'],
    of: 'di',
    account: ['Conto', 'Numero di conto'],
  },
} as const
