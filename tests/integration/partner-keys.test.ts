import { logInto } from '../support/core/faulty-vaults.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PartnerLink } from '../../src-main/features/connection/partner-link.ts'
import { writeConnection } from '../../src-main/features/connection/connection-settings.ts'
import { createPartnerKeys } from '../../src-main/features/webhooks/partner-keys.ts'
import { appError, fail, ok } from '../../src-shared/platform/base/errors.ts'
import { memoryKeychain, composeApp, scriptedPartner, value, type App } from '../support/core/composed-app.ts'
import { createSigningKey } from '../support/relay/signing.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

const FORMER = 'https://former.example'
const PRESENT = 'https://present.example'
const MINUTE = 60_000
/** The name that both partners give to their keys. */
const kid = 'iso-submission-rsa-01'
const keys = { [FORMER]: createSigningKey(kid), [PRESENT]: createSigningKey(kid) }

let app: App
let link: PartnerLink
let down: Set<string>
let time: number
/** Runs between a request for the keys and its response. */
let whileAsked: (base_url: string) => Promise<void>
beforeEach(async () => {
  app = await composeApp(cleanup, {})
  down = new Set()
  time = Date.parse('2026-05-04T10:00:00Z')
  whileAsked = async () => {}
  link = new PartnerLink(
    'sandbox',
    app.vault,
    memoryKeychain(),
    ({ base_url }) =>
      ok(
        scriptedPartner({
          getJwks: async () => {
            await whileAsked(base_url)
            return down.has(base_url)
              ? fail(appError('PARTNER_UNREACHABLE', 'It does not answer.', 'Wait.'))
              : ok({ keys: [keys[base_url as keyof typeof keys].jwk] } as never)
          },
        }),
      ),
    logInto([]),
  )
})

/**
 * Creates the source of the partner's keys, as the start of the app does. Each reading of its clock is one minute later than the one
 * before, so the limit on how often the keys are fetched never applies.
 */
const start = () => createPartnerKeys(link, app.vault, { now: () => (time += MINUTE) })

async function moveTo(base_url: string): Promise<void> {
  value(await writeConnection(app.vault, { base_url, client_id: 'office-7' }))
  link.reset()
}

async function keyNow(source: ReturnType<typeof start>): Promise<string> {
  const found = await source.find(kid)
  if (!found.found) return found.reason
  const { n } = await crypto.subtle.exportKey('jwk', found.key)
  return Object.entries(keys).find(([, { jwk }]) => jwk.n === n)?.[0] ?? 'another key'
}

test('after the partner changed, keys of the former partner verify nothing, neither from memory nor after a restart', async () => {
  const source = start()
  await moveTo(FORMER)
  expect(await keyNow(source)).toBe(FORMER)
  down.add(PRESENT)
  await moveTo(PRESENT)
  expect(await keyNow(source)).toBe('unavailable')
  expect(await keyNow(start())).toBe('unavailable')
  down.delete(PRESENT)
  expect(await keyNow(source)).toBe(PRESENT)
})

test('stored keys keep working after a restart while their partner is down, even without credentials', async () => {
  await moveTo(FORMER)
  expect(await keyNow(start())).toBe(FORMER)
  down.add(FORMER)
  expect(await keyNow(start())).toBe(FORMER)
  value(await writeConnection(app.vault, { client_id: '' }))
  link.reset()
  expect(await keyNow(start())).toBe(FORMER)
})

test('keys requested from the former partner that arrive after the partner changed verify nothing for the new partner', async () => {
  await moveTo(FORMER)
  const source = start()
  whileAsked = async (base_url) => {
    if (base_url === FORMER) await moveTo(PRESENT)
  }
  down.add(PRESENT)
  expect(await keyNow(source)).toBe(FORMER)
  expect(await keyNow(source)).toBe('unavailable')
  expect(await keyNow(start())).toBe('unavailable')
})

test('stored keys of an older version, which did not store the address of their partner, are not used', async () => {
  const { n, e } = keys[FORMER].jwk
  const kept = { fetched_at: new Date(time).toISOString(), keys: [{ kid, n, e }] }
  value(await app.vault.commit([{ write: 'set_setting', key: 'jwks', value: JSON.stringify(kept) }]))
  down.add(FORMER)
  await moveTo(FORMER)
  expect(await keyNow(start())).toBe('unavailable')
})
