import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { appError, fail } from '../../src-shared/platform/base/errors.ts'
import { en } from '../../src-shared/app/texts.en.ts'
import { es } from '../../src-shared/app/texts.es.ts'
import { setMessages } from '../../src-shared/platform/texts/messages.ts'
import { formatMessage, msg } from '../../src-shared/platform/texts/msg.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { formatted } from '../support/formatted-messages.ts'
import {
  addDeal,
  composeApp,
  dealOf,
  openEngine,
  submitDeal,
  value,
  type App,
} from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
let app: App

beforeAll(async () => {
  app = await composeApp(cleanup, {
    partner: {
      createApplication: async () =>
        fail(
          appError(
            'PARTNER_VALIDATION_FAILED',
            msg.errorsPartner.wrongData,
            msg.errorsPartner.correctFields,
            {
              outcome: 'not_received',
              fields: [
                { path: 'legal_name', message: 'Field required' },
                { path: 'company.ein', message: 'EIN is on a watch list' },
              ],
            },
          ),
        ),
    },
  })
})
afterAll(() => cleanup.run())
afterEach(() => setMessages('en', en))

test('stored refusals of fields appear in the chosen language: the common case as a sentence of the app, other words as a quotation', async () => {
  const { engine } = await openEngine(app, cleanup)
  const deal_id = await addDeal(app, { reference: 'second' })
  value(await submitDeal(app, engine, deal_id))
  await engine.stop()
  // The draft was validated in Spanish, so its stored problem has the field's Spanish name.
  const stored = { path: 'company.phone', message: msg.form.needed('Teléfono del negocio') }
  value(await app.vault.commit([{ write: 'update_deal', deal_id, changes: { field_problems: [stored] } }]))
  for (const [language, catalog, phone] of [
    ['en', en, 'Business phone'],
    ['es', es, 'Teléfono del negocio'],
  ] as const) {
    setMessages(language, catalog)
    const { field_problems } = value(await viewDeal(app.context, deal_id))
    expect(field_problems.map(({ path, message }) => [path, formatMessage(message)])).toEqual([
      ['company.legal_name', catalog.errorsPartner.fieldRequired],
      ['company.ein', catalog.errorsPartner.fieldSays('EIN is on a watch list')],
      ['company.phone', catalog.form.needed(phone)],
    ])
  }
})

test('the timeline of a deal and the stored reason for its refusal appear in the chosen language', async () => {
  const { engine } = await openEngine(app, cleanup)
  const deal_id = await addDeal(app)
  value(await submitDeal(app, engine, deal_id))
  await engine.stop()
  const read = async () => {
    const { error } = await dealOf(app, deal_id)
    const [queued, , refused] = value(await app.vault.listTimeline(deal_id))
    return formatted({ message: error?.message, advice: error?.advice, queued: queued?.title, refused })
  }
  for (const [language, catalog] of [
    ['en', en],
    ['es', es],
  ] as const) {
    setMessages(language, catalog)
    expect(await read()).toMatchObject({
      message: catalog.errorsPartner.wrongData,
      advice: catalog.errorsPartner.correctFields,
      queued: catalog.history.submitted,
      refused: { title: catalog.history.refused, detail: catalog.errorsPartner.wrongData },
    })
  }
})
