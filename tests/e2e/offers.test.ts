// @module-tag journey

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  APPLICATION,
  attachFiles,
  fillApplication,
  openPart,
  openSettings,
  startApplication,
  submitApplication,
} from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { pdfText } from '../support/pdf-text.ts'

/** A merchant's name that also contains non-Latin characters, which the printed page must show. */
const MERCHANT = 'Ялта Bakery 東京 LLC'

// Tests one deal with three offers: compares, tries out, prints, and accepts them.
describe('the offers of a deal', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
    const { page } = environment
    await openSettings(page, 'Funder criteria')
    await page.getByRole('button', { name: 'Add funder criteria' }).click()
    await page.getByRole('textbox', { name: 'Min amount' }).fill('50000')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Drafts are now checked against these criteria').waitFor()
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await startApplication(page)
    await fillApplication(page, {
      ...APPLICATION,
      'company.legal_name': MERCHANT,
      // California has the strictest rules for a page that the merchant reads.
      'company.address.state': 'CA – California',
      'company.address.zip': '94607',
      'application.reference': 'multiple',
      // With this amount, the slider's largest value is not a whole number of steps from the smallest value.
      'application.amount_requested': '35200',
    })
  })
  afterAll(() => environment.close())

  it('arrive for a deal that was submitted despite credit box warnings', async () => {
    const { page, pdfs } = environment
    const reason = 'My usual funder: requests $35,200; minimum $50,000'
    expect(await page.locator('[data-mark="amount_low"]').innerText()).toContain(reason)
    await page.getByRole('button', { name: '1 value is outside the funder criteria' }).waitFor()
    await attachFiles(page, pdfs.slice(0, 1))
    await page.locator('[data-document]').waitFor()
    await page.getByRole('button', { name: /^Submit/ }).click()
    await expect.poll(() => page.getByTestId('creditBox').innerText()).toContain(reason)
    await page.getByRole('dialog').getByRole('button', { name: 'Not yet' }).click()
    await submitApplication(page)
    await page.locator('[data-offer]').nth(2).waitFor({ state: 'attached' })
    await openPart(page, 'offers')
    await page.locator('[data-offer]').nth(2).waitFor()
  })

  it('have the term, the factor, and the payment that the partner sent on their cards', async () => {
    const card = environment.page.locator('[data-offer]').first()
    for (const label of ['Term', 'Factor rate', 'Payment'])
      await card.getByText(label, { exact: true }).waitFor()
  })

  it('have the numbers of the comparison on their cards, the mark of the lowest payback, and a common rhythm', async () => {
    const cards = environment.page.locator('[data-offer]')
    for (const at of [0, 1, 2])
      await cards
        .nth(at)
        .getByText(`Offer ${at + 1}`, { exact: true })
        .waitFor()
    const best = cards.getByText('best', { exact: true })
    expect(await best.count()).toBe(1)
    await environment.page.getByText('Per month', { exact: true }).click()
    expect(await cards.getByText(/ monthly \(calculated\)/).count()).toBe(3)
    await environment.page.getByText('As offered', { exact: true }).click()
  })

  it('can be accepted on their cards, with a dialog that names the offer', async () => {
    const { page } = environment
    const dialog = page.getByRole('dialog')
    await page.locator('[data-offer]').nth(1).getByRole('button', { name: 'Accept', exact: true }).click()
    await dialog.getByText(/accepts Offer 2, /).waitFor()
    await dialog.getByRole('button', { name: 'Not yet' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('can be noted as sent to the merchant and as declined, which can be undone', async () => {
    const { page } = environment
    const card = page.locator('[data-offer]').nth(2)
    const open = async (item: string) => {
      await card.getByRole('button', { name: /^More actions: Offer 3/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await open('Mark as sent to merchant…')
    await page.getByRole('radio', { name: 'Text message' }).check()
    await page.getByRole('button', { name: 'Mark as sent', exact: true }).click()
    await card.getByText(/^Sent to the merchant .* · Text message$/).waitFor()
    await open('Merchant declined…')
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Mark as declined' }).isDisabled()).toBe(true)
    await dialog.getByRole('radio', { name: 'Payment too high' }).check()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Wants weekly payments')
    await dialog.getByRole('button', { name: 'Mark as declined' }).click()
    await card.getByText('Merchant declined: Payment too high – Wants weekly payments').waitFor()
    expect(await card.getAttribute('data-standing')).toBe('declined')
    expect(await card.innerText()).not.toMatch(/left/)
    // Removing a note can be undone like writing one, also with the undo key, and the toast names the deal.
    await open('Undo “merchant declined”')
    await expect.poll(() => card.getAttribute('data-standing')).toBe('open')
    await page.getByText(`${MERCHANT}: Note removed: the merchant declined the offer`).first().waitFor()
    await card.getByRole('button', { name: /^More actions: Offer 3/ }).focus()
    await page.keyboard.press('ControlOrMeta+z')
    await card.getByText('Merchant declined: Payment too high – Wants weekly payments').waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => card.getAttribute('data-standing')).toBe('open')
    await page.locator('[data-kind="offer_declined"]').nth(3).waitFor({ state: 'attached' })
  })

  const column = (offer: number) =>
    environment.page.locator('[data-row="payback"] td').nth(offer).locator('div').first()

  it('are shown side by side, and trying other terms changes their figures immediately', async () => {
    const { page } = environment
    // The next step, which is to compare the offers, has no second button here.
    await page.locator('[data-next="decide_offer"]').waitFor()
    expect(await page.getByRole('button', { name: /^Compare/ }).count()).toBe(0)
    await page.getByTestId('offers').getByRole('link', { name: 'Compare offers' }).click()
    const table = page.getByRole('table', { name: 'Compare offers' })
    await table.waitFor()
    expect(await table.getByRole('columnheader').count()).toBe(4)
    expect(await table.getByRole('rowheader', { name: 'Net to merchant' }).count()).toBe(1)
    expect(await table.getByText('best', { exact: true }).count()).toBeGreaterThan(2)
    // The application has a monthly revenue and no existing positions.
    expect(await page.locator('[data-row="leverage"] td').first().innerText()).toMatch(
      /\d\.\d × monthly revenue/,
    )
    expect(await page.locator('[data-row="burden"] td').first().innerText()).toContain('calculated')

    const weights = await page
      .locator('[data-row="stipulations"] td')
      .first()
      .locator('div')
      .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).fontWeight))
    expect([weights.length > 1, new Set(weights).size]).toEqual([true, 1])

    const before = await column(0).innerText()
    const figures = await table.innerText()
    await page.getByRole('button', { name: 'Try other terms' }).first().click()
    // Opening the calculation changes no figure and no best offer. It can be closed again.
    await page.getByTestId('what-if').waitFor()
    await page.waitForTimeout(600)
    await page.getByTestId('what-if').getByRole('button', { name: 'Close' }).click()
    expect(await table.innerText()).toBe(figures)
    await page.getByRole('button', { name: 'Try other terms' }).first().click()
    await page.getByTestId('what-if').getByText('The upsell does not change your commission').waitFor()
    const upsell = page.getByRole('textbox', { name: /^Upsell, points, Offer 1/ })
    await upsell.fill('0')
    await expect.poll(() => column(0).innerText()).not.toBe(before)
    const tried = await column(0).innerText()
    // Arrow keys move the slider.
    await page.getByRole('slider', { name: /^Upsell, points, Offer 1/ }).press('ArrowRight')
    await expect.poll(() => column(0).innerText()).not.toBe(tried)
    // The pointer can move the slider to its largest value.
    const amount = page.getByRole('slider', { name: /^Amount, Offer 1/ })
    const thumb = await amount.boundingBox()
    if (thumb === null) throw new Error('no slider')
    await page.mouse.move(thumb.x + thumb.width / 2, thumb.y + thumb.height / 2)
    await page.mouse.down()
    await page.mouse.move(thumb.x + 2_000, thumb.y + thumb.height / 2, { steps: 5 })
    await page.mouse.up()
    await expect
      .poll(() => page.getByRole('textbox', { name: /^Amount, Offer 1/ }).inputValue())
      .toBe('$35,200')
    await amount.press('ArrowLeft')
    await expect
      .poll(() => page.getByRole('textbox', { name: /^Amount, Offer 1/ }).inputValue())
      .toBe('$34,700')
    const mine = await column(0).innerText()
    await page.getByText('Per month', { exact: true }).click()
    expect(await page.locator('[data-row="payment"] td').first().innerText()).toMatch(
      / monthly \(calculated\)\n/,
    )
    await page.getByText('As offered', { exact: true }).click()
    await page.waitForTimeout(600)
    await page.getByRole('link', { name: 'Back to deal' }).click()
    await openPart(page, 'offers')
    await page.getByTestId('offers').getByRole('link', { name: 'Compare' }).click()
    await expect.poll(() => column(0).innerText()).toBe(mine)
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => column(0).innerText()).toBe(before)
  })

  it("are printed in the merchant's language, without the broker's figures", async () => {
    const { page } = environment
    const file = join(environment.folder, 'comparison.pdf')
    await environment.app.application.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, file)
    const commissions = await page.locator('[data-row="commission"] td div:first-child').allInnerTexts()
    const buyRates = await page.locator('[data-row="buyRate"] td div:first-child').allInnerTexts()
    expect([commissions.length, buyRates.length]).toEqual([3, 3])

    await page.getByRole('button', { name: 'Print for the merchant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Español').click()
    const name = dialog.getByRole('textbox', { name: 'Your name' })
    await name.fill('Best Factor Rate')
    const refusal = dialog.getByTestId('gate-refusals')
    expect(await refusal.innerText()).toContain('California SB 362 restricts this word')
    expect(await dialog.getByRole('button', { name: 'Save as PDF' }).isDisabled()).toBe(true)
    await name.fill('Ada Broker')
    await refusal.waitFor({ state: 'detached' })
    expect(await dialog.getByTestId('gate-flags').innerText()).toContain('leaves out the factor')
    await dialog.getByRole('button', { name: 'Save as PDF' }).click()
    await page.getByText('Saved as comparison.pdf.').waitFor()

    const text = await pdfText(await readFile(file))
    for (const said of [
      'Comparación de ofertas',
      'Ялта',
      '東京',
      'Ada Broker',
      'según el financiador',
      'Total a pagar',
    ])
      expect(text).toContain(said)
    const [payback = ''] = (await column(0).innerText()).split('\n')
    expect(payback).toMatch(/^\$\d/)
    expect(text).toContain(payback)
    const figures = [...commissions, ...buyRates].map((figure) => figure.split('\n')[0] ?? '')
    for (const hidden of [
      ...figures,
      'omisi',
      'ommission',
      'compra',
      'Buy rate',
      'Upsell',
      'argen',
      'Tasa',
      'actor',
    ])
      expect(text).not.toContain(hidden)
  })

  it('are printed by a page without scripts, network access, or permissions', async () => {
    const { page, sandbox } = environment
    await environment.app.application.evaluate(({ app, dialog, session }) => {
      app.once('web-contents-created', (_, contents) => {
        // Electron's types do not declare `getLastWebPreferences`.
        const { getLastWebPreferences } = contents as unknown as { getLastWebPreferences(): object }
        const is_apart = contents.session === session.fromPartition('print')
        Object.assign(globalThis, { printer: { ...getLastWebPreferences.call(contents), is_apart } })
      })
      dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' })
    })
    await page.getByRole('button', { name: 'Print for the merchant' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save as PDF' }).click()
    const printer = () =>
      environment.app.application.evaluate(() => (globalThis as { printer?: object }).printer ?? null)
    const closed = { javascript: false, sandbox: true, contextIsolation: true, nodeIntegration: false }
    await expect.poll(printer).toMatchObject({ ...closed, is_apart: true })
    await page.keyboard.press('Escape')
    // Simulates an attack: a script in another window of the print session tries to reach the network and to get permissions.
    const got = await environment.app.application.evaluate(async ({ BrowserWindow }, url) => {
      const stranger = new BrowserWindow({
        show: false,
        webPreferences: { sandbox: true, partition: 'print' },
      })
      await stranger.loadURL('about:blank')
      const said: unknown = await stranger.webContents.executeJavaScript(`Promise.all([
        fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).then(() => 'reached', ({ name }) => name),
        navigator.permissions.query({ name: 'notifications' }).then(({ state }) => state),
        Notification.requestPermission(),
      ])`)
      stranger.destroy()
      return said
    }, sandbox.jwks_url)
    expect(got).toEqual(['TypeError', 'denied', 'denied'])
  })

  /** Makes the next acceptance of an offer fail with this fault. */
  async function failOnce(fault: object): Promise<void> {
    const set = await fetch(`${environment.sandbox.admin_url}/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ route: 'POST /iso/api/v1/offer', times: 1, ...fault }]),
    })
    expect(set.ok).toBe(true)
  }

  it('can still be accepted after the partner refused an acceptance, and the dialog shows the reason for the refusal', async () => {
    const { page } = environment
    await failOnce({ fault: 'status', status: 403 })
    await page.getByRole('button', { name: 'Accept', exact: true }).nth(1).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Accept the offer' }).click()
    await dialog
      .getByRole('alert')
      .getByText('The funding partner does not allow this for your credentials.')
      .waitFor()
    await dialog.getByRole('button', { name: 'Not yet' }).click()
    expect(await page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(3)
  })

  it('cannot be accepted while the outcome of an acceptance is unknown, until the broker enters the outcome', async () => {
    const { page } = environment
    await failOnce({ fault: 'reset_after_body' })
    await page.getByRole('button', { name: 'Accept', exact: true }).nth(1).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept the offer' }).click()
    await page.getByRole('button', { name: 'I asked the funding partner…' }).click()
    expect(await page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'It is not accepted' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(3)
  })

  it('can no longer be accepted after the broker accepted one of them and confirmed this', async () => {
    const { page } = environment
    await page.getByRole('button', { name: 'Accept', exact: true }).nth(1).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept the offer' }).click()
    await page.getByText('You accepted this offer').waitFor()
    expect(await page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0)
    await page.locator('th[data-standing="accepted"]').waitFor()
    // The other offers are closed: they count down no longer, and none of them is the best.
    expect(await page.locator('th[data-standing="closed"]').count()).toBe(2)
    expect(await page.locator('[data-row="expires"]').innerText()).not.toMatch(/left/)
    const table = page.getByRole('table', { name: 'Compare offers' })
    expect(await table.getByText('best', { exact: true }).count()).toBe(0)
    await page.getByRole('link', { name: 'Back to deal' }).click()
    await page.locator('[data-kind="offer_accepted"]').waitFor({ state: 'attached' })
    // The checklist contains the requirements of the accepted offer.
    await page.locator('[data-checklist="Signed contract"]').waitFor({ state: 'attached' })
  })
})
