import { expect, test } from 'vitest'
import type { TimelineEntry } from '../../../src-shared/features/deals/deal.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { byDay, withoutEarlierSteps } from './timeline-panel.tsx'

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

test('shows one line for a file that was attached, queued, sent, and received, and all lines of a refusal', () => {
  const entry = (kind: TimelineEntry['kind'], title: TimelineEntry['title']) => ({
    ...at(2026, 2, 1, 8),
    kind,
    title,
  })
  const { history } = msg
  const steps = (name: string) => [
    entry('document_sent', history.documentSent(name)),
    entry('document_queued', history.documentQueued(name)),
    entry('document_added', history.attached(name)),
  ]
  const shown = withoutEarlierSteps([
    entry('document_received', history.documentReceived('a.pdf')),
    entry('document_queued', history.documentQueued('b.pdf')),
    entry('document_refused', history.documentRefused('b.pdf')),
    entry('document_handed_out', history.handedOut.saved(2)),
    ...steps('a.pdf'),
    ...steps('b.pdf'),
    entry('note', 'a.pdf'),
  ])
  expect(shown.map(({ kind }) => kind)).toEqual([
    'document_received',
    'document_queued',
    'document_refused',
    'document_handed_out',
    'note',
  ])
})
