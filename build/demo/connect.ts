import type { Page } from 'playwright-core'
import type { Channel } from '../../src-shared/ipc/channels.ts'
import type { ChannelInput, ChannelOutput } from '../../src-shared/ipc/contract.ts'
import type { Result } from '../../src-shared/errors.ts'
import type { RelayService, SandboxService } from './services.ts'

/** Calls the app's own contract from its own page, as its screens do. */
export async function call<C extends Channel>(
  page: Page,
  channel: C,
  input: ChannelInput<C>,
): Promise<ChannelOutput<C>> {
  const result: Result<ChannelOutput<C>> = await page.evaluate(
    `fundingDesk.call(${JSON.stringify(channel)}, ${JSON.stringify(input)})`,
  )
  if (!result.ok) throw new Error(`${channel}: ${result.error.message} ${result.error.advice}`)
  return result.value
}

/** Connects the app to sandbox and relay where it is not yet, so that a developer or a visitor can begin at once. */
export async function connectApp(page: Page, sandbox: SandboxService, relay: RelayService): Promise<void> {
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
