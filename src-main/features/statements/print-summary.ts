import { must, Failure, resultOf, failure } from '../../platform/base/failure.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { fileNameOf } from '../../../src-shared/platform/base/file-name.ts'
import { loadMessages } from '../../../src-shared/platform/texts/load-messages.ts'
import type { Language } from '../../../src-shared/platform/texts/messages.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { viewStatements, type StatementNeeds } from './deal-statements.ts'
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
  context: StatementNeeds,
  { print, printOnPaper, save }: SummaryPrint,
  { deal_id, as, language }: SummaryOptions,
): Promise<{ done: boolean; saved_as: string | null }> {
  const { html, name } = await summaryOf(context, deal_id, language)
  if (as === 'paper') {
    const sent = await printOnPaper(html)
    if (sent === 'failed')
      throw failure('NOT_PRINTED', msg.statementUse.notPrinted, msg.statementUse.choosePrinter)
    if (sent === 'cancelled') return { done: false, saved_as: null }
    await recordHandedOut(context, deal_id, {
      title: msg.history.handedOut.summary_printed,
      detail: '',
    })
    return { done: true, saved_as: null }
  }
  const pdf = await printed(() => print(html))
  const { saved_as } = await save({ name, kind: 'pdf' }, pdf)
  if (saved_as === null) return { done: false, saved_as }
  await recordHandedOut(context, deal_id, {
    title: msg.history.handedOut.summary_saved,
    detail: saved_as,
  })
  return { done: true, saved_as }
}

/** Returns the page of the summary, and a name for its file. Fails with `STATEMENTS_NOT_VERIFIED` if no statement is verified. */
async function summaryOf(
  context: StatementNeeds,
  deal_id: string,
  language: Language,
): Promise<{ html: string; name: string }> {
  const [deal, statements] = await Promise.all([loadDeal(context, deal_id), viewStatements(context, deal_id)])
  const months = statements.accounts.flatMap((account) => account.months)
  if (!months.some(({ verdict }) => verdict === 'verified')) throw new Failure(noneVerified())
  const said = await loadMessages(language)
  const made_at = context.clock.now()
  const { legal_name } = deal
  const html = summaryPage({ statements, merchant: legal_name, made_at }, { language, said })
  const name = [said.statementUse.summary.title, fileNameOf(legal_name), dayOf(made_at)]
  return { html, name: `${name.filter((part) => part !== '').join(' ')}.pdf` }
}

/** Returns the summary as a PDF for the package of a deal. Null if no statement is verified. */
export async function summaryPdf(
  context: StatementNeeds,
  print: PrintPage,
  { deal_id, language }: Pick<SummaryOptions, 'deal_id' | 'language'>,
): Promise<Uint8Array | null> {
  const made = await resultOf(summaryOf(context, deal_id, language))
  if (made.ok) return printed(() => print(made.value.html))
  return made.error.code === 'STATEMENTS_NOT_VERIFIED' ? null : must(made)
}
