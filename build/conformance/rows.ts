import type { Row } from './row.ts'
import { authenticationRows } from './rows-authentication.ts'
import { offerRows } from './rows-offers.ts'
import { submissionRows } from './rows-submission.ts'
import { registrationRows, versionRows, webhookRows } from './rows-webhooks.ts'

/** Every row, in the order in which they are run: what is registered first hears of what is sent then. */
export const ROWS: readonly Row[] = [
  ...authenticationRows,
  ...registrationRows,
  ...submissionRows,
  ...offerRows,
  ...webhookRows,
  ...versionRows,
]
