// @module-tag journey

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RunningApp } from '../../build/demo/launch-app.ts'
import { call } from '../../build/demo/connect.ts'
import { launch } from '../support/e2e/launch.ts'
import { motionFrom } from '../support/e2e/slow-motion.ts'
import { stripsAboveTable } from '../support/e2e/strips-above-table.ts'

let data: string
let app: RunningApp
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'funding-desk-first-run-'))
  app = await launch(data)
})
afterEach(async () => {
  await app.close().catch(() => {})
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})

it('one click in the first run starts a demo that receives a test event, and leaving the demo deletes its data', async () => {
  const { page } = app
  // Before the app is connected to anything, the broker can explore it and then return to the setup.
  // The setup keeps what the broker typed, including the secret.
  const typed = { 'Base URL': 'https://api.example.com', 'Client ID': 'office-7', 'Client secret': 'hush-77' }
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Explore first' }).click()
  await page.getByRole('heading', { name: 'Pipeline' }).waitFor()
  await page.getByRole('link', { name: 'Finish setup' }).click()
  for (const [label, value] of Object.entries(typed))
    expect(await page.getByLabel(label).inputValue(), label).toBe(value)
  // With unsaved input, the app would ask before it closes.
  for (const label of Object.keys(typed)) await page.getByLabel(label).fill('')

  await page.getByRole('button', { name: 'Try it with the built-in sandbox' }).click()
  await page.locator('[data-came-round]').waitFor()
  for (const step of ['service', 'relay', 'app'])
    expect(await page.locator(`[data-step="${step}"]`).getAttribute('data-state')).toBe('reached')

  await page.getByRole('button', { name: 'Open Pipeline' }).click()
  await page.locator('[data-environment="demo"]').waitFor()
  await page.locator('[data-connection="live"]').waitFor()
  expect(await readdir(join(data, 'demo'))).toContain('environments')
  await page
    .getByRole('button', { name: /New application|Start an application/ })
    .first()
    .click()
  // A draft that is left empty disappears.
  await page.getByRole('textbox', { name: 'Legal name' }).first().fill('Juniper Bakery LLC')
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  await page.locator('[data-list] [data-deal]').first().waitFor()
  expect(await stripsAboveTable(page)).toEqual(['demo-banner', 'toolbar'])

  await page.getByRole('button', { name: 'Leave demo' }).click()
  await page.getByTestId('not-connected').waitFor()
  await expect.poll(() => page.locator('[data-environment="sandbox"]').count()).toBe(1)
  expect(await readdir(data)).not.toContain('demo')
  // The demo's application does not appear among the office's applications.
  await page.getByRole('button', { name: /Start an application/ }).waitFor()
})

it('a second window shows the demo after the demo starts, and the sandbox after the demo ends', async () => {
  const { page } = app
  await page.getByRole('button', { name: 'Explore first' }).click()
  await page.getByRole('heading', { name: 'Pipeline' }).waitFor()
  const opened = app.nextWindow()
  await page.keyboard.press('Control+Shift+N')
  const second = await opened
  await second.getByRole('button', { name: 'Explore first' }).click()
  await second.locator('[data-environment="sandbox"]').waitFor()

  await page.getByRole('link', { name: 'Finish setup' }).click()
  await page.getByRole('button', { name: 'Try it with the built-in sandbox' }).click()
  await second.locator('[data-environment="demo"]').waitFor()
  await second.getByText('This window was reloaded.').waitFor()
  await second.getByTestId('demo-banner').waitFor()

  // The window that started the demo was not reloaded and still shows the setup screen.
  await page.getByRole('button', { name: 'Open Pipeline' }).click()
  await page.getByRole('button', { name: 'Leave demo' }).click()
  await second.getByRole('button', { name: 'Explore first' }).click()
  await second.locator('[data-environment="sandbox"]').waitFor()
})

it('without a connection, only the banner about the connection is above the toolbar, and the Trash explains itself below its list', async () => {
  const { page } = app
  await page.getByRole('button', { name: 'Explore first' }).click()
  await page.getByTestId('not-connected').waitFor()
  const { deal_id } = await call(page, 'deals.create', {})
  await call(page, 'deals.create', {})
  await page.locator('[data-list] [data-deal]').first().waitFor()
  // There is no recovery code either. The window knows that after this response.
  expect(await call(page, 'vault.status', {})).toMatchObject({ recovery_code_made_at: null })
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await stripsAboveTable(page)).toEqual(['not-connected', 'toolbar'])

  await call(page, 'deals.delete', { deal_id })
  await page.locator('[data-filter="bin"]').click()
  const note = page.getByText('Drafts stay in Trash for at least 30 days')
  await note.waitFor()
  expect(await stripsAboveTable(page)).toEqual(['not-connected', 'toolbar'])
  const list = await page.locator('[data-list]').boundingBox()
  expect((await note.boundingBox())?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? 0) - 1)
})

it('no transition or animation takes 150 ms or more, and with reduced motion there is none', async () => {
  const { page } = app
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const slow: Record<string, string[]> = {}
  const look = async (place: string) => {
    const found = await motionFrom(page, 150)
    if (found.length > 0) slow[place] = found
  }
  await page.getByRole('button', { name: 'Explore first' }).waitFor()
  await look('Setup')
  await page.getByRole('button', { name: 'Explore first' }).click()
  await call(page, 'deals.create', {})
  await page.locator('[data-list] [data-deal]').first().click()
  await page.locator('[data-path="company.legal_name"]').waitFor()
  await look('Deal')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem').first().waitFor()
  await look('Menu')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const sections = page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link')
  await sections.first().waitFor()
  for (const section of await sections.all()) {
    await section.click()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await look(`Settings: ${await section.innerText()}`)
  }
  await page.keyboard.press('Control+/')
  await page.getByRole('dialog').waitFor()
  await look('Dialog')
  await page.keyboard.press('Escape')
  expect(slow).toEqual({})
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await motionFrom(page, 1)).toEqual([])
})
