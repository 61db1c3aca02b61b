import { resultOf } from '../../src-main/platform/base/failure.ts'
import { mkdirSync, renameSync, rmdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { HostProcess } from '../../src-main/platform/vault/host-process.ts'
import { openVault } from '../../src-main/platform/vault/open-vault.ts'
import { createVaultClient } from '../../src-main/platform/vault/vault-client.ts'
import { memoryKeychain, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'
import { skipped, whyNoLinks } from '../support/skipped.ts'
import { startVaultHost } from '../support/vault/start-host.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

test('a vault that failed to reopen after its process exited opens for the next caller after the problem is fixed', async () => {
  const hosts: HostProcess[] = []
  const startHost = () => {
    const host = startVaultHost()
    hosts.push(host)
    return host
  }
  const file = join(cleanup.folder(), 'vault.db')
  const vault = createVaultClient(startHost, file, 'ab'.repeat(32))
  cleanup.add(() => vault.close())
  value(await vault.open())
  value(await vault.commit([{ write: 'set_setting', key: 'kept', value: 'yes' }]))

  const ended = new Promise<void>((resolve) => hosts[0]?.onExit(resolve))
  hosts[0]?.kill()
  await ended
  renameSync(file, `${file}-away`)
  mkdirSync(file)
  for (let tries = 0; tries < 6; tries++)
    expect(formatted(await resultOf(vault.getSetting('kept')))).toMatchObject({
      ok: false,
      error: { code: 'VAULT_UNAVAILABLE', message: expect.stringContaining('cannot be opened') },
    })
  // Requests that run concurrently fail with the same error as single requests.
  const asked = ['kept', 'other', 'third'].map((key) => resultOf(vault.getSetting(key)))
  for (const answer of await Promise.all(asked))
    expect(formatted(answer)).toMatchObject({
      error: { message: expect.stringContaining('cannot be opened') },
    })
  rmdirSync(file)
  renameSync(`${file}-away`, file)
  expect(value(await vault.getSetting('kept'))).toBe('yes')
  // All requests after the kill used the same new vault process, so there were only two processes in total.
  expect(hosts).toHaveLength(2)
})

const noLinks = whyNoLinks()
test.skipIf(noLinks !== null)(
  `an unwritable folder is reported, and the vault opens after the folder becomes writable${skipped(noLinks)}`,
  async () => {
    const folder = cleanup.folder()
    const place = {
      folder: join(folder, 'environments'),
      environment: 'sandbox',
      secrets: memoryKeychain(),
      startHost: startVaultHost,
    } as const
    symlinkSync(join(folder, 'no disk', 'environments'), place.folder)
    expect(await resultOf(openVault(place))).toMatchObject({
      ok: false,
      error: {
        code: 'VAULT_UNAVAILABLE',
        message: `The folder with your data cannot be read or written: ${join(place.folder, 'sandbox')}`,
        retryable: true,
      },
    })
    mkdirSync(join(folder, 'no disk', 'environments'), { recursive: true })
    const { vault } = value(await openVault(place))
    await vault.close()
  },
)
