import { callRows } from '../features/calls/call-rows.ts'
import { dealRows } from '../features/deals/deal-rows.ts'
import { timelineRows } from '../features/deals/timeline-rows.ts'
import { contentRows, documentRows } from '../features/documents/document-rows.ts'
import { draftRows } from '../features/drafts/draft-rows.ts'
import { newsRows } from '../features/events/news-rows.ts'
import { reminderRows } from '../features/follow-ups/reminder-rows.ts'
import { MerchantIndex, merchantRows } from '../features/merchants/merchant-rows.ts'
import { moneyRows } from '../features/money/money-rows.ts'
import { ownOfferRows } from '../features/offers/own-offer-rows.ts'
import { pipelineRows } from '../features/pipeline/pipeline-rows.ts'
import { proofRows } from '../features/proof/proof-rows.ts'
import { statementRows } from '../features/statements/statement-rows.ts'
import { submissionRows } from '../features/submission/submission-rows.ts'
import { todayRows } from '../features/today/today-rows.ts'
import { joined } from '../platform/base/joined.ts'
import { settingRows } from '../platform/vault/setting-rows.ts'
import type { Statements } from '../platform/vault/rows.ts'

type Rows = ReturnType<typeof openRows>

declare module '../platform/vault/vault.ts' {
  interface VaultRows extends Rows {}
}

/** Opens the rows of all rooms. They run in the vault's process. Main calls the reads by their names, and names the writes in a commit. */
export function openRows(db: Statements) {
  const settings = settingRows(db)
  const money = moneyRows(db)
  const merchantIndex = new MerchantIndex(db, settings)
  const pipeline = pipelineRows(db)
  const deals = dealRows(db, { money, merchants: merchantIndex, list: pipeline.derived })
  const timeline = timelineRows(db, { deals })
  const documents = documentRows(db, { deals })
  const today = todayRows(db)
  const news = newsRows(db)
  const rows = [
    callRows(db),
    contentRows(db),
    deals,
    documents,
    draftRows(db, { deals }),
    merchantRows(merchantIndex, pipeline),
    money,
    news,
    ownOfferRows(db, { deals, money }),
    pipeline,
    proofRows(db),
    reminderRows(db, { news: today, timeline }),
    settings,
    statementRows(db),
    submissionRows(db, { deals, documents, news, settings }),
    timeline,
    today,
  ] as const
  return {
    reads: joined(rows.map((one) => one.reads)),
    writes: joined(rows.flatMap((one) => ('writes' in one ? [one.writes] : []))),
    erasures: deals.erasures,
    /** Prepares for a transaction that writes. */
    begin: deals.begin,
    /** Completes the values that are derived from what the transaction wrote. Call this at its end. */
    finish: deals.finish,
    /** Call this after each transaction. `isKept` is false after a rollback. */
    settle: news.settle,
  }
}

/** Opens the reads that need no other rows, for a database that is open for reading only. */
export const openReads = (db: Statements) => ({
  getSetting: settingRows(db).reads.getSetting,
  contentInUse: contentRows(db).reads.contentInUse,
})
