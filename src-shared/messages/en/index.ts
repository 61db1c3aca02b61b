import { application } from './application.ts'
import { backups } from './backups.ts'
import { connection } from './connection.ts'
import { broken } from './broken.ts'
import { calls } from './calls.ts'
import { columns } from './columns.ts'
import { common } from './common.ts'
import { crashes } from './crashes.ts'
import { deal } from './deal.ts'
import { documents } from './documents.ts'
import { endpoints } from './endpoints.ts'
import { errorsDeals } from './errors-deals.ts'
import { errorsFiles } from './errors-files.ts'
import { errorsPartner } from './errors-partner.ts'
import { errorsRelay } from './errors-relay.ts'
import { errorsVault } from './errors-vault.ts'
import { errors } from './errors.ts'
import { filters } from './filters.ts'
import { evidence } from './evidence.ts'
import { eventProblems } from './event-problems.ts'
import { form } from './form.ts'
import { history } from './history.ts'
import { importing } from './importing.ts'
import { inbox } from './inbox.ts'
import { creditBox } from './credit-box.ts'
import { menu } from './menu.ts'
import { money } from './money.ts'
import { notifications } from './notifications.ts'
import { numbers } from './numbers.ts'
import { offers } from './offers.ts'
import { pages } from './pages.ts'
import { palette } from './palette.ts'
import { pipeline } from './pipeline.ts'
import { selection } from './selection.ts'
import { proof } from './proof.ts'
import { profiles } from './profiles.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { shell } from './shell.ts'
import { states } from './states.ts'
import { statuses } from './statuses.ts'
import { submission } from './submission.ts'
import { timeline } from './timeline.ts'
import { updates } from './updates.ts'
import { vault } from './vault.ts'
import { viewer } from './viewer.ts'
import { webhooks } from './webhooks.ts'

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
  numbers,
  offers,
  money,
  timeline,
  submission,
  inbox,
  settings,
  profiles,
  setup,
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
}
