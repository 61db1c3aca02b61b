import { resultOf } from '../../src-main/platform/base/failure.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  copySnippet,
  mailSnippet,
  type MessageDeps,
  readSnippets,
  saveSnippets,
} from '../../src-main/features/snippets/use-snippet.ts'
import { bareOffer, type Offer } from '../../src-shared/features/offers/offer.ts'
import type { Result } from '../../src-shared/platform/base/errors.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { DEFAULT_SNIPPETS } from '../../src-shared/features/snippets/default-snippets.ts'
import { mailtoOf } from '../../src-shared/features/snippets/mailto.ts'
import type { Snippet } from '../../src-shared/features/snippets/snippet.ts'
import { Cleanup } from '../support/cleanup.ts'
import { addDeal, composeApp, value, type App } from '../support/core/composed-app.ts'
import { formatted } from '../support/formatted-messages.ts'

const cleanup = new Cleanup()
let app: App
beforeAll(async () => {
  app = await composeApp(cleanup)
})
afterAll(() => cleanup.run())

const offer: Offer = {
  ...bareOffer('o1'),
  status: 'offer_available',
  amount_cents: 35_000_00,
  factor_rate: '1.2500',
  payback_cents: 43_750_00,
  payments: 126,
  payment_frequency: 'daily',
  total_fees_cents: 0,
}
const snippet = (changes: Partial<Snippet>): Snippet => ({
  snippet_id: '00000000-0000-4000-8000-0000000000aa',
  name: 'Mine',
  language: 'en',
  subject: 'About {merchant}',
  body: 'Hello',
  ...changes,
})

let copied: string[]
let opened: (string | null)[]
let deps: MessageDeps
beforeEach(() => {
  ;[copied, opened] = [[], []]
  deps = {
    copyText: (text) => void copied.push(text),
    openMail: async (mail) => {
      const link = mailtoOf(mail)
      opened.push(link)
      return link === null ? 'too_long' : 'opened'
    },
  }
})

async function dealIn(state: string, offers: Offer[] = [offer]): Promise<string> {
  const values = completeDraft() as { company: Record<string, unknown> }
  const address = { street_1: '1 Bay Street', city: 'Oakland', state, zip: '94607' }
  const company = { ...values.company, address }
  return addDeal(app, { values: { ...values, company }, offers })
}
async function use(
  deal_id: string,
  body: string,
  how: 'copy' | 'mail' = 'copy',
  offer_ids = ['o1'],
): Promise<Result<unknown>> {
  const one = snippet({ body })
  value(await saveSnippets(app.context, { snippets: [one], broker_name: 'Robin Broker', signature: '' }))
  const message = { deal_id, snippet_id: one.snippet_id, offer_ids }
  return how === 'copy'
    ? resultOf(copySnippet(app.context, deps, { ...message, part: 'body' }))
    : resultOf(mailSnippet(app.context, deps, message))
}
const lastEntry = async (deal_id: string) => {
  const entry = value(await app.vault.listTimeline(deal_id)).at(-1)
  return entry === undefined
    ? null
    : { kind: entry.kind, title: formatMessage(entry.title), detail: formatMessage(entry.detail) }
}

test('a new vault has the default snippets, and stores changes, order, name, and signature', async () => {
  const fresh = await composeApp(cleanup)
  const before = value(await readSnippets(fresh.context))
  expect(before).toEqual({ snippets: [...DEFAULT_SNIPPETS], broker_name: '', signature: '' })
  const settings = {
    snippets: before.snippets.toReversed().slice(1),
    broker_name: 'Robin',
    signature: 'R.\nDesk',
  }
  value(await saveSnippets(fresh.context, settings))
  expect(value(await readSnippets(fresh.context))).toEqual(settings)
  expect(fresh.emitted).toContainEqual({ event: 'snippets.changed', payload: {} })
  value(await saveSnippets(fresh.context, { ...settings, snippets: [] }))
  expect(value(await readSnippets(fresh.context)).snippets).toEqual([])
})

test('a message is filled in by main, and the timeline names the snippet but not the text', async () => {
  const deal_id = await dealIn('OR')
  value(await use(deal_id, '{contact_first_name}: {offer_amount}'))
  expect(copied[0]).toMatch(/^Ada: \$35,000\.00/)
  expect(await lastEntry(deal_id)).toEqual({
    kind: 'message_made',
    title: 'Message “Mine” copied',
    detail: 'With figures of Offer 1. The app cannot see whether it was sent.',
  })
  value(await use(deal_id, 'Hello {contact_first_name}', 'mail'))
  expect(opened[0]).toMatch(/^mailto:[^?]*\?subject=About%20Juniper%20Bakery%20LLC&body=Hello%20Ada$/)
  expect(await lastEntry(deal_id)).toMatchObject({
    title: 'Message “Mine” opened in the mail program',
    detail: 'The app cannot see whether it was sent.',
  })
})

test('a message that is too long for the mail program is copied instead', async () => {
  const deal_id = await dealIn('OR')
  const body = 'x'.repeat(3_000)
  expect(value(await use(deal_id, body, 'mail'))).toEqual({ done: 'copied' })
  expect(copied).toEqual([body])
  expect((await lastEntry(deal_id))?.title).toBe('Message “Mine” copied')
})

test('a mail program that does not open is reported, and nothing is recorded', async () => {
  const deal_id = await dealIn('OR')
  deps.openMail = async () => 'failed'
  expect(await use(deal_id, 'Hello', 'mail')).toMatchObject({ error: { code: 'MAIL_NOT_OPENED' } })
  expect(await lastEntry(deal_id)).toBeNull()
})

describe('a message for California', () => {
  test.each<[string, string, Offer[], RegExp, string[]?]>([
    ['without an APR in the text', '{offer_amount}', [offer], /requires the APR next to it/],
    ['without an APR of the offer', '{offers}', [{ ...offer, payments: null }], /Offer 1 has no APR/],
    ['with a restricted word', 'The best rate: {offers}', [offer], /contains “rate”/],
    ['with typed figures and a restricted word', '$50,000, factor rate 1.25', [offer], /contains “factor”/],
    ['without a chosen offer', 'rate 1.25 {offer_amount}', [offer], /No offer is chosen/, []],
  ])(
    'is refused %s: it is neither copied, opened, nor recorded',
    async (_, body, offers, why, ids = ['o1']) => {
      const deal_id = await dealIn('CA', offers)
      for (const how of ['copy', 'mail'] as const) {
        const refused = formatted(await use(deal_id, body, how, ids)) as {
          error: { code: string; message: string }
        }
        expect(refused.error.code).toBe('MERCHANT_PAGE_REFUSED')
        expect(refused.error.message).toMatch(why)
      }
      expect([copied, opened]).toEqual([[], []])
      expect(await lastEntry(deal_id)).toBeNull()
    },
  )

  test('passes with an APR, and leaves out the factor', async () => {
    const deal_id = await dealIn('CA')
    value(await use(deal_id, '{offers}'))
    expect(copied[0]).toContain('APR: ')
    expect(copied[0]).not.toMatch(/1\.25|factor/i)
  })

  test('that asks for papers passes, even if the broker’s own name contains a restricted word', async () => {
    const deal_id = await dealIn('CA')
    const one = snippet({ body: 'We still need:\n{missing_papers}\n{signature}' })
    value(
      await saveSnippets(app.context, { snippets: [one], broker_name: 'First Rate Funding', signature: '' }),
    )
    const message = { deal_id, snippet_id: one.snippet_id, offer_ids: ['o1'] }
    value(await copySnippet(app.context, deps, { ...message, part: 'body' }))
    expect(copied[0]).toMatch(/Voided check[^]*First Rate Funding$/)
  })

  test('is refused if only its subject is copied', async () => {
    const deal_id = await dealIn('CA')
    const one = snippet({ subject: '{offer_amount} for you', body: '' })
    value(await saveSnippets(app.context, { snippets: [one], broker_name: '', signature: '' }))
    const message = { deal_id, snippet_id: one.snippet_id, offer_ids: ['o1'] }
    expect(await resultOf(copySnippet(app.context, deps, { ...message, part: 'subject' }))).toMatchObject({
      error: { code: 'MERCHANT_PAGE_REFUSED' },
    })
    expect(copied).toEqual([])
  })
})

test('no message contains an SSN or an EIN of the deal', async () => {
  const deal_id = await dealIn('OR')
  const body =
    '{ssn} {ein} {company.ein} {merchant} {contact_name} {reference} {missing_papers} {offers} {signature}'
  value(await use(deal_id, body))
  expect(copied[0]).not.toMatch(/900-?12-?3456|12-?3456789|•/)
  expect(copied[0]).toContain('{ssn} {ein} {company.ein}')
})

test('a deleted snippet or deal is reported', async () => {
  const deal_id = await dealIn('OR')
  const none = { deal_id, snippet_id: '00000000-0000-4000-8000-0000000000ff', offer_ids: [] }
  expect(await resultOf(mailSnippet(app.context, deps, none))).toMatchObject({
    error: { code: 'SNIPPET_NOT_FOUND' },
  })
  expect(await use('00000000-0000-4000-8000-000000000000', 'Hello')).toMatchObject({
    error: { code: 'DEAL_NOT_FOUND' },
  })
})
