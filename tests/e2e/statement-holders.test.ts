import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attachFiles, startApplication } from '../../build/demo/journey.ts'
import { bakeryMonths, drawBankStatement } from '../../build/demo/bank-statement.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { failOnStalls } from '../support/e2e/fail-on-stalls.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { leavesOf } from '../../src-shared/features/form/orphaned-values.ts'
import { makeDraft, openDeal } from '../gallery/ipc.ts'

// Bank statements in another name than the merchant's. The tests share one app.

const MONTHS = bakeryMonths(3)

let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
})
afterAll(() => environment.close())
failOnStalls(() => environment.stalls)

it('verified statements in another name ask whose account it is, and say what the broker answered', async () => {
  const { page } = environment
  await environment.goTo('#/pipeline')
  await startApplication(page)
  await page.locator('[data-path="company.legal_name"]').fill('Juniper Bakery LLC')
  const [month] = MONTHS as [(typeof MONTHS)[0]]
  const path = join(environment.folder, 'Other.pdf')
  await writeFile(
    path,
    await drawBankStatement({ ...month, holder: 'Hollis Plumbing L.L.C.', last4: '8080' }),
  )
  await attachFiles(page, [path])
  await page.keyboard.press('Alt+3')
  const account = page.locator('[data-other-account]')
  await account.getByText(/for nothing until you confirm that the account belongs to/).waitFor()
  expect(await page.getByText('Ask the merchant for the original PDFs').count()).toBe(0)
  await page.getByRole('button', { name: 'Hollis Plumbing L.L.C. …8080 belongs to the merchant' }).click()
  await account.getByText(/^You confirmed that the account belongs to .* so its statement counts\./).waitFor()
  await page.locator('tr[data-figure="deposits_cents"]').waitFor()
  await account.getByText('Not the merchant’s', { exact: true }).click()
  await account.getByText(/^You said that the account does not belong to /).waitFor()
  // Its row among the documents shows its days, although they do not count.
  await page.keyboard.press('Alt+2')
  await page.locator(`[data-document="Other.pdf"] [data-period="${month.from}/${month.to}"]`).waitFor()
  // Values from an account that is not the merchant's are no longer offered.
  await page.getByTestId('statement-strip').waitFor({ state: 'detached' })
})

it('a submission asks about files of another merchant and of none apart, and says beside Submit what is missing', async () => {
  const { page } = environment
  const values = leavesOf(completeDraft()).map(({ path, value }) => [path, value])
  const deal_id = await makeDraft(page, Object.fromEntries(values))
  await openDeal(page, deal_id, '/documents')
  const [one, two] = MONTHS as [(typeof MONTHS)[0], (typeof MONTHS)[0]]
  const other = join(environment.folder, 'Of another.pdf')
  const unnamed = join(environment.folder, 'Without a name.pdf')
  await writeFile(other, await drawBankStatement({ ...one, holder: 'Hollis Plumbing LLC', last4: '8080' }))
  await writeFile(unnamed, await drawBankStatement({ ...two, holder: '' }))
  await attachFiles(page, [other, unnamed])
  await page.keyboard.press('Alt+3')
  await expect.poll(() => page.locator('[data-other-account]').count()).toBe(2)
  await page.locator('[data-next="confirm_account"]').getByText('Confirm whose account it is').waitFor()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Submit this application?' })
  const submit = dialog.getByRole('button', { name: 'Submit', exact: true })
  const box = (name: string) => dialog.getByRole('checkbox', { name })
  await dialog.getByText('Confirm first: Files of another merchant').waitFor()
  await box('Send these files of another merchant anyway.').check()
  await dialog.getByRole('button', { name: 'Whose account these are is not confirmed' }).click()
  await page.keyboard.press('Space')
  expect(await box('Send these files without this confirmation.').isChecked()).toBe(true)
  expect(await dialog.getByText('Confirm first:').count()).toBe(0)
  expect(await submit.getAttribute('aria-disabled')).toBeNull()
  await page.keyboard.press('Escape')
})

it('a statement in another name that is not verified does not count after its account is confirmed, and the app says so', async () => {
  const { page } = environment
  await environment.goTo('#/pipeline')
  await startApplication(page)
  await page.locator('[data-path="company.legal_name"]').fill('Juniper Bakery LLC')
  const [month] = MONTHS as [(typeof MONTHS)[0]]
  const path = join(environment.folder, 'Altered.pdf')
  const drawn = { ...month, holder: 'Hollis Plumbing L.L.C.', last4: '8081' }
  await writeFile(path, await drawBankStatement(drawn, { closingOff: 100 }))
  await attachFiles(page, [path])
  await page.keyboard.press('Alt+3')
  const account = page.locator('[data-other-account]')
  await account.getByText(/Until a statement of it is verified, it counts for nothing/).waitFor()
  await account.getByText('Merchant’s', { exact: true }).click()
  await account.getByText(/It still counts for nothing, because no statement of it is verified/).waitFor()
  await page.getByText('The account of Hollis Plumbing L.L.C. still counts for nothing').waitFor()
})
