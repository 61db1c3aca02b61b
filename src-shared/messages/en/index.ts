import { application, deal, form, notes, numbers, states } from './deal.ts'
import { backups, setup, vault } from './vault.ts'
import { calls, connection, creditBox, endpoints, profiles, settings, webhooks } from './settings.ts'
import { broken, common, inbox, menu, notifications, palette, shell } from './shell.ts'
import { columns, filters, importing, pipeline, selection, statuses } from './pipeline.ts'
import { crashes, updates } from './updates.ts'
import { documents, pages, viewer } from './documents.ts'
import { errors, errorsDeals, errorsFiles, errorsVault } from './errors.ts'
import { errorsPartner, errorsRelay, eventProblems } from './errors-partner.ts'
import { evidence, proof, submission } from './submission.ts'
import { history, timeline } from './timeline.ts'
import { lock } from './lock.ts'
import { followUps, today } from './follow-ups.ts'
import { money } from './money.ts'
import { offers } from './offers.ts'
import { handout, snippets } from './outgoing.ts'
import { merchants, prefill } from './prefill.ts'
import { statements } from './statements.ts'
import { statementUse } from './statement-use.ts'

/** All texts of the app, one file per area. The compiler checks that every language has the same keys. */
export const en = {
  common,
  shell,
  pipeline,
  columns,
  filters,
  selection,
  deal,

  application,
  documents,
  prefill,
  merchants,
  statements,
  notes,
  numbers,
  offers,
  money,
  timeline,
  submission,
  inbox,
  settings,
  profiles,
  setup,
  lock,
  vault,
  backups,
  endpoints,
  webhooks,
  importing,
  calls,
  errors,
  crashes,
  notifications,
  menu,
  pages,
  palette,
  errorsVault,
  errorsPartner,
  errorsRelay,
  errorsDeals,
  errorsFiles,
  evidence,
  eventProblems,
  history,
  connection,
  broken,
  proof,
  form,
  statuses,
  states,
  viewer,
  updates,
  creditBox,
  followUps,
  today,
  handout,
  snippets,
  statementUse,
}
