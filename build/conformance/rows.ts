import type { Row } from './row.ts'
import { authenticationRows } from './rows-authentication.ts'
import { offerRows } from './rows-offers.ts'
import { submissionRows } from './rows-submission.ts'
import { registrationRows, versionRows, webhookRows } from './rows-webhooks.ts'

/** All rows in order. The first rows register webhooks, so that our receiver gets the notifications that the other rows cause. */
export const ROWS: readonly Row[] = [
  ...authenticationRows,
  ...registrationRows,
  ...submissionRows,
  ...offerRows,
  ...webhookRows,
  ...versionRows,
]
