import { expect, test } from 'vitest'
import { completeDraft } from './complete-draft.fixture.ts'
import { completeness } from './completeness.ts'
import { valueAt } from './form-path.ts'
import type { FormValues } from '../deals/deal.ts'
import { standardProfile } from './standard-profile.ts'
import { validateDraft } from './validate-draft.ts'

function reported(values: FormValues) {
  const { problems } = validateDraft(standardProfile, values, '2026-05-04')
  return Object.fromEntries(
    standardProfile.sections.map((section) => [section.id, completeness(section, values, problems)]),
  )
}

test('an empty draft has no completed fields, and a complete draft has no open ones', () => {
  const empty = reported({})
  const needed = standardProfile.sections[0]?.fields?.filter(({ required }) => required).length
  expect(needed).toBeGreaterThan(0)
  expect(empty['request']).toEqual({ done: 0, total: needed, open: needed, is_empty: true })
  expect(empty['owners']).toEqual({ done: 0, total: 1, open: 1, is_empty: true })
  expect(empty['advances']).toEqual({ done: 0, total: 0, open: 0, is_empty: true })
  const complete = reported(completeDraft())
  expect([complete['owners']?.is_empty, complete['advances']?.is_empty]).toEqual([false, true])
  for (const { done, total, open } of Object.values(complete)) expect([done, open]).toEqual([total, 0])
})

test('each list row adds its own required fields, and an invalid optional field counts as open, but not as required', () => {
  const values = completeDraft()
  const owners = valueAt(values, 'company.owners') as FormValues
  owners['row02'] = { first_name: 'Bo', email: 'no address' }
  expect(reported(values)['owners']).toEqual({ done: 6, total: 10, open: 5, is_empty: false })
})
