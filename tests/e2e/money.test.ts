import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunningApp } from '../../build/demo/launch-app.ts'
import { openPart } from '../../build/demo/journey.ts'
import { dayOf } from '../../src-shared/platform/base/days.ts'
import { showDay } from '../../src-shared/platform/entry/date.ts'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import { fillVault } from '../support/fill-vault.ts'
import { storedDeal } from '../support/stored-deal.ts'
import { launch } from '../support/e2e/launch.ts'

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

let data: string
let app: RunningApp
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'funding-desk-money-'))
  await fundOneDeal()
  app = await launch(data)
})
afterAll(async () => {
  await app.close().catch(() => {})
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})

/**
 * Creates a deal that was funded ten weeks ago and must be paid back within twelve weeks, and nine other deals, of which one was submitted in
 * the last 30 days.
 */
async function fundOneDeal(): Promise<void> {
  const deal = storedDeal({ state: 'received', application_id: '77', submitted_at: ago(75) })
  const { deal_id } = deal
  const offer = {
    ...bareOffer('o1'),
    status: 'accepted',
    amount_cents: 3_500_000,
    commission_points: '5',
    buy_rate: '1.17',
    upsell: '0.08',
    payments: 12,
    payment_frequency: 'weekly',
  }
  const others = Array.from({ length: 9 }, (_, at) => storedDeal({ submitted_at: ago(10 * at + 5) }))
  await fillVault(data, 1, () => [
    { write: 'create_deal', deal },
    ...others.map((other) => ({
      write: 'create_deal' as const,
      deal: { ...other, created_at: other.submitted_at ?? '' },
    })),
    { write: 'update_deal', deal_id, changes: { offers: [offer] } },
    { write: 'reach_milestone', deal_id, milestone: 'offered', at: ago(74), reason: null },
    { write: 'reach_milestone', deal_id, milestone: 'funded', at: ago(70), reason: null },
  ])
}

it('the Money screen shows a commission, marks it paid, undoes that by keyboard, and starts a renewal', async () => {
  const { page } = app
  // The Money screen works without a connection to the partner.
  await page.getByRole('button', { name: 'Explore first' }).click()
  await page.getByRole('link', { name: 'Money', exact: true }).click()
  // Charts of less than ten deals would show chance.
  await page.getByText('30 days', { exact: true }).click()
  await page.getByText('Charts appear when a period has ten deals.').waitFor()
  expect(await page.getByRole('img', { name: /^Deal funnel/ }).count()).toBe(0)
  await page.getByText('All time', { exact: true }).click()
  await page.getByRole('img', { name: /^Deal funnel/ }).waitFor()
  await page.getByRole('button', { name: 'Show Funded volume by month as a table' }).click()
  const volumes = page.getByRole('table', { name: 'Funded volume by month' })
  expect(await volumes.getByRole('row').count()).toBe(13)
  await volumes.getByRole('cell', { name: '$35,000' }).waitFor()

  await page.keyboard.press('2')
  const line = page.locator('[data-commission]')
  await expect.poll(() => line.getAttribute('data-state')).toBe('expected')
  // No offer reports the commission, so the app calculates it and labels it as calculated.
  await line.getByText('calculated').waitFor()
  await page.getByRole('button', { name: 'Mark paid: $1,750 of Juniper Bakery LLC' }).click()
  // The clawback period is already over.
  await expect.poll(() => line.getAttribute('data-state')).toBe('settled')
  await page.keyboard.press('Control+z')
  await expect.poll(() => line.getAttribute('data-state')).toBe('expected')

  // Changes the calculation to the spread between the rates. Every screen must use the new calculation.
  await page.getByRole('combobox', { name: 'Commission calculation' }).click()
  await page.getByRole('option', { name: 'Spread between buy and sell rate' }).click()
  await page.getByRole('button', { name: 'Mark paid: $2,800 of Juniper Bakery LLC' }).waitFor()
  await line.getByRole('link', { name: /^Open deal/ }).click()
  await openPart(page, 'offers')
  await expect
    .poll(() => page.locator('[data-offer] dl').innerText())
    .toMatch(/Your commission\s+\$2,800\s*calculated/)
  await page.getByRole('link', { name: 'Money', exact: true }).click()
  await page.keyboard.press('2')
  await page.getByRole('combobox', { name: 'Commission calculation' }).click()
  await page.getByRole('option', { name: 'Points of the amount' }).click()
  await page.getByRole('button', { name: 'Mark paid: $1,750 of Juniper Bakery LLC' }).waitFor()

  // After a partial payment, both screens label the remaining amount as "expected".
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Amount of payment 1' }).fill('1,000')
  await page.getByRole('dialog').getByText('$750 is still expected.').waitFor()
  // The default day, 45 days after funding.
  expect(
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Clawback until' })
      .getAttribute('placeholder'),
  ).toBe(showDay(dayOf(ago(25))))
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await line.getByText('$750 still expected').waitFor()
  await page.keyboard.press('1')
  await page.getByText('$0 of it at risk, and $750 expected from funded deals').waitFor()
  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Mark paid: $750 of Juniper Bakery LLC' }).click()
  await line.getByText('$1,750').nth(1).waitFor()

  // The funder takes a part back. The history shows it, and the totals count it as clawed back.
  await page.getByRole('button', { name: /^Edit/ }).click()
  const history = page.getByRole('dialog')
  await history.getByRole('button', { name: 'Add a payment' }).click()
  await history.getByRole('textbox', { name: 'Amount of payment 3' }).fill('1,751')
  await history.getByRole('combobox', { name: 'Kind of payment 3' }).click()
  await page.getByRole('option', { name: 'Clawed back' }).click()
  await history.getByText('More was clawed back than received.').waitFor()
  expect(await history.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await history.getByRole('textbox', { name: 'Amount of payment 3' }).fill('250')
  await history.getByText('$1,750 received, $250 clawed back').waitFor()
  await history.getByRole('button', { name: 'Save' }).click()
  // One line sums the payments up. A click lists them.
  await line.getByRole('button', { name: 'Payments of Juniper Bakery LLC: $250 clawed back' }).click()
  const payments = page.getByRole('dialog', { name: 'Payments of Juniper Bakery LLC' })
  await payments.getByText(/: \$250 clawed back$/).waitFor()
  expect(await payments.getByText(/^\w+ \d+, \d+: \$/).count()).toBe(3)
  await payments.getByRole('button', { name: 'Close' }).click()
  expect(await line.getAttribute('data-state')).toBe('settled')
  await page.getByRole('region', { name: 'By month' }).getByText('$1,500').waitFor()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => line.getAttribute('data-state')).toBe('expected')

  // After a split, the totals count only the broker's share.
  await page.getByRole('button', { name: /^Edit/ }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Add a split' }).click()
  // The new row takes the focus. A blank row does not count, and the rows say what they lack.
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Name of split 1')
  await page.keyboard.type('Ana Ruiz')
  expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await form.getByRole('textbox', { name: 'Name of split 1' }).blur()
  await form.getByText('Enter a percentage like 51 or 33.33.').waitFor()
  await form.getByRole('button', { name: 'Add a payment' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toMatch('Amount of payment')
  await form.getByRole('textbox', { name: 'Share of split 1' }).fill('30')
  await form.getByText('Your share: $1,225 of $1,750').waitFor()
  await form.getByRole('button', { name: 'Add a split' }).click()
  await form.getByRole('textbox', { name: 'Name of split 2' }).fill('Referrer')
  await form.getByRole('textbox', { name: 'Share of split 2' }).fill('71')
  await form.getByText('The percentages of the splits add up to more than 100.').waitFor()
  expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await form.getByRole('combobox', { name: 'Unit of split 2' }).click()
  await page.getByRole('option', { name: 'US dollars' }).click()
  await form.getByText('Your share: $1,154 of $1,750').waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await line.getByText('Split: Ana Ruiz $525, Referrer $71').waitFor()
  await line.getByTitle('Your share: $1,154 of $1,750').waitFor()
  await page.getByRole('region', { name: 'By month' }).getByText('$1,154').waitFor()
  await page.getByRole('button', { name: /^Edit/ }).click()
  // Tab selects a field's text, so typing replaces it, even where the editable form of the value differs from the displayed one.
  await form.getByRole('combobox', { name: 'Unit of split 1' }).focus()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab')
  await page.keyboard.type('72')
  await form.getByText('Your share: $1,153 of $1,750').waitFor()
  await form.getByRole('button', { name: 'Remove split 2' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await line.getByTitle('Your share: $1,225 of $1,750').waitFor()

  // Escape alone does not discard typed values.
  await page.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog')
  const note = dialog.getByRole('textbox', { name: 'Note' })
  // Three toasts cover no button of the dialog.
  await app.application.evaluate(({ BrowserWindow }) => {
    const news = { deal_id: null, tone: 'good', title: 'Offer available', body: 'Juniper', instead_of: null }
    for (const kind of ['offers', 'updates'])
      BrowserWindow.getAllWindows()[0]?.webContents.send('event', 'notification.shown', { ...news, kind })
  })
  const boxesOf = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  await expect
    .poll(async () => {
      const [toasts, buttons] = await Promise.all([
        boxesOf('.mantine-Notification-root'),
        boxesOf('[role="dialog"] button'),
      ])
      const covered = buttons.filter((button) =>
        toasts.some(
          (toast) =>
            toast.left < button.right &&
            toast.right > button.left &&
            toast.top < button.bottom &&
            toast.bottom > button.top,
        ),
      )
      return [toasts.length, covered.length]
    })
    .toEqual([3, 0])
  await note.fill('Paid by wire')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Keep editing' }).press('Enter')
  expect(await note.inputValue()).toBe('Paid by wire')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Edit/ }).click()
  expect(await note.inputValue()).toBe('')

  // A date that does not exist remains in the field as typed and is not saved.
  const until = dialog.getByRole('textbox', { name: 'Clawback until' })
  await until.fill('2/30/2026')
  await note.focus()
  await dialog.getByText('This date does not exist.').waitFor()
  expect(await until.inputValue()).toBe('2/30/2026')
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await until.fill('Mar 2 2027')
  await note.focus()
  expect(await until.inputValue()).toBe('Mar 2, 2027')
  await until.fill('')
  await note.focus()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.keyboard.press('3')
  const due = page.locator('[data-renewals="due"]')
  await due.getByText('Juniper Bakery LLC').waitFor()
  const renewal = due.getByRole('textbox', { name: 'Renewal date of Juniper Bakery LLC' })
  await renewal.fill('1/5/26')
  await renewal.press('Enter')
  await due.getByText('Estimate').waitFor({ state: 'detached' })
  await renewal.blur()
  expect(await renewal.inputValue()).toBe('Jan 5, 2026')
  await due.getByRole('button', { name: 'Start renewal: Juniper Bakery LLC' }).click()
  await page.getByRole('heading', { name: 'Juniper Bakery LLC' }).first().waitFor()
  await page.getByRole('link', { name: `Juniper Bakery LLC, funded ${showDay(dayOf(ago(70)))}` }).waitFor()
  const newMoney = page.getByTestId('new-money')
  await newMoney.getByText('New money: $27,708.30 after the balance of $7,291.70 is paid off.').waitFor()
  await page.locator('[data-path="application.amount_requested"]').fill('5000')
  await newMoney.getByText('$5,000 does not cover the balance').waitFor()
  await page.getByRole('link', { name: 'Money', exact: true }).click()
  await page.keyboard.press('3')
  await page.locator('[data-renewals="started"]').getByText('Juniper Bakery LLC').waitFor()
})
