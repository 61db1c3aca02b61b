import { formatMoney } from '../../platform/entry/money.ts'
import type { Messages } from '../../platform/texts/messages.ts'
import { date, monthsText, plural } from '../../platform/texts/plural.ts'

const ofStatements = (statements: number) =>
  plural(statements, '1 estado de cuenta verificado', (n) => `${n} estados de cuenta verificados`)

export const statementUse: Messages['statementUse'] = {
  source: {
    average: (months, statements) => `Promedio de ${monthsText(months)}, ${ofStatements(statements)}`,
    total: (months, statements) => `Total de ${monthsText(months)}, ${ofStatements(statements)}`,
    unconfirmed: (rows) =>
      plural(
        rows,
        'La clase de 1 movimiento es solo una sugerencia',
        (n) => `Las clases de ${n} movimientos son solo sugerencias`,
      ),
    rhythms: { daily: 'diarios', weekly: 'semanales' },
    position: (rhythm, cents, count, first, last) =>
      `${formatMoney(cents)} ${rhythm}, ${plural(count, '1 pago', (n) => `${n} pagos`)}, ${date(first)} – ${date(last)}`,
    likely: 'Usted no ha confirmado esta posición',
    balanceUnknown: 'Los estados de cuenta no muestran el saldo',
  },
  listFull: 'La lista está llena.',
  strip: (count) =>
    plural(
      count,
      '1 valor nuevo de estados de cuenta verificados',
      (n) => `${n} valores nuevos de estados de cuenta verificados`,
    ),
  title: 'De los estados de cuenta',
  keys: '↑ ↓ eligen un valor y muestran su origen. Intro lo acepta.',
  none: 'No hay valores que sugerir',
  noneText:
    'Solo los estados de cuenta verificados de meses completos dan valores, y solo para los campos que el formulario asigna a un dato.',
  sources: (label) => `Orígenes de ${label}`,
  pageOf: (name, page) => `${name}, página ${page}`,
  dismiss: 'Descartar los valores de los estados de cuenta',
  forForm: 'Valores para el formulario',
  tools: {
    export: 'Exportar',
    csv: 'Movimientos como CSV…',
    xlsx: 'Movimientos como Excel…',
    summary: 'Imprimir resumen…',
    summaryHint:
      'Una página con las cifras de hasta doce meses y los pagos a financiadores. Los estados de cuenta sin verificar aparecen sin cifras.',
    print: 'Imprimir…',
    pdf: 'Guardar como PDF…',
    language: 'Idioma de la página',
  },
  saved: (name) => `Se guardó ${name}.`,
  leftOut: (count) =>
    plural(
      count,
      'Se omite 1 estado de cuenta sin movimientos verificados.',
      (n) => `Se omiten ${n} estados de cuenta sin movimientos verificados.`,
    ),
  fileName: 'Movimientos bancarios',
  columns: {
    account: 'Cuenta',
    date: 'Fecha',
    description: 'Descripción',
    amount: 'Monto',
    balance: 'Saldo',
    check: 'Cheque',
    class: 'Clase',
    classBy: 'Clase según',
    suggested: 'Sugerencia',
    funder: 'Financiador',
    document: 'Documento',
    page: 'Página',
    month: 'Mes',
    from: 'Desde',
    to: 'Hasta',
  },
  summary: {
    title: 'Resumen de estados de cuenta',
    sheet: 'Resumen',
    verified: 'Verificado:',
    meaning:
      'todos los movimientos leídos coinciden con las cifras que el estado de cuenta imprime. El saldo inicial más los movimientos es el saldo final, los totales o saldos impresos coinciden y no falta ninguna página. Esto no prueba que el banco haya emitido el estado de cuenta. Las clases de los movimientos, y con ellas los ingresos reales, los cargos NSF y los pagos a financiadores, no están impresas en un estado de cuenta.',
    notVerified: 'Sin verificar, por lo tanto sin cifras',
    unverified: (what, why) => `${what}: ${why}`,
    rounded: 'Dólares de EE. UU., redondeados a dólares enteros.',
    byClass:
      'Los ingresos reales excluyen traspasos propios, desembolsos de préstamos y financiadores, reembolsos y reversiones.',
    olderLeftOut: (months) =>
      plural(months, 'Se omite 1 mes anterior.', (n) => `Se omiten ${n} meses anteriores.`),
    accountsLeftOut: (accounts) =>
      plural(accounts, '1 cuenta no tiene tabla propia.', (n) => `${n} cuentas no tienen tabla propia.`),
    more: (count) => `${count} más`,
    certainty: 'Certeza',
    confirmed: 'Confirmada por el corredor',
    likely: 'Probable',
  },
  workbookNotMade: 'No se pudo crear la hoja de cálculo.',
  noneVerified: 'Ningún estado de cuenta de este expediente está verificado.',
  attachOriginals: 'Adjunte los PDF originales del sitio web del banco.',
  notPrinted: 'El resumen no se imprimió.',
  choosePrinter: 'Revise la impresora o guarde el resumen como PDF.',
}
