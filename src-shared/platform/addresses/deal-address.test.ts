import { expect, test } from 'vitest'
import { DEAL_PARTS, dealHash, parseDealHash } from './deep-link.ts'

const deal_id = '0b7f6a7c-9f2e-4c55-8f52-0f1f4a2f9d10'

test('addresses of a deal, its parts, its fields, and its checklist are read back unchanged', () => {
  const addresses = [
    { deal_id },
    ...DEAL_PARTS.map((part) => ({ deal_id, part })),
    { deal_id, part: 'application' as const, field: 'company.ein' },
    { deal_id, part: 'application' as const, field: 'company.owners.r4k2m.address.street_1' },
    { deal_id, part: 'documents' as const, at: 'checklist' as const },
  ]
  for (const address of addresses) expect(parseDealHash(dealHash(address))).toEqual(address)
})

test.each([
  '',
  '#/',
  '#/deals/',
  '#/deals/1',
  `#/deals/${deal_id}/`,
  `#/deals/${deal_id}/settings`,
  `#/deals/${deal_id}/documents/company.ein`,
  `#/deals/${deal_id}/checklist`,
  `#/deals/${deal_id}/offers/checklist`,
  `#/deals/${deal_id}/application/`,
  `#/deals/${deal_id}/application/../../settings`,
  `#/deals/${deal_id}/application/company..ein`,
  `#/deals/${deal_id}/application/__proto__.x]`,
  `#/deals/${deal_id}/application/company.ein"]`,
  `#/deals/${deal_id}/application/company.ein#x`,
  `#/deals/${deal_id}/application/${'a.'.repeat(200)}a`,
  `#/deals/${deal_id.toUpperCase()}`,
  `x#/deals/${deal_id}`,
])('refuses %j as the address of a deal', (hash) => {
  expect(parseDealHash(hash)).toBeNull()
})
