import { application, deal, form, notes, numbers, states } from '../features/deal-screen/texts.es.ts'
import { backups, setup, vault } from '../features/backup/texts.es.ts'
import {
  calls,
  connection,
  creditBox,
  endpoints,
  profiles,
  settings,
  webhooks,
} from '../features/settings/texts.es.ts'
import { broken, common, menu, notifications, palette, shell } from '../features/shell/texts.es.ts'
import {
  columns,
  filters,
  importing,
  pipeline,
  selection,
  statuses,
  statusWords,
} from '../features/pipeline/texts.es.ts'
import { crashes, updates } from '../features/updates/texts.es.ts'
import { documents, pages, viewer } from '../features/documents/texts.es.ts'
import { errors, errorsDeals, errorsFiles, errorsVault } from '../platform/texts/errors.es.ts'
import { errorsPartner, errorsRelay, eventProblems } from '../platform/texts/errors-partner.es.ts'
import { evidence, proof, submission } from '../features/submission/texts.es.ts'
import { history, timeline } from '../features/deals/texts.es.ts'
import { lock } from '../features/lock/texts.es.ts'
import { followUps, today } from '../features/follow-ups/texts.es.ts'
import { money } from '../features/money/texts.es.ts'
import { offers } from '../features/offers/texts.es.ts'
import { handout, snippets } from '../features/handout/texts.es.ts'
import { merchants, prefill } from '../features/prefill/texts.es.ts'
import { statements } from '../features/statements/texts.es.ts'
import { statementUse } from '../features/statements/texts-use.es.ts'

import type { Messages } from '../platform/texts/messages.ts'

export const es: Messages = {
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
