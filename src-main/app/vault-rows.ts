import { callRows } from '../features/calls/call-rows.ts'
import { dealRows } from '../features/deals/deal-rows.ts'
import { timelineRows } from '../features/deals/timeline-rows.ts'
import { contentRows, documentRows } from '../features/documents/document-rows.ts'
import { draftRows } from '../features/drafts/draft-rows.ts'
import { newsRows } from '../features/events/news-rows.ts'
import { reminderRows } from '../features/follow-ups/reminder-rows.ts'
import { inboxRows } from '../features/inbox/inbox-rows.ts'
import { MerchantIndex, merchantRows } from '../features/merchants/merchant-rows.ts'
import { moneyRows } from '../features/money/money-rows.ts'
import { ownOfferRows } from '../features/offers/own-offer-rows.ts'
import { pipelineRows } from '../features/pipeline/pipeline-rows.ts'
import { proofRows } from '../features/proof/proof-rows.ts'
import { statementRows } from '../features/statements/statement-rows.ts'
import { submissionRows } from '../features/submission/submission-rows.ts'
import { settingRows } from '../platform/vault/setting-rows.ts'
import type { Statements } from '../platform/vault/statements.ts'

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
  const merchants = merchantRows(merchantIndex, pipeline)
  const timeline = timelineRows(db, { deals })
  const documents = documentRows(db, { deals })
  const inbox = inboxRows(db)
  const news = newsRows(db)
  const offers = ownOfferRows(db, { deals, money })
  const calls = callRows(db)
  const drafts = draftRows(db, { deals })
  const proof = proofRows(db)
  const reminders = reminderRows(db, { inbox, timeline })
  const statements = statementRows(db)
  const submission = submissionRows(db, { deals, documents, news, settings })
  return {
    reads: {
      ...calls.reads,
      ...contentRows(db).reads,
      ...deals.reads,
      ...documents.reads,
      ...drafts.reads,
      ...inbox.reads,
      ...merchants.reads,
      ...money.reads,
      ...news.reads,
      ...offers.reads,
      ...pipeline.reads,
      ...proof.reads,
      ...reminders.reads,
      ...settings.reads,
      ...statements.reads,
      ...submission.reads,
      ...timeline.reads,
    },
    writes: {
      ...calls.writes,
      ...deals.writes,
      ...documents.writes,
      ...drafts.writes,
      ...inbox.writes,
      ...merchants.writes,
      ...money.writes,
      ...news.writes,
      ...offers.writes,
      ...proof.writes,
      ...reminders.writes,
      ...settings.writes,
      ...statements.writes,
      ...submission.writes,
      ...timeline.writes,
    },
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
