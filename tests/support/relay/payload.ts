import type { FormValues } from '../../../src-shared/features/deals/deal.ts'
import { completeDraft } from '../../../src-shared/features/form/complete-draft.fixture.ts'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { validateDraft } from '../../../src-shared/features/form/validate-draft.ts'
import type { WirePayload } from '../../../src-shared/features/form/wire-payload.ts'

interface Changes {
  application?: FormValues
  company?: FormValues
}

/** Creates an application's data in the format that the app sends to the partner. Throws if the app would refuse the values. */
export function makePayload({ application = {}, company = {} }: Changes = {}): WirePayload {
  const draft = completeDraft()
  const values: FormValues = {
    application: { ...(draft['application'] as FormValues), ...application },
    company: { ...(draft['company'] as FormValues), ...company },
  }
  const today = new Date().toISOString().slice(0, 10)
  const { problems, payload } = validateDraft(standardProfile, values, today)
  if (problems.length > 0) throw new Error(`the form refuses ${JSON.stringify(problems)}`)
  return payload
}

/** Returns an owner of a business for a draft: the first owner of the complete test draft, with the given changes. */
export function makeOwner(changes: FormValues): FormValues {
  return { ...(valueAt(completeDraft(), 'company.owners.0') as FormValues), ...changes }
}
