// @module-tag journey

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  APPLICATION,
  attachFiles,
  fillApplication,
  startApplication,
  submitApplication,
  waitUntilSaved,
} from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

const SECOND = {
  ...APPLICATION,
  'company.legal_name': 'Marlow Garage Inc',
  'company.ein': '987654321',
  'company.owners.0.ssn': '900654321',
}

describe('outages and unexpected exits', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
  })
  afterAll(() => environment.close())

  it('an application queued while the partner is down shows as queued, can be canceled, and is sent when the partner is back', async () => {
    const { page } = environment
    await startApplication(page)
    await fillApplication(page)
    await attachFiles(page, environment.pdfs.slice(0, 1))
    await page.locator('[data-document]').waitFor()
    await environment.sandbox.stop()
    await submitApplication(page)
    const strip = page.locator('[data-queue="waiting"]')
    const waits = strip.getByText('Queued, position 1. Sent as soon as the connection returns')
    await waits.waitFor()
    // The broker sees this from any place of the long form.
    await page.locator('[data-part="application"]').click()
    await page.locator('[data-path="application.notes"]').scrollIntoViewIfNeeded()
    expect((await waits.boundingBox())?.y).toBeGreaterThan(0)
    await strip.getByRole('button', { name: 'Cancel submission' }).click()
    await page.locator('[data-deal-state="draft"]').waitFor()
    // The light still says so while nothing waits.
    await page.getByText('Partner unreachable', { exact: true }).waitFor()

    await submitApplication(page)
    await page.locator('[data-deal-state="queued"]').waitFor()
    await environment.restartSandbox()
    await page.locator('[data-deal-state="received"]').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
  })

  it('with the relay down, the connection status shows offline, and events are announced after the relay is back', async () => {
    const { page, daemon } = environment
    await page.getByRole('link', { name: 'Back to Pipeline' }).click()
    await environment.relay.stop()
    await page.locator('[data-connection="offline"]').click()
    await page.getByRole('button', { name: 'Try now', exact: true }).click()
    // The attempt failed, so the status is still offline. The keyboard focus returns to the status indicator.
    await expect
      .poll(() => page.locator('[data-connection="offline"]').evaluate((light) => light.matches(':focus')))
      .toBe(true)
    const before = daemon.shown.length
    await startApplication(page)
    await fillApplication(page, SECOND)
    await attachFiles(page, environment.pdfs.slice(1, 2))
    await page.locator('[data-document]').waitFor()
    await submitApplication(page)
    await page.locator('[data-document][data-state="received"]').waitFor()
    expect(daemon.shown.length).toBe(before)

    await environment.restartRelay()
    await page.locator('[data-connection="live"]').waitFor()
    const shown = await daemon.waitFor('Marlow Garage')
    // On a busy machine, the partner has sent more offers meanwhile, and one notification names their number.
    expect(shown.summary).toMatch(/^(?:Offer|\d offers) available$/)
  })

  it('a draft survives if the app is closed while the broker is typing', async () => {
    const { page } = environment
    await page.getByRole('link', { name: 'Back to Pipeline' }).click()
    await startApplication(page)
    await page.locator('[data-path="company.legal_name"]').pressSequentially('Closed In A Hurry Inc')
    await environment.app.close()
    await environment.relaunch()
    await environment.page.getByRole('row', { name: /Closed In A Hurry Inc/ }).waitFor()
  })

  it('a draft survives kill -9 after it shows as saved', async () => {
    const open = async () => {
      await environment.page.getByRole('row', { name: /Closed In A Hurry Inc/ }).click()
      await environment.page.getByRole('heading', { name: 'Closed In A Hurry Inc' }).waitFor()
    }
    await open()
    await environment.page.locator('[data-path="company.dba"]').fill('Killed Trading')
    await waitUntilSaved(environment.page)
    const ended = environment.app.application.waitForEvent('close')
    environment.app.application.process().kill('SIGKILL')
    await ended
    await environment.relaunch()
    await open()
    await expect
      .poll(() => environment.page.locator('[data-path="company.dba"]').inputValue())
      .toBe('Killed Trading')
  })
})
