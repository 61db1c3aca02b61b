import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { fileNameOf } from '../../../src-shared/platform/base/file-name.ts'
import { loadMessages } from '../../../src-shared/platform/texts/load-messages.ts'
import type { Language } from '../../../src-shared/platform/texts/messages.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { viewStatements } from './deal-statements.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { loadDeal } from '../deals/load-deal.ts'
import type { PrintOnPaper, PrintPage, SaveFile } from '../../platform/files/ports.ts'
import { printed } from '../../platform/base/printed-page.ts'
import { recordHandedOut } from '../handout/record-handed-out.ts'
import { noneVerified } from './export-statements.ts'
import { summaryPage } from './summary-page.ts'

export interface SummaryPrint {
  print: PrintPage
  printOnPaper: PrintOnPaper
  save: SaveFile
}

interface SummaryOptions {
  deal_id: string
  /** `paper`: shows the system's print dialog. `pdf`: shows a save dialog. */
  as: 'paper' | 'pdf'
  language: Language
}

/**
 * Prints or saves the summary of a deal's statements. `done` is false if the broker canceled. The timeline records the summary. Fails with
 * `STATEMENTS_NOT_VERIFIED` if no statement is verified.
 */
export async function printSummary(
  context: EnvironmentContext,
  { print, printOnPaper, save }: SummaryPrint,
  { deal_id, as, language }: SummaryOptions,
): Promise<Result<{ done: boolean; saved_as: string | null }>> {
  const made = await summaryOf(context, deal_id, language)
  if (!made.ok) return made
  const { html, name } = made.value
  if (as === 'paper') {
    const sent = await printOnPaper(html)
    if (sent === 'failed')
      return fail(appError('NOT_PRINTED', msg.statementUse.notPrinted, msg.statementUse.choosePrinter))
    if (sent === 'cancelled') return ok({ done: false, saved_as: null })
    const recorded = await recordHandedOut(context, deal_id, {
      title: msg.history.handedOut.summary_printed,
      detail: '',
    })
    return recorded.ok ? ok({ done: true, saved_as: null }) : recorded
  }
  const pdf = await printed(() => print(html))
  if (!pdf.ok) return pdf
  const saved = await save({ name, kind: 'pdf' }, pdf.value)
  if (!saved.ok) return saved
  const { saved_as } = saved.value
  if (saved_as === null) return ok({ done: false, saved_as })
  const recorded = await recordHandedOut(context, deal_id, {
    title: msg.history.handedOut.summary_saved,
    detail: saved_as,
  })
  return recorded.ok ? ok({ done: true, saved_as }) : recorded
}

/** Returns the page of the summary, and a name for its file. Fails with `STATEMENTS_NOT_VERIFIED` if no statement is verified. */
async function summaryOf(
  context: EnvironmentContext,
  deal_id: string,
  language: Language,
): Promise<Result<{ html: string; name: string }>> {
  const [deal, statements] = await Promise.all([loadDeal(context, deal_id), viewStatements(context, deal_id)])
  if (!deal.ok) return deal
  if (!statements.ok) return statements
  const months = statements.value.accounts.flatMap((account) => account.months)
  if (!months.some(({ verdict }) => verdict === 'verified')) return fail(noneVerified())
  const said = await loadMessages(language)
  const made_at = context.clock.now()
  const { legal_name } = deal.value
  const html = summaryPage(
    { statements: statements.value, merchant: legal_name, made_at },
    { language, said },
  )
  const name = [said.statementUse.summary.title, fileNameOf(legal_name), dayOf(made_at)]
  return ok({ html, name: `${name.filter((part) => part !== '').join(' ')}.pdf` })
}

/** Returns the summary as a PDF for the package of a deal. Null if no statement is verified. */
export async function summaryPdf(
  context: EnvironmentContext,
  print: PrintPage,
  { deal_id, language }: Pick<SummaryOptions, 'deal_id' | 'language'>,
): Promise<Result<Uint8Array | null>> {
  const made = await summaryOf(context, deal_id, language)
  if (made.ok) return printed(() => print(made.value.html))
  return made.error.code === 'STATEMENTS_NOT_VERIFIED' ? ok(null) : made
}
