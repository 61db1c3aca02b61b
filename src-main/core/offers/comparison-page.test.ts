import { afterEach, expect, test, vi } from 'vitest'
import { bareOffer } from '../../../src-shared/domain/offer.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { comparisonPage } from './comparison-page.ts'

afterEach(() => void vi.unstubAllEnvs())

test('the last day of an offer is the day that the service named, west of Greenwich too', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  const offer = { ...bareOffer('1'), expires_at: '2026-05-04' }
  const comparison = {
    merchant: 'Juniper Bakery LLC',
    broker: '',
    made_at: '2026-05-01T10:00:00Z',
    offers: [offer],
  }
  expect(comparisonPage(comparison, 'en', words())).toContain('<td>May 4, 2026</td>')
})
