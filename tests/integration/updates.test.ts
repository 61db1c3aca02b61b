import { resultOf } from '../../src-main/platform/base/failure.ts'
import { createPublicKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { updateSource } from '../../build/release/update-keys.mjs'
import { signChannelFile } from '../../build/release/seal.mjs'
import { submitApplication } from '../../src-main/features/submission/submission-commands.ts'
import { AppUpdates } from '../../src-main/features/updates/app-updates.ts'
import type { UpdateMemory } from '../../src-shared/features/updates/update.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import {
  addDeal,
  ManualTimers,
  composeApp,
  openEngine,
  settled,
  value,
} from '../support/core/composed-app.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { NotGenuine, readSigned } from '../../src-main/features/updates/signed-channel.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

describe('an update', () => {
  it('neither restarts nor installs on quit while an application is being sent', async () => {
    let arrive = () => {}
    let isUnderWay = false
    const app = await composeApp(cleanup, {
      partner: {
        createApplication: async () => {
          isUnderWay = true
          await new Promise<void>((resolve) => (arrive = resolve))
          return ok({ application_id: randomUUID(), reply: null })
        },
      },
    })
    const { engine } = await openEngine(app, cleanup)
    const done: string[] = []
    const memory: UpdateMemory = { automatic: true, installation_id: 'me', last_run: null, installing: null }
    const updates = new AppUpdates({
      version: '1.0.0',
      updater: {
        installsAtQuit: true,
        blocker: async () => null,
        look: async () => ok({ version: '1.1.0', notes: '', staging_percentage: 100 }),
        download: async () => ok(undefined),
        install: async () => (done.push('install'), ok(undefined)),
      },
      memory: { get: () => memory, keep: async () => {} },
      clock: app.context.clock,
      timers: new ManualTimers(),
      isSending: async () => engine.isBusy,
      quit: () => done.push('quit'),
      emit: () => {},
      log: { info: () => {}, warn: () => {} },
    })
    await updates.check()

    const deal_id = await addDeal(app)
    value(await submitApplication(app.context, deal_id, []))
    engine.wake()
    await until(async () => isUnderWay || undefined)
    expect(await resultOf(updates.restart())).toMatchObject({ ok: false, error: { code: 'UPDATE_WAITS' } })
    updates.quitting()
    await updates.leave()
    expect(done).toEqual([])

    arrive()
    await settled(app, engine)
    await until(async () => !engine.isBusy || undefined)
    await updates.restart()
    updates.quitting()
    await updates.leave()
    expect(done).toEqual(['quit', 'install'])
  })
})

describe('the signature of a channel file', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const written = 'version: 1.1.0\nfiles:\n  - url: App.AppImage\n    sha512: aaaa\n'
  const name = 'latest-linux.yml'
  const signed = signChannelFile(written, name, privateKey)

  it('returns exactly the signed bytes', () => {
    expect(readSigned(signed, name, [publicKey])).toBe(written)
  })

  it('does not verify if a byte or its position changes, for another file name, or with another key', () => {
    const other = generateKeyPairSync('ed25519')
    const forged = [
      written,
      '',
      signed.replace('1.1.0', '1.1.1'),
      signed.replace('aaaa', 'aaab'),
      `version: 9.9.9\n${signed}`,
      `${signed}version: 9.9.9\n`,
      signed.replace('files', '\r\nfiles'),
      signChannelFile(written, name, other.privateKey),
      signed.replace(/signature: .*/, 'signature: AAAA'),
    ]
    for (const text of forged) expect(() => readSigned(text, name, [publicKey])).toThrow(NotGenuine)
    expect(() => readSigned(signed, 'latest.yml', [publicKey])).toThrow(NotGenuine)
  })

  it('is created again when the rollout percentage changes', () => {
    const tenth = signChannelFile(signed, name, privateKey, 10)
    expect(readSigned(tenth, name, [publicKey])).toBe(`${written}stagingPercentage: 10\n`)
    expect(readSigned(signChannelFile(tenth, name, privateKey), name, [publicKey])).toBe(written)
  })

  it('is required by every build that checks for updates, and http servers are refused except on loopback', () => {
    const UPDATE_PUBLIC_KEY = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const at = (FUNDING_DESK_UPDATES_URL?: string) =>
      updateSource({ UPDATE_PUBLIC_KEY, ...(FUNDING_DESK_UPDATES_URL && { FUNDING_DESK_UPDATES_URL }) })
    expect(at()).toBeNull()
    expect(at('https://updates.example/desk')?.public_keys).toEqual([expect.stringContaining('PUBLIC KEY')])
    expect(() => at('http://updates.example/desk')).toThrow(/https/)
    expect(() => updateSource({ FUNDING_DESK_UPDATES_URL: 'https://updates.example/' })).toThrow(
      /UPDATE_PUBLIC_KEY/,
    )
  })

  it('is also accepted from the next signing key if the build already contains that key', () => {
    const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ type, format: 'pem' }).toString()
    const next = generateKeyPairSync('ed25519')
    const env = {
      FUNDING_DESK_UPDATES_URL: 'https://updates.example/',
      UPDATE_PUBLIC_KEY: pem(publicKey, 'spki'),
    }
    const built = updateSource({ ...env, UPDATE_NEXT_KEY: pem(next.publicKey, 'spki') })
    const trusted = built?.public_keys.map((key) => createPublicKey(key)) ?? []
    expect(trusted).toHaveLength(2)
    const after = signChannelFile(written, name, next.privateKey)
    for (const text of [signed, after]) expect(readSigned(text, name, trusted)).toBe(written)
    expect(() => readSigned(after, name, [publicKey])).toThrow(NotGenuine)

    // A later build trusts the next key instead of the previous key, because the previous key may have been stolen.
    const later = updateSource({ ...env, UPDATE_PUBLIC_KEY: pem(next.publicKey, 'spki') })
    const trustedLater = later?.public_keys.map((key) => createPublicKey(key)) ?? []
    expect(readSigned(after, name, trustedLater)).toBe(written)
    expect(() => readSigned(signed, name, trustedLater)).toThrow(NotGenuine)
    // A build refuses a private key, because Node would derive the public key from it.
    for (const variable of ['UPDATE_PUBLIC_KEY', 'UPDATE_NEXT_KEY'])
      expect(() => updateSource({ ...env, [variable]: pem(next.privateKey, 'pkcs8') })).toThrow(/private/)
  })
})
