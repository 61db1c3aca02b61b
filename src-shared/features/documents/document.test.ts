import { expect, test } from 'vitest'
import { shownState } from './document.ts'

const line = { missing_days: [], unverified: 0 }
const missing_days = [{ from: '2026-08-01', to: '2026-08-31' }]

test('a line of the checklist is partial while days are missing or a statement is not verified', () => {
  for (const state of ['prepared', 'answered'] as const) {
    expect(shownState({ ...line, state })).toBe(state)
    expect(shownState({ ...line, state, missing_days })).toBe('partial')
    expect(shownState({ ...line, state, unverified: 1 })).toBe('partial')
  }
  expect(shownState({ ...line, state: 'open', missing_days })).toBe('open')
})
