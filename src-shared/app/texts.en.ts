import { application, deal, form, notes, numbers, states } from '../features/deal-screen/texts.en.ts'
import { backups, setup, vault } from '../features/backup/texts.en.ts'
import {
  calls,
  connection,
  creditBox,
  endpoints,
  profiles,
  settings,
  webhooks,
} from '../features/settings/texts.en.ts'
import { broken, common, menu, notifications, palette, shell } from '../features/shell/texts.en.ts'
import {
  columns,
  filters,
  importing,
  pipeline,
  selection,
  statuses,
  statusWords,
} from '../features/pipeline/texts.en.ts'
import { crashes, updates } from '../features/updates/texts.en.ts'
import { documents, pages, viewer } from '../features/documents/texts.en.ts'
import { errors, errorsDeals, errorsFiles, errorsVault } from '../platform/texts/errors.en.ts'
import { errorsPartner, errorsRelay, eventProblems } from '../platform/texts/errors-partner.en.ts'
import { evidence, proof, submission } from '../features/submission/texts.en.ts'
import { history, timeline } from '../features/deals/texts.en.ts'
import { lock } from '../features/lock/texts.en.ts'
import { followUps, today } from '../features/follow-ups/texts.en.ts'
import { money } from '../features/money/texts.en.ts'
import { offers } from '../features/offers/texts.en.ts'
import { handout, snippets } from '../features/handout/texts.en.ts'
import { merchants, prefill } from '../features/prefill/texts.en.ts'
import { statements } from '../features/statements/texts.en.ts'
import { statementUse } from '../features/statements/texts-use.en.ts'

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
  statusWords,
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
