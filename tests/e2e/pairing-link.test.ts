import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../build/demo/connect.ts'
import { answeringDialogs, enterCredentials, openSettings } from '../../build/demo/journey.ts'
import { launchApp } from '../../build/demo/launch-app.ts'
import { RELAY, runProgram, SANDBOX, startProgram } from '../../build/demo/program.ts'
import { serveRelay, type RelayService } from '../../build/demo/services.ts'
import { findElectron } from '../../build/runtime/electron.mjs'
import { pairLinkOf } from '../../src-shared/platform/addresses/deep-link.ts'
import { Cleanup } from '../support/cleanup.ts'
import { axeViolations } from '../support/e2e/axe.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { StallWatch } from '../support/e2e/stall-watch.ts'
import { zoom } from '../support/e2e/wcag-checks.ts'
import { type Authority, makeAuthority } from '../support/partner/certificates.ts'
import { caddyMissing, freePort, startCaddy } from '../support/relay/caddy.ts'
import { relayCommand, setUpRelay, startRelay } from '../support/relay/relay.ts'
import type { SandboxReady } from '../support/relay/sandbox.ts'

const PIN = '271828'
const CODE = 'K7QD-9M2P-XT4F'

const hostOf = (relay: { url: string }) => new URL(relay.url).host
const computersAt = async ({ data }: RelayService) => {
  const { devices } = await relayCommand<{ devices: object[] }>(data, ['device', 'list'])
  return devices
}

// The tests are consecutive steps in one office. If a step fails, the following steps fail too.
describe('a pairing link that the operating system opens', () => {
  const cleanup = new Cleanup()
  let environment: TestEnvironment
  let stranger: RelayService
  let link: string
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
    const { data } = await setUpRelay(cleanup, environment.sandbox.jwks_url)
    stranger = await serveRelay({ data, port: 0 })
    cleanup.add(stranger.stop)
    link = pairLinkOf(stranger.url, await stranger.pairingCode()) ?? ''
  })
  afterAll(async () => {
    await environment.close()
    await cleanup.run()
  })

  const note = () => environment.page.locator('[data-pair-link]')
  const host = () => environment.page.locator('[data-relay-host]')
  const address = () => environment.page.getByRole('textbox', { name: 'Relay address' })
  const code = () => environment.page.getByRole('textbox', { name: 'Pairing code' })
  const isLocked = () => environment.page.getByRole('heading', { name: 'Funding Desk is locked' }).waitFor()
  async function unlock() {
    await environment.page.getByLabel('PIN or passphrase').fill(PIN)
    await environment.page.getByRole('button', { name: 'Unlock', exact: true }).click()
  }

  it('shows the host of its relay and the relay that it would replace, fills in the form, and pairs nothing', async () => {
    const { page, relay } = environment
    await environment.startBeside(link)
    await host().waitFor()
    expect(await host().innerText()).toBe(hostOf(stranger))
    await note()
      .getByText(`This computer is paired with ${hostOf(relay)}.`)
      .waitFor()
    expect(await address().inputValue()).toBe(stranger.url)
    expect(link).toContain(await code().inputValue())
    expect(page.url()).toMatch(/#\/settings\/alerts$/)
    expect(await axeViolations(page)).toEqual([])
    await zoom(environment, 2)
    await host().scrollIntoViewIfNeeded()
    expect(await host().isVisible()).toBe(true)
    await zoom(environment, 1)
    expect(await computersAt(stranger)).toEqual([])
  })

  it('pairs only after the broker clicks the button and agrees in the system dialog', async () => {
    const { page, app, relay } = environment
    const pair = page.getByRole('button', { name: 'Pair and register' })
    const refused = await answeringDialogs(app.application, 'no', async () => {
      await pair.click()
      await page.locator('[data-code="CHANGE_NOT_CONFIRMED"]').waitFor()
    })
    expect(refused.join()).toContain(`The current relay is ${relay.url}.`)
    expect(await computersAt(stranger)).toEqual([])
    await answeringDialogs(app.application, 'yes', async () => {
      await pair.click()
      await page.getByText('You now get offer alerts here.').waitFor()
    })
    expect(await computersAt(stranger)).toHaveLength(1)
    expect(await note().count()).toBe(0)
    expect(await address().inputValue()).toBe(stranger.url)
    expect(await code().inputValue()).toBe('')
  })

  it.each([
    ['malformed', 'It is incomplete or damaged.', `relay.example.com/${CODE.slice(1)}`],
    ['too_long', 'It is too long.', `${'relay.'.repeat(100)}example.com/${CODE}`],
    ['not_encrypted', 'Its address is not encrypted (https).', `http://relay.example.com/${CODE}`],
    ['host', 'can imitate another name', `rеlay.example.com/${CODE}`],
    ['credentials', 'contains a user name or a password', `relay.example.com@stranger.example/${CODE}`],
  ])('is refused with the reason if it is %s, and changes no field', async (problem, reason, rest) => {
    await environment.startBeside(`fundingdesk://pair/${rest}`)
    const refusal = environment.page.locator(`[data-pair-link="${problem}"]`)
    await refusal.getByText('This pairing link cannot be used.').waitFor()
    await refusal.getByText(reason).waitFor()
    expect(await refusal.innerText()).not.toMatch(/example|K7QD/)
    expect(await address().inputValue()).toBe(stranger.url)
    expect(await code().inputValue()).toBe('')
  })

  it('disappears when the broker discards it', async () => {
    await environment.page.getByRole('button', { name: 'Discard link' }).click()
    await note().waitFor({ state: 'detached' })
    await environment.startBeside(`fundingdesk://pair/relay.example.com/${CODE}`)
    await note().waitFor()
    await environment.page.getByRole('button', { name: 'Discard link' }).click()
    expect(await address().inputValue()).toBe(stranger.url)
    expect(await code().inputValue()).toBe('')
  })

  it('waits while the app is locked, which shows nothing of it', async () => {
    const { page } = environment
    await openSettings(page, 'App lock')
    for (const field of ['New PIN or passphrase', 'Repeat it']) await page.getByLabel(field).fill(PIN)
    await page.getByRole('button', { name: 'Set PIN' }).click()
    await page.getByRole('button', { name: 'Turn off lock…' }).waitFor()
    await page.keyboard.press('Control+l')
    await isLocked()
    await environment.startBeside(`fundingdesk://pair/relay.example.com/${CODE}`)
    await isLocked()
    expect(await page.evaluate("fundingDesk.call('relay.take_link', {})")).toMatchObject({
      error: { code: 'LOCKED' },
    })
    expect(await page.content()).not.toMatch(/relay\.example|K7QD/)
    await unlock()
    await host().waitFor()
    expect(await host().innerText()).toBe('relay.example.com')
    expect(await code().inputValue()).toBe(CODE)
    expect(await call(page, 'relay.take_link', {})).toBeNull()
  })

  it('starts the app if it is not running, and waits for the unlock', async () => {
    await environment.app.close()
    environment.app = await launchApp({
      electron: await findElectron(),
      data: `${environment.folder}/app`,
      args: [`fundingdesk://pair/relay.example.com/${CODE}`],
    })
    environment.stalls = await StallWatch.start(environment.app.application)
    await isLocked()
    await unlock()
    await host().waitFor()
    expect(await host().innerText()).toBe('relay.example.com')
    expect(await address().inputValue()).toBe('https://relay.example.com')
  })

  it('leaves its code in no log line', async () => {
    const log = await readFile(join(environment.folder, 'app', 'logs', 'app.jsonl'), 'utf8')
    expect(log).toContain('started')
    for (const secret of [CODE, 'relay.example.com', link]) expect(log).not.toContain(secret)
  })
})

/** Starts a relay behind Caddy, and a sandbox that trusts its certificate. `invite` runs the command that prints a link. */
async function startOffice(cleanup: Cleanup, authority: Authority) {
  const ca = join(cleanup.folder(), 'ca.pem')
  writeFileSync(ca, authority.ca)
  const sandbox = await startProgram<SandboxReady>(
    SANDBOX,
    ['serve', '--data', cleanup.folder(), '--speed', 'fast', '--exit-with-parent'],
    { NODE_EXTRA_CA_CERTS: ca },
  )
  cleanup.add(sandbox.kill)
  const { data } = await setUpRelay(cleanup, sandbox.ready.jwks_url)
  const port = await freePort()
  const { url } = await startCaddy(cleanup, authority.server, [`http://127.0.0.1:${port}`])
  const address = ['--public-url', url, '--trusted-proxy', '127.0.0.1']
  await startRelay(cleanup, data, '--port', `${port}`, ...address)
  async function invite(): Promise<string> {
    const args = ['pair', '--data', data, '--name', 'Front desk', '--environment', 'sandbox']
    const { stdout } = await runProgram(RELAY, args, { RELAY_PUBLIC_URL: url })
    return /fundingdesk:\S+/.exec(stdout)?.[0] ?? ''
  }
  return { sandbox: sandbox.ready, url, invite }
}

describe.skipIf(caddyMissing !== null)(
  `a pairing link during the first run, to a relay behind Caddy with an internal CA${caddyMissing ?? ''}`,
  () => {
    const cleanup = new Cleanup()
    const authority = makeAuthority()
    let environment: TestEnvironment
    let office: Awaited<ReturnType<typeof startOffice>>
    beforeAll(async () => {
      ;[environment, office] = await Promise.all([TestEnvironment.open(), startOffice(cleanup, authority)])
    })
    afterAll(async () => {
      await environment.close()
      await cleanup.run()
    })

    it('waits through a demo and the connection step, fills in the pairing step, and brings the first event', async () => {
      const { page, app } = environment
      const host = page.locator('[data-relay-host]')
      await environment.startBeside(await office.invite())
      await host.waitFor()
      await page.getByText('First connect to your funding partner below.').waitFor()

      await page.getByRole('button', { name: 'Try it with the built-in sandbox' }).click()
      await page.getByRole('button', { name: 'Open Pipeline' }).click()
      await openSettings(page, 'Offer alerts')
      await page.getByText('The demo has its own relay.').waitFor()
      expect(await page.getByRole('textbox', { name: 'Relay address' }).inputValue()).not.toBe(office.url)
      await page.getByRole('button', { name: 'Leave demo' }).click()

      await page.getByRole('button', { name: 'Explore first' }).click()
      await openSettings(page, 'Advanced')
      await page.getByRole('textbox', { name: 'Office certificate' }).fill(authority.ca)
      await answeringDialogs(app.application, 'yes', async () => {
        await page.getByRole('button', { name: 'Save network settings' }).click()
        await page.getByText('Network settings saved').waitFor()
      })
      await page.getByRole('link', { name: 'Finish setup' }).click()
      expect(await host.innerText()).toBe(hostOf(office))
      await enterCredentials(page, office.sandbox)
      expect(await page.getByRole('textbox', { name: 'Relay address' }).inputValue()).toBe(office.url)
      await answeringDialogs(app.application, 'yes', async () => {
        await page.getByRole('button', { name: 'Pair and register' }).click()
        await page.getByRole('button', { name: 'Show recovery code' }).waitFor()
      })
      await page.getByRole('button', { name: 'Later' }).click()
      await page.locator('[data-came-round]').waitFor()
      expect(await host.count()).toBe(0)
    })
  },
)
