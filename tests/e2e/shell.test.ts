import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  APPLICATION,
  fillApplication,
  fillCredentials,
  openSettings,
  startApplication,
} from '../../build/demo/journey.ts'
import { call } from '../../build/demo/connect.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

describe('the app shell', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
  })
  afterAll(() => environment.close())
  const press = (keys: string) => environment.page.keyboard.press(keys)
  const heading = (name: string) => environment.page.getByRole('heading', { name, exact: true }).waitFor()
  const focused = () => environment.page.evaluate<string>('document.activeElement.textContent')

  it('shortcuts open the screens, and the new heading gets the focus', async () => {
    const { page } = environment
    await press('Control+2')
    await heading('Today')
    await expect.poll(focused).toBe('Today')
    expect(await page.title()).toBe('Today – Funding Desk – Sandbox')
    await press('Control+9')
    await heading('Call log')
    await press('Control+Comma')
    await heading('Settings')
    await press('Alt+ArrowLeft')
    await heading('Call log')
    await press('Alt+ArrowRight')
    await heading('Settings')
    await press('Control+1')
    await heading('Pipeline')
  })

  it('a new draft in which nothing was typed disappears when the broker leaves it', async () => {
    const { page } = environment
    await press('Control+n')
    await page.locator('[data-deal-state="draft"]').waitFor()
    await press('Control+1')
    await page.getByRole('button', { name: 'Start an application', exact: true }).waitFor()
  })

  it('the command palette finds actions and deals by a few letters, and returns the focus', async () => {
    const { page } = environment
    await startApplicationNamed('Juniper Bakery LLC')
    await press('Control+1')
    await heading('Pipeline')
    await press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.getByText('Juniper Bakery LLC').waitFor()
    await page.keyboard.type('junip')
    await palette
      .getByRole('option')
      .or(palette.getByRole('button', { name: /Juniper/ }))
      .first()
      .waitFor()
    await press('Enter')
    await heading('Juniper Bakery LLC')

    // Enter before the search has found anything opens the deal as soon as it is found, and only once.
    await press('Control+1')
    await heading('Pipeline')
    await press('Control+k')
    await page.keyboard.type('juniper')
    await press('Enter')
    await heading('Juniper Bakery LLC')
    await palette.waitFor({ state: 'detached' })
    await press('Alt+ArrowLeft')
    await heading('Pipeline')

    // A listed deal is always selected, also after the previous text listed other lines.
    await press('Control+k')
    await page.keyboard.type('today')
    await palette.getByRole('option', { name: /Today/, selected: true }).waitFor()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('bakery')
    await palette.getByRole('option', { name: /Juniper.*Draft/, selected: true }).waitFor()
    await press('Enter')
    await heading('Juniper Bakery LLC')

    await press('Control+k')
    await page.keyboard.type('appear')
    await palette.getByText('Settings: Appearance').waitFor()
    await press('Enter')
    await heading('Appearance')
    expect(page.url()).toContain('#/settings/appearance')

    await press('Control+1')
    await heading('Pipeline')
    await press('Control+2')
    await heading('Today')
    await press('/')
    await heading('Pipeline')
    await expect
      .poll(() => page.evaluate('document.activeElement.hasAttribute("data-search-deals")'))
      .toBe(true)
    await press('Control+k')
    await palette.waitFor()
    await press('Escape')
    await palette.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.hasAttribute("data-search-deals")')).toBe(true)
    await page.evaluate('document.activeElement.blur()')
  })

  it('keys that follow the shortcut of the palette are typed into the palette, also before it is shown', async () => {
    const { page } = environment
    await press('Control+1')
    await heading('Pipeline')
    // One script presses all keys, so that nothing is rendered between them.
    const pressOpening = (keys: string[]) =>
      page.evaluate(`for (const key of ${JSON.stringify(['k', ...keys])})
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, ctrlKey: key === 'k', bubbles: true, cancelable: true }),
        )`)
    await pressOpening(['n', 'p', 'Backspace', 'e'])
    const field = page.getByRole('dialog').getByRole('combobox')
    await expect.poll(() => field.inputValue()).toBe('ne')
    await page.keyboard.type('w application')
    expect(await field.inputValue()).toBe('new application')
    await press('Escape')
    await field.waitFor({ state: 'detached' })

    await pressOpening([...'appear', 'Enter'])
    await heading('Appearance')
  })

  it('the shortcut list shows every action with its keys, and no two actions share keys on one screen', async () => {
    const { page } = environment
    for (const goTo of ['Control+1', 'Control+2', 'Control+3', 'Control+9', 'Control+Comma', 'deal']) {
      // Open the screens one after another, as a broker does.
      if (goTo === 'deal') {
        await press('Control+1')
        await page.locator('[data-deal]').first().click()
        await heading('Juniper Bakery LLC')
      } else await press(goTo)
      await press('Control+/')
      const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      // The arrow keys scroll the list, and Enter does not close it by mistake.
      await sheet.locator('div:focus:has(dl)').waitFor()
      await sheet.waitFor()
      const rows = await sheet
        .locator('[data-action]')
        .evaluateAll((all) => all.map(({ dataset }) => [dataset.action ?? '', dataset.keys ?? '']))
      const keys = rows.flatMap(([, all]) => (all ?? '').split(' '))
      expect(
        rows.filter(([, all]) => all === ''),
        'without keys',
      ).toEqual([])
      expect(
        keys.filter((one, place) => keys.indexOf(one) !== place),
        `twice: ${goTo}`,
      ).toEqual([])
      await press('Escape')
      await sheet.waitFor({ state: 'detached' })
    }
  })

  it('zoom and colors change by shortcut, and the zoom applies to every window', async () => {
    const { page } = environment
    const width = () => page.evaluate<number>('innerWidth')
    const scheme = () => page.evaluate<string>('document.documentElement.dataset.mantineColorScheme')
    const before = { width: await width(), scheme: await scheme() }
    await press('Control+Equal')
    await expect.poll(width).toBeLessThan(before.width)
    await press('Control+Shift+L')
    await expect.poll(scheme).not.toBe(before.scheme)
    const opened = environment.app.nextWindow()
    await press('Control+Shift+N')
    const second = await opened
    await second.getByRole('heading', { name: 'Pipeline' }).waitFor()
    await expect.poll(() => second.evaluate<number>('devicePixelRatio')).toBeGreaterThan(1)
    await second.keyboard.press('Control+0')
    await expect.poll(width).toBe(before.width)
    const closed = second.waitForEvent('close')
    await second.keyboard.press('Control+w').catch(() => {})
    await closed
    expect(environment.app.windows()).toHaveLength(1)
  })

  it('the menu shows the same actions with the same keys, runs them, and undoes changes in a form', async () => {
    const { page } = environment
    await press('Control+1')
    await heading('Pipeline')
    await press('Control+/')
    const rows = page.getByRole('dialog').locator('[data-action]')
    await rows.first().waitFor()
    const inSheet = Object.fromEntries(
      await rows.evaluateAll((all) => all.map(({ dataset }) => [dataset.action, dataset.keys])),
    ) as Record<string, string>
    await press('Escape')
    const inMenu = await environment.app.application.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? [])
        .flatMap(({ submenu }) => submenu?.items ?? [])
        .map(({ id, accelerator }) => [id, accelerator ?? ''] as const)
        .filter(([id]) => /^(go|app|pipeline)\./.test(id)),
    )
    expect(inMenu.length).toBeGreaterThan(12)
    for (const [id, accelerator] of inMenu) {
      const keys = accelerator.toLowerCase().replace('cmdorctrl', 'mod').replace('+-', '+minus')
      expect(inSheet[id]?.toLowerCase().replace('arrow', '').split(' '), id).toContain(keys)
    }

    const choose = (id: string) =>
      environment.app.application.evaluate(({ Menu }, chosen) => {
        Menu.getApplicationMenu()?.getMenuItemById(chosen)?.click()
      }, id)
    await choose('go.today')
    await heading('Today')
    await choose('go.pipeline')
    await page.locator('[data-deal]').first().click()
    const name = page.getByRole('textbox', { name: 'Legal name' }).first()
    await name.fill('Juniper Bakery of Portland LLC')
    await page.locator('[data-save="saved"]').waitFor()
    await choose('edit.undo')
    await expect.poll(() => name.inputValue()).toBe('Juniper Bakery LLC')
    await choose('edit.redo')
    await expect.poll(() => name.inputValue()).toBe('Juniper Bakery of Portland LLC')
  })

  it('diagnostics can be viewed and contain no client name, and the spell checker is off', async () => {
    const { page } = environment
    await openSettings(page, 'About and updates')
    await page.getByRole('button', { name: 'Show contents' }).click()
    const text = await page.getByTestId('diagnostics').innerText()
    expect(JSON.parse(text)).toMatchObject({ vault: { deals: { all: 1 } } })
    expect(text).not.toContain('Juniper')
    await press('Escape')
    expect(
      await environment.app.application.evaluate(({ session }) =>
        session.defaultSession.isSpellCheckerEnabled(),
      ),
    ).toBe(false)
  })

  it('production looks different, and its first submission requires confirmation of the business, amount, and host', async () => {
    const { page } = environment
    await openSettings(page, 'Connection')
    await page.getByText('Production', { exact: true }).click()
    await fillCredentials(page, environment.sandbox)
    await page.getByRole('button', { name: 'Test and save' }).click()
    await page.locator('[data-environment="production"]').waitFor()
    expect(await page.title()).toContain('– Production')
    await press('Control+1')
    await heading('Pipeline')
    await startApplication(page)
    await fillApplication(page)
    await press('Control+Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    const asked = page.getByRole('dialog', { name: 'This is a real application' })
    const text = await asked.innerText()
    for (const reported of ['Juniper Bakery LLC', '$35,000', new URL(environment.sandbox.base_url).host])
      expect(text).toContain(reported)
    const submit = asked.getByRole('button', { name: 'Submit real application' })
    expect(await submit.isDisabled()).toBe(true)
    await asked.getByRole('checkbox').check()
    await submit.click()
    await page.locator('[data-deal-state="received"]').waitFor()
  })

  it('a queued application waits in the queue for another confirmation if the production address changes', async () => {
    const { page } = environment
    await startApplicationNamed('Harbor Dental Group PC')
    await fillApplication(page, { ...APPLICATION, 'company.legal_name': 'Harbor Dental Group PC' })
    await press('Control+Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
    const strip = page.locator('[data-queue]')
    await strip.waitFor()
    // The broker agrees to a different partner address while the submission can still be undone.
    await environment.app.application.evaluate(({ dialog: ofSystem }) => {
      ofSystem.showMessageBox = async () => ({ response: 1, checkboxChecked: false })
    })
    const back = await page.evaluate(() => window.location.hash)
    await openSettings(page, 'Connection')
    const other = environment.sandbox.base_url.replace('127.0.0.1', 'localhost')
    await fillCredentials(page, { ...environment.sandbox, base_url: other })
    await page.getByRole('button', { name: 'Test and save' }).click()
    const kept = () => call(page, 'environment.get', {}).then(({ base_url }) => base_url)
    await expect.poll(kept).toBe(other)
    await page.evaluate((hash) => void (window.location.hash = hash), back)
    await strip.getByRole('button', { name: 'Confirm…' }).click()
    const asked = page.getByRole('dialog', { name: 'This is a real application' })
    expect(await asked.innerText()).toContain(new URL(other).host)
    await asked.getByRole('checkbox').check()
    await asked.getByRole('button', { name: 'Submit real application' }).click()
    await page.locator('[data-deal-state="received"]').waitFor()
  })

  async function startApplicationNamed(name: string): Promise<void> {
    const { page } = environment
    await press('Control+1')
    await heading('Pipeline')
    await startApplication(page)
    await page.getByRole('textbox', { name: 'Legal name' }).first().fill(name)
    await page.locator('[data-save="saved"]').waitFor()
  }
})
