import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import type { Page } from 'playwright-core'
import type { Channel } from '../../src-shared/app/contract.ts'
import type { ChannelInput, ChannelOutput } from '../../src-shared/app/contract.ts'
import type { Result } from '../../src-shared/platform/base/errors.ts'
import type { RelayService, SandboxService } from './services.ts'

/** Calls a channel of the app's IPC contract from the app's page, as its screens do. */
export async function call<C extends Channel>(
  page: Page,
  channel: C,
  input: ChannelInput<C>,
): Promise<ChannelOutput<C>> {
  const result = await ask(page, channel, input)
  if (!result.ok)
    throw new Error(
      `${channel}: ${formatMessage(result.error.message)} ${formatMessage(result.error.advice)}`,
    )
  return result.value
}

function ask<C extends Channel>(
  page: Page,
  channel: C,
  input: ChannelInput<C>,
): Promise<Result<ChannelOutput<C>>> {
  return page.evaluate(`fundingDesk.call(${JSON.stringify(channel)}, ${JSON.stringify(input)}, 'sandbox')`)
}

/** This passphrase may be public, because the demo contains no secrets. */
const DEMO_PASSPHRASE = 'just trying it out'

/** On a Linux system without a keychain, the app asks for a passphrase. Enters the public passphrase of the demo and prints it. */
async function openWithoutKeychain(page: Page): Promise<void> {
  const opened = await ask(page, 'environment.get', {})
  if (opened.ok) return
  if (opened.error.code === 'PASSPHRASE_NEEDED')
    await call(page, 'vault.enter_passphrase', { passphrase: DEMO_PASSPHRASE })
  else if ((await call(page, 'vault.recovery_options', {})).may_choose_passphrase)
    await call(page, 'vault.choose_passphrase', { passphrase: DEMO_PASSPHRASE })
  else return
  console.log(
    `This computer has no keychain. The demo protects its keys with the passphrase “${DEMO_PASSPHRASE}”.`,
  )
}

/** Connects the app to the sandbox and the relay unless it is already connected. */
export async function connectApp(page: Page, sandbox: SandboxService, relay: RelayService): Promise<void> {
  await openWithoutKeychain(page)
  const { base_url, client_id, client_secret } = sandbox
  const before = await call(page, 'environment.get', {})
  if (!before.configured || before.base_url !== base_url || before.client_id !== client_id)
    await call(page, 'environment.save_credentials', {
      environment: 'sandbox',
      base_url,
      client_id,
      client_secret,
    })
  const isPaired = before.relay_paired && before.relay_url === relay.url
  if (!isPaired)
    await call(page, 'relay.pair', {
      url: relay.url,
      code: await relay.pairingCode(),
      device_name: 'Demo computer',
    })
  if (!isPaired || before.webhook_url === null) await call(page, 'webhooks.register', {})
  await page.reload()
}
