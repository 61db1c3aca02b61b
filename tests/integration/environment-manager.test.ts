import { resultOf } from '../../src-main/platform/base/failure.ts'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Demo } from '../../src-main/features/demo/demo.ts'
import { acceptOffer, viewOffers } from '../../src-main/features/offers/accept-offer.ts'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import type { Environment } from '../../src-shared/platform/words/vocabulary.ts'
import { appError, fail, ok, type Result } from '../../src-shared/platform/base/errors.ts'
import { addDeal, scriptedPartner, value } from '../support/core/composed-app.ts'
import { handlersOf } from '../support/core/handlers.ts'
import { testEnvironment, type TestEnvironment } from '../support/core/test-environment.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import type { OpenEnvironment } from '../../src-main/app/rooms.ts'
import type { ReadingQueue } from '../../src-main/features/statements/reading-queue.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

let at: TestEnvironment
beforeEach(() => {
  at = testEnvironment(cleanup)
})

const production = {
  environment: 'production',
  base_url: 'https://live.example',
  client_id: 'office-7',
  client_secret: 'right',
} as const
const openNow = async () => value(await at.environmentManager.open()).context.environment

describe('switching to another environment', () => {
  test('opens the new environment for a request that arrives while the previous environment closes, and stores the new settings in the new environment', async () => {
    const sandbox = value(await at.environmentManager.open()).context
    const { close } = sandbox.vault as typeof sandbox.vault & { close(): Promise<void> }
    let asked: Promise<Environment> | undefined
    Object.assign(sandbox.vault, {
      async close() {
        asked ??= openNow()
        await close.call(sandbox.vault)
      },
    })
    value(await at.connections.saveCredentials(production))
    expect(await asked).toBe('production')
    expect(at.openings).toEqual(['sandbox', 'production'])
    expect(value(await value(await at.environmentManager.open()).context.vault.getSetting('base_url'))).toBe(
      'https://live.example',
    )
  })
})

test('closing an environment stops every part and closes the vault, even if a part fails to stop', async () => {
  const { context, eventSync } = value(await at.environmentManager.open())
  const statements = context.statements as ReadingQueue
  const stopped: string[] = []
  const { stop } = statements
  statements.stop = () => {
    statements.stop = stop
    return Promise.reject(new Error('900-12-3456'))
  }
  eventSync.stop = async () => void stopped.push('event sync')
  await at.environmentManager.close()
  expect(stopped).toEqual(['event sync'])
  expect(await resultOf(context.vault.getSetting('base_url'))).toMatchObject({ ok: false })
  await openNow()
})

test('switching environments first waits for an acceptance in flight and stores its response', async () => {
  const { context } = value(await at.environmentManager.open())
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  const order: string[] = []
  at.beforeOpening = async (environment) => {
    order.push(`${environment} is opened`)
    return null
  }
  const acceptance = async () => {
    await isAnswered
    order.push('the acceptance is answered')
    return ok({ offer: null, reply: null })
  }
  context.partner = async () => ok(scriptedPartner({ acceptOffer: acceptance }))
  const offers = [{ ...bareOffer('o1'), status: 'offer_available' }]
  const deal_id = await addDeal(context, { state: 'received', application_id: '7', offers })
  expect(await at.environmentManager.isSending()).toBe(false)
  const accepted = resultOf(acceptOffer(context, deal_id, 'o1', false))
  await until(async () => (await at.environmentManager.isSending()) || undefined)
  const switched = resultOf(at.connections.saveCredentials(production))
  // The environment is closing now, so the app does not send requests that a window of this environment still makes.
  const refused = await until(async () => {
    const aside = await resultOf(context.runExclusive(async () => ok(null)))
    return aside.ok ? undefined : aside
  })
  expect(refused).toMatchObject({ error: { outcome: 'not_received' } })
  answer()
  value(await switched)
  expect(order).toEqual(['the acceptance is answered', 'production is opened'])
  expect(value(await accepted).own).toMatchObject([{ acceptance: { state: 'accepted' } }])
  value(await at.environmentManager.reopen('sandbox', async () => ok(null)))
  const { own } = value(await viewOffers(value(await at.environmentManager.open()).context, deal_id))
  expect(own).toMatchObject([{ acceptance: { state: 'accepted' } }])
})

describe('a window that did not request the change', () => {
  const mine = '11111111-1111-4111-8111-111111111111'
  const changed = (switched: boolean) => [
    { event: 'environment.changed', payload: { window_id: mine, switched } },
  ]

  test('is notified which of the two changed: the open environment, or only its connection', async () => {
    value(await at.environmentManager.runAndNotify(mine, () => at.connections.saveCredentials(production)))
    expect(at.reported).toEqual(changed(true))
    at.reported.length = 0
    value(await at.environmentManager.runAndNotify(mine, () => at.connections.saveCredentials(production)))
    expect(at.reported).toEqual(changed(false))
  })

  test('is notified of a restored backup, even if the backup does not open', async () => {
    await openNow()
    at.beforeOpening = async () => fail(appError('VAULT_DAMAGED', 'It is damaged.', 'Restore.'))
    const restored = await resultOf(
      at.environmentManager.runAndNotify(mine, () =>
        at.environmentManager.reopen('sandbox', async () => null),
      ),
    )
    expect(restored).toMatchObject({ ok: false, error: { code: 'VAULT_DAMAGED' } })
    expect(at.reported).toEqual(changed(true))
  })

  test('is notified of an aborted change', async () => {
    const broken = resultOf(
      at.environmentManager.runAndNotify(mine, async () => {
        throw new Error('it broke off')
      }),
    )
    await expect(broken).rejects.toThrow('it broke off')
    expect(at.reported).toEqual(changed(false))
  })
})

describe('a request from a window', () => {
  const refused = {
    ok: false,
    error: { code: 'ENVIRONMENT_CHANGED', outcome: 'not_received', retryable: false },
  }

  test('is handled only in the environment that its window shows', async () => {
    expect((await at.environmentManager.openExpected('sandbox')).ok).toBe(true)
    expect(await at.environmentManager.openExpected('production')).toMatchObject(refused)
    value(await at.connections.saveCredentials(production))
    expect(await at.environmentManager.openExpected('sandbox')).toMatchObject(refused)
    expect((await at.environmentManager.openExpected('production')).ok).toBe(true)
  })

  test('that shows the demo is handled only by the demo, and the demo handles no request for the sandbox', async () => {
    expect(await at.environmentManager.openExpected('demo')).toMatchObject(refused)
    at.isDemo = true
    expect(await at.environmentManager.openExpected('sandbox')).toMatchObject(refused)
    expect((await at.environmentManager.openExpected('demo')).ok).toBe(true)
  })

  test('waits while another environment is being opened, and is refused if its window does not show that environment', async () => {
    await openNow()
    let asked: Promise<Result<OpenEnvironment>> | undefined
    const work = async () => {
      asked = at.environmentManager.openExpected('sandbox')
      return ok(null)
    }
    value(await at.environmentManager.reopen('production', work))
    expect(await asked).toMatchObject(refused)
  })

  test('to submit, accept an offer, erase deals, or save the retention is refused if its window shows another environment', async () => {
    const deal_id = '22222222-2222-4222-8222-222222222222'
    const handlers = handlersOf(at, new Demo(at.environmentManager, at, {} as never, {} as never))
    const wish = { deal_id }
    const shown = 'production'
    const answers = await Promise.all([
      handlers['submission.check'](wish, shown),
      handlers['submission.submit'](wish, shown),
      handlers['submission.send_now'](wish, shown),
      handlers['submission.send_documents'](wish, shown),
      handlers['offers.accept']({ ...wish, offer_id: '1', again: false }, shown),
      handlers['pipeline.act']({ ...wish, bulk_id: deal_id, action: 'submit', deal_ids: [deal_id] }, shown),
      handlers['pipeline.erase']({ ...wish, deal_ids: [deal_id] }, shown),
      handlers['vault.save_retention']({ ...wish, years: 4 }, shown),
    ])
    for (const answer of answers) expect(answer).toMatchObject(refused)
    expect(await handlers['submission.check'](wish, 'sandbox')).toMatchObject({
      error: { code: 'DEAL_NOT_FOUND' },
    })
  })
})

test('a running demo refuses to restore backups and to change recovery codes, passphrases, or the backup folder', async () => {
  at.isDemo = true
  const handlers = handlersOf(at, new Demo(at.environmentManager, at, { isDemo: true } as never, {} as never))
  const file_id = '33333333-3333-4333-8333-333333333333'
  const passphrase = 'four or five words'
  const answers = await Promise.all([
    handlers['vault.pick_backup']({}),
    handlers['vault.restore']({ file_id, window_id: null }),
    handlers['vault.choose_backup_folder']({}),
    handlers['vault.new_recovery_code']({}),
    handlers['vault.confirm_recovery_code']({ answers: [] }),
    handlers['vault.choose_passphrase']({ passphrase }),
    handlers['vault.change_passphrase']({ passphrase, present: passphrase }),
    handlers['vault.replace_passphrase']({ passphrase }),
    handlers['vault.enter_passphrase']({ passphrase }),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'DEMO_RUNNING' } })
  expect(at.reported).toEqual([])
})

test('a checkpoint (at screen lock or sleep) empties the database log of an open vault, and does not open a closed one', async () => {
  await at.environmentManager.checkpoint()
  expect(at.openings).toEqual([])
  const { context } = value(await at.environmentManager.open())
  value(await context.vault.commit([{ write: 'set_setting', key: 'kept', value: 'yes' }]))
  const log = join(at.folder, 'sandbox', 'vault.db-wal')
  expect(statSync(log).size).toBeGreaterThan(0)
  await at.environmentManager.checkpoint()
  expect(statSync(log).size).toBe(0)
})

describe('an environment that does not open at app start', () => {
  const locked = appError('KEYCHAIN_LOCKED', 'The keychain is locked.', 'Unlock it.', { retryable: true })
  const needed = appError('PASSPHRASE_NEEDED', 'Enter your passphrase.', 'It is asked at each start.')
  const isOpened = { event: 'environment.changed', payload: { window_id: null, switched: false } }
  let shows: number
  const start = (window: object | null) =>
    at.environmentManager.openAtStart({ handle: () => window, show: () => void shows++ })
  beforeEach(() => {
    shows = 0
  })

  test.each([locked, needed])('shows the reason in a window if no window is open: $code', async (error) => {
    at.beforeOpening = async () => fail(error)
    await start(null)
    expect(shows).toBe(1)
    await start({})
    expect(shows).toBe(1)
  })

  test('shows no window if the app ends before the opening fails, or if the opening succeeds', async () => {
    at.beforeOpening = async () => {
      await sleep(1)
      void at.environmentManager.close()
      return fail(locked)
    }
    await start(null)
    at.beforeOpening = async () => null
    await start(null)
    expect(shows).toBe(0)
  })

  test('is opened when the computer wakes after the problem is resolved, and the windows are notified', async () => {
    at.beforeOpening = async () => fail(locked)
    await start(null)
    await at.environmentManager.retryNow('awake')
    expect([at.openings, at.reported]).toEqual([[], []])
    at.beforeOpening = async () => null
    // The user refused access to the keychain. The app requests access again when the computer wakes, but not at each network change.
    await at.environmentManager.retryNow('network')
    expect(at.openings).toEqual([])
    await at.environmentManager.retryNow('awake')
    expect([at.openings, at.environmentManager.failed]).toEqual([['sandbox'], null])
    expect(at.reported.filter(({ event }) => event === isOpened.event)).toEqual([isOpened])
  })

  test('is not retried automatically if only the broker can resolve the problem', async () => {
    at.beforeOpening = async () => fail(needed)
    await start(null)
    let tries = 0
    at.beforeOpening = async () => {
      tries++
      return null
    }
    await at.environmentManager.retryNow('awake')
    expect(tries).toBe(0)
    // The broker enters the passphrase in one window. The app then notifies the other windows that the environment is open.
    await openNow()
    expect(at.reported.filter(({ event }) => event === isOpened.event)).toEqual([isOpened])
  })

  test('stays closed after the app ends', async () => {
    at.beforeOpening = async () => fail(locked)
    await start(null)
    await at.environmentManager.close()
    at.beforeOpening = async () => null
    await at.environmentManager.retryNow('awake')
    expect(at.openings).toEqual([])
  })
})

describe('a failed opening of an environment', () => {
  test('returns an error, and the next request opens the environment after the cause is gone', async () => {
    at.beforeOpening = async () => {
      throw new Error('no such folder')
    }
    expect(await at.environmentManager.open()).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
    at.beforeOpening = async () => null
    expect(await openNow()).toBe('sandbox')
  })

  test('during a switch to another environment returns an error, and the next request opens the other environment', async () => {
    await openNow()
    at.beforeOpening = async () => {
      throw new Error('no such folder')
    }
    expect(await resultOf(at.environmentManager.reopen('production', async () => ok(null)))).toMatchObject({
      ok: false,
      error: { code: 'INTERNAL' },
    })
    at.beforeOpening = async () => null
    expect(await openNow()).toBe('production')
  })

  test('leaves the previous environment in use if the task that runs before the opening fails', async () => {
    await openNow()
    const broken = resultOf(
      at.environmentManager.reopen('production', async () => {
        throw new Error('it broke off')
      }),
    )
    expect(await broken).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
    expect(await openNow()).toBe('sandbox')
  })
})
