import { afterEach, beforeEach, expect, test } from 'vitest'
import { resultOf } from '../../src-main/platform/base/failure.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { EnvironmentLife } from '../../src-main/platform/environment/environment-life.ts'
import { writeConnection } from '../../src-main/features/connection/connection-settings.ts'
import { PartnerLink } from '../../src-main/features/connection/partner-link.ts'
import { SubmissionEngine } from '../../src-main/features/submission/engine.ts'
import { type App, composeApp, ManualTimers, scriptedPartner, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

let app: App
let life: EnvironmentLife
let link: PartnerLink
/** Runs when a client of the partner closes its connections. */
let onClose: () => Promise<void>
const isOpen = async () => (await resultOf(app.vault.getSetting('base_url'))).ok

beforeEach(async () => {
  app = await composeApp(cleanup)
  await writeConnection(app.vault, { base_url: 'https://partner.example', client_id: 'office-7' })
  const { vault, context } = app
  const connect = () => ok(scriptedPartner({ close: () => onClose() }))
  link = new PartnerLink('sandbox', vault, context.secrets, connect, context.log)
  const engine = new SubmissionEngine(context, new ManualTimers())
  const eventSync = { restart: async () => {}, stop: async () => {}, retryNow: () => {} }
  life = new EnvironmentLife({ context, engine, eventSync, link, background: [app.statements] })
})

test('stopping an environment waits until all connections to the partner are closed, also those of a client that a new connection replaced', async () => {
  const closings: (() => void)[] = []
  onClose = () => new Promise((resolve) => closings.push(resolve))
  value(await link.get())
  await life.reconnect(async () => {})
  value(await link.get())
  const { close } = app.vault
  const closedVault = new Promise<void>((resolve) =>
    Object.assign(app.vault, { close: () => close.call(app.vault).then(resolve) }),
  )
  let isStopped = false
  const stopped = life.stop().then(() => (isStopped = true))
  await closedVault
  closings[1]?.()
  await new Promise(setImmediate)
  expect(isStopped).toBe(false)
  closings[0]?.()
  await stopped
  expect(closings).toHaveLength(2)
})

test('stopping an environment closes its vault even if the connections to the partner fail to close', async () => {
  onClose = () => Promise.reject(new Error('900-12-3456'))
  value(await link.get())
  expect(await isOpen()).toBe(true)
  await life.stop()
  expect(await isOpen()).toBe(false)
})
