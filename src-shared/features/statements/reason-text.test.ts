import { expect, it } from 'vitest'
import { statements as en } from './texts.en.ts'
import { statements as es } from './texts.es.ts'
import { reasonText } from './deal-statements.ts'

it('says more than the reason where it can', () => {
  const doubted = { reason: 'unreadable', detail: 'rows_doubted' } as const
  expect(reasonText(en, doubted)).toContain('cancel each other out')
  expect(reasonText(es, doubted)).toBe(es.details.rows_doubted)
  expect(reasonText(en, { reason: 'unreadable', detail: 'no_text' })).toBe(en.reasons.unreadable)
  expect(reasonText(es, { reason: 'page_missing', detail: 'page_missing' })).toBe(es.reasons.page_missing)
})
