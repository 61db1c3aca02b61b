import type { Finding } from '../../../src-shared/features/statements/statement.ts'
import {
  formatMonth,
  formatRange,
  type Spoken,
} from '../../../src-shared/features/deal-screen/missing-papers.ts'
import { isWholeMonths } from '../../../src-shared/features/documents/statement-coverage.ts'
import { LOCALES } from '../../../src-shared/platform/texts/messages.ts'
import {
  firstReason,
  type DealStatements,
  type StatementDocument,
  type StatementMonthView,
} from '../../../src-shared/features/statements/deal-statements.ts'

/**
 * Returns a line for each statement that is not verified, with its months if they are known, and the reason. The lines contain no figures.
 */
export function unverifiedMonths({ documents, accounts }: DealStatements, spoken: Spoken): string[] {
  const { verdicts } = spoken.said.statements
  return documents.flatMap((document) => {
    const months = accounts
      .flatMap((account) => account.months)
      .filter(({ document_id, verdict }) => document_id === document.document_id && verdict !== 'verified')
    if (months.length > 0)
      return months.map(({ from, to, verdict, findings }) =>
        lineOf(`${periodText({ from, to }, spoken)} (${document.name})`, verdicts[verdict], findings, spoken),
      )
    const { reading } = document
    if (reading.state === 'read' && reading.verdict === 'verified') return []
    return [lineOf(document.name, verdicts[standingOf(document)], findingsOf(document), spoken)]
  })
}

const standingOf = ({ reading }: StatementDocument) =>
  reading.state === 'read' ? reading.verdict : reading.state

const findingsOf = ({ reading }: StatementDocument) => (reading.state === 'read' ? reading.findings : [])

function lineOf(name: string, verdict: string, findings: readonly Finding[], { said }: Spoken): string {
  const text = said.statements
  const reason = firstReason(text, findings)
  return said.statementUse.summary.unverified(name, reason === null ? verdict : text.because(verdict, reason))
}

/** Formats a statement period: a month, or its days. */
export function periodText(
  { from, to }: Pick<StatementMonthView, 'from' | 'to'>,
  { language }: Spoken,
): string {
  return isWholeMonths({ from, to }) && from.slice(0, 7) === to.slice(0, 7)
    ? formatMonth(from.slice(0, 7), LOCALES[language], { year: 'numeric' })
    : formatRange({ from, to }, LOCALES[language], { month: 'short', day: 'numeric', year: 'numeric' })
}
