import type { Spoken } from '../../../src-shared/features/deal-screen/missing-papers.ts'
import { LOCALES } from '../../../src-shared/platform/texts/messages.ts'
import { numberFormat, percentOf } from '../../../src-shared/platform/texts/plural.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import {
  positionState,
  type DealStatements,
  type FigureName,
  type PositionView,
} from '../../../src-shared/features/statements/deal-statements.ts'
import {
  columnsOf,
  groupsOf,
  rowsOf,
  type FigureGroup,
  type FigureRow,
} from '../../../src-shared/features/statements/month-columns.ts'
import { escapeHtml, printedPage } from '../../platform/base/printed-page.ts'
import { unverifiedMonths } from './unverified-months.ts'

/** The page fits on one sheet for up to this many months, in both languages. Older months are left out. */
const MOST_MONTHS = 12
const MOST_GROUPS = 3
/** Number of lines about unverified statements, and of positions: with one table of figures, and with several. */
const MOST_ROWS = { single: { lines: 10, positions: 8 }, several: { lines: 5, positions: 5 } }

/** The figures of an account if the page also shows the figures of all accounts together. */
const OF_ACCOUNT: ReadonlySet<FigureRow> = new Set<FigureRow>([
  'deposits_cents',
  'average_daily_balance_cents',
  'negative_days',
  'nsf_count',
])

interface Summary {
  statements: DealStatements
  merchant: string
  /** The time when the page is made, ISO 8601. */
  made_at: string
}

/** Returns a summary of verified statements on one printed page, as HTML without scripts. It shows no figures of unverified months. */
export function summaryPage({ statements, merchant, made_at }: Summary, spoken: Spoken): string {
  const { language, said } = spoken
  const text = said.statementUse.summary
  const months = columnsOf(statements)
  const shown = months.slice(-MOST_MONTHS)
  const all = groupsOf(statements)
  const groups = all.slice(0, MOST_GROUPS)
  const most = MOST_ROWS[groups.length > 1 ? 'several' : 'single']
  const covered = new Set(all.flatMap(({ account, cells }) => (account === null ? [] : [...cells.keys()])))
  const accountsLeft = statements.accounts.length - groups.filter(({ account }) => account !== null).length
  const unverified = unverifiedMonths(statements, spoken)
  const positions = statements.positions.filter(({ confirmed }) => confirmed !== 'no')
  const notes = [
    ...(shown.length < months.length ? [text.olderLeftOut(months.length - shown.length)] : []),
    ...(accountsLeft > 0 ? [text.accountsLeftOut(accountsLeft)] : []),
    text.rounded,
    text.byClass,
  ]
  const made = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long' }).format(new Date(made_at))
  const body = `<h1>${escapeHtml(text.title)}</h1>
<p class="line"><strong>${escapeHtml(merchant)}</strong> · ${escapeHtml(made)}</p>
<p class="means"><strong>${escapeHtml(text.verified)}</strong> ${escapeHtml(text.meaning)}</p>
${groups.map((group, at) => table(group, { months: shown, covered, isBrief: groups.length > 1 && at > 0 }, spoken)).join('\n')}
<p class="small">${notes.map(escapeHtml).join(' ')}</p>
${list(text.notVerified, unverified, most.lines, spoken)}
${positionsTable(positions, most.positions, dayOf(made_at), spoken)}`
  return printedPage(language, text.title, STYLE, body)
}

interface Columns {
  months: readonly string[]
  /** The months for which an account has a statement. */
  covered: ReadonlySet<string>
  /** True for a table with only a few figures. */
  isBrief: boolean
}

function table(group: FigureGroup, { months, covered, isBrief }: Columns, spoken: Spoken): string {
  const { said } = spoken
  const text = said.statements
  const { account, cells } = group
  const name = account === null ? text.months.all : text.months.account(account.holder, account.number_last4)
  const rows = rowsOf(group).filter((row) => !isBrief || OF_ACCOUNT.has(row))
  const wordOf = (month: string): string | null => {
    const found = cells.get(month) ?? []
    if (found.some(({ figures }) => Object.keys(figures).length > 0)) return null
    if (account === null) return covered.has(month) ? text.months.notAll : text.months.noStatement
    return found.length > 0 ? text.verdicts.unverified : text.months.noStatement
  }
  const words = months.map(wordOf)
  const heads = months
    .map((month) => {
      const head = escapeHtml(monthHead(month, spoken))
      const isPartial = cells.get(month)?.some((cell) => cell.isPartial) === true
      return `<th scope="col">${isPartial ? escapeHtml(text.trend.partial(head)) : head}</th>`
    })
    .join('')
  const body = rows.map((row, index) => {
    const ofMonths = months.map((month, at) => {
      const word = words[at] ?? null
      if (word === null) return `<td>${figureHtml(group, month, row, spoken)}</td>`
      // One cell for the whole column says why it has no figures.
      return index === 0 ? `<td class="none" rowspan="${rows.length}">${escapeHtml(word)}</td>` : ''
    })
    return `<tr><th scope="row">${escapeHtml(text.figures[row])}</th>${ofMonths.join('')}</tr>`
  })
  const empty = `<tr><td colspan="${months.length + 1}">${escapeHtml(text.noneVerified)}</td></tr>`
  const size = months.length > 9 ? ' many' : months.length > 6 ? ' some' : ''
  return `<table class="figures${size}"><caption>${escapeHtml(name)}</caption>
<thead><tr><th scope="col">${escapeHtml(text.months.figure)}</th>${heads}</tr></thead>
<tbody>${rows.length === 0 ? empty : body.join('\n')}</tbody></table>`
}

/** Two statement periods can stand under the same month. Their figures stand under each other. */
function figureHtml({ cells }: FigureGroup, month: string, row: FigureName, spoken: Spoken): string {
  const values = (cells.get(month) ?? []).flatMap((cell) => cell.figures[row] ?? [])
  return values.length === 0
    ? '–'
    : values.map((value) => escapeHtml(valueText(row, value, spoken))).join('<br>')
}

function valueText(figure: FigureName, value: number, { language }: Spoken): string {
  if (figure === 'funder_share_basis_points') return percentOf(value / 10_000, 1, language)
  const form = numberFormat({ maximumFractionDigits: 0 }, LOCALES[language])
  return form.format(figure.endsWith('_cents') ? value / 100 : value)
}

function monthHead(month: string, { language }: Spoken): string {
  const form = new Intl.DateTimeFormat(LOCALES[language], {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  })
  return form.format(new Date(`${month}-01`))
}

function list(title: string, lines: readonly string[], most: number, { said }: Spoken): string {
  if (lines.length === 0) return ''
  const more = lines.length - most
  const shown = more > 0 ? [...lines.slice(0, most), said.statementUse.summary.more(more)] : lines
  return `<h2>${escapeHtml(title)}</h2><ul>${shown.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
}

function positionsTable(
  positions: readonly PositionView[],
  most: number,
  today: string,
  { language, said }: Spoken,
): string {
  const { positions: text } = said.statements
  const { summary } = said.statementUse
  if (positions.length === 0) return ''
  const locale = LOCALES[language]
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const rows = positions.slice(0, most).map((one) => {
    const cells = [
      one.name,
      text.cadences[one.cadence],
      money.format(one.typical_cents / 100),
      String(one.count),
      money.format(one.total_cents / 100),
      day.formatRange(new Date(one.first), new Date(one.last)),
      positionState(one, said.statements, today, (end) => day.format(new Date(end))),
      one.confirmed === 'yes' ? summary.confirmed : summary.likely,
    ]
    const [name = '', ...rest] = cells.map(escapeHtml)
    return `<tr><th scope="row">${name}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const heads = [
    text.name,
    text.cadence,
    text.typical,
    text.count,
    text.total,
    text.period,
    text.state,
    summary.certainty,
  ].map((head) => `<th scope="col">${escapeHtml(head)}</th>`)
  const more = positions.length - most
  return `<table class="positions"><caption>${escapeHtml(text.title)}</caption>
<thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>
${more > 0 ? `<p class="small">${escapeHtml(summary.more(more))}</p>` : ''}`
}

const STYLE = `
h1 { font-size: 15pt }
h2 { font-size: 9.5pt; margin: 8pt 0 2pt; break-after: avoid }
p { margin: 0 0 5pt }
.line { font-size: 10pt }
.means { font-size: 8pt; line-height: 1.3; border: 0.75pt solid #1a1b1e; padding: 4pt 6pt }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 9pt; line-height: 1.2; margin: 0 0 5pt; break-inside: avoid }
caption { text-align: left; font-weight: 700; font-size: 9.5pt; padding: 4pt 0 2pt }
th, td { text-align: right; vertical-align: top; padding: 2pt 3pt 2pt 5pt; border-bottom: 0.5pt solid #868e96; white-space: nowrap }
th:first-child { text-align: left; padding-left: 0; font-weight: 400; white-space: normal }
thead th { border-bottom: 1pt solid #1a1b1e; font-weight: 700; vertical-align: bottom } thead th:first-child { font-weight: 700 }
.figures { table-layout: fixed } .figures thead th:first-child { width: 120pt }
.some { font-size: 8pt } .many { font-size: 6.6pt } .many thead th:first-child { width: 88pt } .many th, .many td { padding-left: 1pt; padding-right: 1pt }
.none { text-align: center; vertical-align: middle; white-space: normal; font-style: italic; border-left: 0.5pt solid #868e96; border-right: 0.5pt solid #868e96; padding: 2pt }
.positions { font-size: 8pt } .positions th, .positions td { text-align: left; white-space: normal }
ul { margin: 0 0 4pt; padding-left: 12pt; font-size: 8pt; line-height: 1.3 }
.small { font-size: 7.5pt; line-height: 1.3 }
`
