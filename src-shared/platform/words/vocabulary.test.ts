import { expect, test } from 'vitest'
import { statusLabel } from './status-labels.ts'
import { en } from '../../app/texts.en.ts'
import { es } from '../../app/texts.es.ts'
import { stageOf } from '../../features/pipeline/pipeline.ts'
import {
  APPLICATION_STATUS,
  APPLICATION_STATUSES,
  FINAL_STATUSES,
  OFFER_STATUSES,
  rulesOf,
} from './vocabulary.ts'

test.each(APPLICATION_STATUSES)(
  'the application status %s is final, with its stage as the milestone and the outcome, if and only if this stage is funded or declined',
  (status) => {
    const { stage, ends, milestone, next_step } = APPLICATION_STATUS[status]
    expect(ends).toBe(stage === 'funded' || stage === 'declined')
    expect(next_step.step === 'over').toBe(ends)
    if (ends || milestone !== null) expect(milestone).toBe(stage)
    if (next_step.step === 'over') expect(next_step.as).toBe(stage)
  },
)

test('a deal with a final status stays funded or declined despite an available offer', () => {
  const at = '2026-05-04T10:00:00Z'
  const stages = FINAL_STATUSES.map((application_status) =>
    stageOf({
      state: 'received',
      application_status,
      application_status_at: at,
      offer_status: 'offer_available',
      offer_status_at: at,
      has_offer: true,
    }),
  )
  expect(stages.every((stage) => stage === 'funded' || stage === 'declined')).toBe(true)
})

test.each([...APPLICATION_STATUSES, ...OFFER_STATUSES])(
  'the status %s has its own text in both languages',
  (status) => {
    expect(rulesOf(status)).toBeDefined()
    for (const { statuses } of [en, es])
      expect(Object.values(statuses).filter((words) => words === statuses[status])).toHaveLength(1)
  },
)

test.each(['constructor', '__proto__', 'app_on_the_moon'])('the unknown status %s has no rules', (status) => {
  expect(rulesOf(status)).toBeUndefined()
})

test('a status that this version does not know is quoted as the words of the funder', () => {
  expect(statusLabel('more_info_required: bank letter')).toBe(
    'Funder wrote: “more_info_required: bank letter”',
  )
  expect(statusLabel('app_funded')).toBe('Funded')
})
