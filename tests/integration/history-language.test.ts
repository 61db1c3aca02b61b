import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { appError, fail } from '../../src-shared/errors.ts'
import { en } from '../../src-shared/messages/en/index.ts'
import { es } from '../../src-shared/messages/es/index.ts'
import { setMessages } from '../../src-shared/messages/messages.ts'
import { msg } from '../../src-shared/messages/msg.ts'
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
            },
          ),
        ),
    },
  })
})
afterAll(() => cleanup.run())
afterEach(() => setMessages('en', en))

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
