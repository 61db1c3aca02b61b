import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { leavesOf } from '../../src-shared/features/form/orphaned-values.ts'
import { makeDraft } from '../gallery/ipc.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { Hands, keysPerTask } from '../support/e2e/keyboard.ts'

const DEALS = 40
const COMPLETE = Object.fromEntries(leavesOf(completeDraft()).map(({ path, value }) => [path, value]))

/*
 * A broker's day with 40 deals, with the keyboard only. The tests are consecutive steps in one office. Each step does common tasks and
 * expects the numbers of keys in docs/design.md. Keys held together count as one, and typed text does not count.
 */
describe('a day with 40 deals', () => {
  let environment: TestEnvironment
  let hands: Hands
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
    const { page } = environment
    hands = new Hands(page)
    for (let number = 1; number <= DEALS - 1; number++)
      await makeDraft(page, {
        'company.legal_name': `Merchant ${String(number).padStart(2, '0')} LLC`,
        'application.amount_requested': String(10_000 + number * 500),
      })
    await makeDraft(page, {
      ...COMPLETE,
      'company.legal_name': "O'Brien Orchards LLC",
      'company.ein': '523456789',
      // The sandbox responds to this reference with three offers.
      'application.reference': 'OB-1 multiple',
    })
    await page.getByRole('row', { name: /O'Brien Orchards/ }).waitFor()
    await page.evaluate(`(async () => {
      const { value } = await fundingDesk.call('snippets.get', {})
      await fundingDesk.call('snippets.save', { ...value, broker_name: 'Robin Broker' })
    })()`)
  })
  afterAll(() => environment.close())

  const heading = (name: string | RegExp) =>
    environment.page.getByRole('heading', { level: 1, name }).waitFor()
  const dialog = () => environment.page.getByRole('dialog')
  const toast = (words: string | RegExp) =>
    environment.page.locator('.mantine-Notification-root', { hasText: words })
  async function press(...pressed: string[]) {
    for (const one of pressed) await hands.press(one)
  }
  const focusedRow = () =>
    environment.page.evaluate<string>(`document.activeElement?.closest('[data-index]')?.dataset.index ?? ''`)

  it('opens a deal, shows the next and the previous one, and returns to its row', async () => {
    await hands.press('Control+1')
    await hands.task('Open a deal in the pipeline', async () => {
      await press('J', 'Enter')
      await heading(/O'Brien/)
    })
    await hands.task('Next or previous deal of the list, from a deal', async () => {
      await press('J')
      await heading('Merchant 39 LLC')
      await hands.expectFocus('main')
    })
    await press('J')
    await heading('Merchant 38 LLC')
    await hands.task('Next or previous deal of the list, from a deal', async () => {
      await press('K')
      await heading('Merchant 39 LLC')
    })
    // Also while the broker types in the form, with a key that types nothing.
    await hands.tabTo(environment.page.locator('[data-path="application.reference"]'))
    await press('F9')
    await heading('Merchant 38 LLC')
    await press('Shift+F9')
    await heading('Merchant 39 LLC')
    await hands.task('Back to the row of the list, after several deals', async () => {
      await press('Alt+ArrowLeft')
      await heading('Pipeline')
    })
    // The list continues at the deal that was shown last.
    await hands.task('Open a deal in the pipeline', async () => {
      await press('J', 'Enter')
      await heading('Merchant 38 LLC')
    })
  })

  it('says where the list ends', async () => {
    await hands.press('Alt+ArrowLeft')
    await heading('Pipeline')
    await hands.tabTo(environment.page.locator('[data-list] [data-index][tabindex="0"]'))
    await press('Home', 'Enter')
    await heading(/O'Brien/)
    await press('K')
    await toast('This is the first deal of the list.').waitFor()
  })

  it('finds a deal from every screen', async () => {
    await hands.press('Control+3')
    await heading('Money')
    await hands.task('Find a deal from any screen', async () => {
      await press('Control+k')
      await dialog().waitFor()
      await hands.expectFocus(dialog())
      await hands.type('merchant 07')
      await dialog().getByText('Merchant 07 LLC').waitFor()
      await press('Enter')
      await heading('Merchant 07 LLC')
    })
    await hands.task('Find a deal from any screen', async () => {
      await press('Control+f')
      await hands.expectFocus('[data-search-deals]')
      await hands.type('brien')
      await environment.page.locator('[data-index="0"]', { hasText: "O'Brien Orchards" }).waitFor()
      await press('Enter')
      await heading(/O'Brien/)
    })
  })

  it('attaches files, submits, and sees the offers', async () => {
    const { page, pdfs } = environment
    await hands.task('Attach files', async () => {
      const chooser = page.waitForEvent('filechooser')
      await press('Control+Shift+A')
      // The test sets the files directly, because the operating system's dialog has its own keyboard controls.
      await (await chooser).setFiles(pdfs.slice(0, 1))
    })
    await page.locator('[data-document]').first().waitFor()
    await hands.task('Submit', async () => {
      await press('Control+Enter')
      await dialog().getByRole('button', { name: 'Submit' }).waitFor()
      await press('Enter')
      await page.locator('[data-deal-state="received"]').waitFor()
    })
    await page.locator('[data-partner-status="offer_available"]').waitFor()
  })

  it('notes, reminds, and writes to the merchant from the deal', async () => {
    const { page } = environment
    await hands.task('Remind me of a deal in 3 days', async () => {
      await press('H', '3', 'Enter')
      await toast(/remind/i).waitFor()
    })
    await hands.task('Take that back', async () => {
      await press('Control+z')
      await page.locator('[data-follow-up]').waitFor({ state: 'detached' })
    })
    await hands.task('Copy a message to the merchant', async () => {
      await press('Control+Shift+T')
      await dialog().getByTestId('message-preview').waitFor()
      await press('Control+Enter')
      await toast(/cop/i).waitFor()
    })
    if (await dialog().isVisible()) await hands.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('accepts the second offer', async () => {
    const { page } = environment
    await hands.task('Accept the second offer, from its deal', async () => {
      await press('Control+Shift+E')
      await page.getByRole('table', { name: 'Compare offers' }).waitFor()
      await press('2')
      await hands.expectFocus(dialog())
      await press('Control+Enter')
      await page.getByText('You accepted this offer').waitFor()
    })
    await dialog().waitFor({ state: 'detached' })
    // Once an offer is accepted, the keys of the others accept nothing.
    await hands.press('1')
    expect(await dialog().count()).toBe(0)
  })

  it('marks a line of Today as done, and snoozes another one', async () => {
    const { page } = environment
    await hands.press('Control+2')
    await heading('Today')
    const lines = page.locator('[data-line]')
    await lines.first().waitFor()
    const focused = () => page.evaluate<string>(`document.activeElement?.dataset.line ?? ''`)
    await press('J')
    await expect.poll(focused).not.toBe('')
    const gone = async (line: string) => page.locator(`[data-line="${line}"]`).waitFor({ state: 'detached' })
    const done = await focused()
    await hands.task('Mark a line of Today as done', async () => {
      await press('E')
      await gone(done)
    })
    await hands.press('Control+z')
    await page.locator(`[data-line="${done}"]`).waitFor()
    const snoozed = await focused()
    await hands.task('Snooze a line of Today', async () => {
      await press('H', 'T', 'Enter')
      await page.locator(`[data-section="coming"] [data-line="${snoozed}"]`).waitFor()
    })
    await hands.task('Take that back', async () => {
      await press('Control+z')
      await page.locator(`[data-section="coming"] [data-line="${snoozed}"]`).waitFor({ state: 'detached' })
    })
  })

  it('moves the current deal to the trash, and takes it back', async () => {
    const { page } = environment
    await hands.press('Control+1')
    await heading('Pipeline')
    // Escape clears the search of an earlier step, and then leaves the field.
    for (const key of ['/', 'Escape', 'Escape', 'J']) await hands.press(key)
    await hands.expectFocus('[data-list] [data-index]')
    const row = await focusedRow()
    const name = await page.locator(`[data-index="${row}"] [data-column="business"]`).innerText()
    const named = page.locator('[data-list] [data-column="business"]', { hasText: name })
    await hands.task('Move the current deal of the list to the trash', async () => {
      await press('Delete')
      await toast(/Trash/).waitFor()
      await named.waitFor({ state: 'detached' })
    })
    // The focus stays at this place of the list.
    await hands.expectFocus('[data-list]')
    await hands.task('Take that back', async () => {
      await press('Control+z')
      await named.waitFor()
    })
  })

  it('lists what is to do today', async () => {
    await hands.task('See what is to do today', async () => {
      await press('Control+t')
      await heading('Today')
    })
  })

  it('starts an application at its first field', async () => {
    await hands.task('Amount of a new application', async () => {
      await press('Control+n')
      await hands.expectFocus('[data-path="application.amount_requested"]')
    })
  })

  it('takes the numbers of keys in docs/design.md', () => {
    console.log('A day with 40 deals, keys per task:', hands.tasks)
    expect(hands.tasks).toEqual(keysPerTask('A day with 40 deals'))
  })
})
