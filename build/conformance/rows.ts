import type { Row } from './row.ts'
import { authenticationRows } from './rows-authentication.ts'
import { offerRows } from './rows-offers.ts'
import { submissionRows } from './rows-submission.ts'
import { registrationRows, versionRows, webhookRows } from './rows-webhooks.ts'

/** All rows in order. Webhooks are registered first, so that they receive notifications of the later rows. */
export const ROWS: readonly Row[] = [
  ...authenticationRows,
  ...registrationRows,
  ...submissionRows,
  ...offerRows,
  ...webhookRows,
  ...versionRows,
]
