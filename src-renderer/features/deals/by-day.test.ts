import { expect, test } from 'vitest'
import type { TimelineEntry } from '../../../src-shared/features/deals/deal.ts'
import { byDay } from './timeline-panel.tsx'

let entry_id = 0
const at = (...date: [number, number, number, number]): TimelineEntry => ({
  entry_id: entry_id++,
  deal_id: '0b7f6a7c-9f2e-4c55-8f52-0f1f4a2f9d10',
  at: new Date(...date).toISOString(),
  kind: 'note',
  title: 'Note',
  detail: '',
  verification: null,
})

test('keeps the order of the entries, groups consecutive entries of the same day, and labels today and yesterday', () => {
  const now = new Date(2026, 2, 1, 9).getTime()
  const days = byDay(
    [at(2026, 2, 1, 8), at(2026, 2, 1, 0), at(2026, 1, 28, 23), at(2026, 1, 3, 12), at(2026, 1, 28, 9)],
    now,
  )
  expect(days.map(({ label, lines }) => [label, lines.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Feb 3, 2026', 1],
    ['Yesterday', 1],
  ])
  expect(new Set(days.map(({ day }) => day)).size).toBe(4)
})
