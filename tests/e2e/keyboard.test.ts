import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answeringDialogs, APPLICATION, fieldAt } from '../../build/demo/journey.ts'
import type {
  FieldType,
  ProfileField,
  ProfileSection,
} from '../../src-shared/features/form/payload-profile.ts'
import { rowsOf } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { concreteFields } from '../../src-shared/features/form/form-path.ts'
import { standardProfile } from '../../src-shared/features/form/standard-profile.ts'
import { Hands, keysPerTask } from '../support/e2e/keyboard.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

/** Keys to type into a field without a value in `KEYS`. For a choice, the test types the label of the first option. */
const KEYS_BY_TYPE: Record<Exclude<FieldType, 'choice'>, string> = {
  text: 'Juniper',
  long_text: 'Met at the fair.',
  email: 'a@b.example',
  website: 'b.example',
  phone: '5035550142',
  ein: '123456789',
  ssn: '900123456',
  date: '04012016',
  money: '9000',
  integer: '12',
  percent: '60',
  state: 'OR',
  zip: '97204',
  yes_no: ' ',
}

/** Values that the test depends on, and values that a field's limits require. */
const KEYS: Readonly<Record<string, string>> = {
  'application.amount_requested': '35000',
  // The sandbox responds to this reference with three offers.
  'application.reference': 'multiple',
  'company.legal_name': 'Juniper Bakery LLC',
  'company.entity_type': 'LLC',
  'company.state_of_formation': 'oreg',
  'company.owners.0.first_name': 'Ada',
  'company.owners.0.last_name': 'Sample',
  'company.owners.0.fico': '712',
  'application.signature_date': '11202026',
}

const OWNERS = standardProfile.sections.findIndex(({ list }) => list?.path === 'company.owners')
const [COPY] = standardProfile.sections[OWNERS]?.list?.copies ?? []

/**
 * Returns the fields of sections in Tab order, with one row of owners. Leaves out fields that a button fills, such as "Same address as the
 * business".
 */
function fieldsOf(sections: ProfileSection[]): { path: string; field: ProfileField }[] {
  const form = { ...standardProfile, sections }
  const copied = new Set(COPY?.fields.map((name) => `company.owners.0.${COPY.to}.${name}`))
  return concreteFields(form, { company: { owners: rowsOf({}) } })
    .map(({ path, field }) => ({ path: path.replace('.row01.', '.0.'), field }))
    .filter(({ path }) => !copied.has(path))
}

// Performs the whole workflow with the keyboard only: no step clicks, fills, or sets the focus by script. If a step fails, the
// following steps fail too.
describe('keyboard-only use', () => {
  let environment: TestEnvironment
  let hands: Hands
  beforeAll(async () => {
    environment = await TestEnvironment.open()
    hands = new Hands(environment.page)
  })
  afterAll(() => environment.close())

  const button = (name: string | RegExp) => environment.page.getByRole('button', { name, exact: true })
  const field = (path: string) => environment.page.locator(fieldAt(path))

  async function fill(fields: ReturnType<typeof fieldsOf>) {
    for (const {
      path,
      field: { type, choices = [] },
    } of fields) {
      await hands.tabTo(field(path))
      // In a choice field, the next Tab selects the highlighted choice.
      await hands.type(KEYS[path] ?? (type === 'choice' ? (choices[0]?.label ?? '') : KEYS_BY_TYPE[type]))
    }
  }

  it('tries the demo, and leaves it', async () => {
    const { page } = environment
    await button('Try it with the built-in sandbox').waitFor()
    await hands.task('Try the demo, and open its pipeline', async () => {
      await hands.tabAndPress(button('Try it with the built-in sandbox'))
      await page.locator('[data-came-round]').waitFor()
      await hands.tabAndPress(button('Open Pipeline'))
      await page.locator('[data-environment="demo"]').waitFor()
    })
    await hands.tabAndPress(button('Leave demo'))
    await button('Try it with the built-in sandbox').waitFor()
  })

  it('completes the first run, and the focus is at the start of each step', async () => {
    const { page, sandbox, relay } = environment
    await hands.task('Connect to the funding partner', async () => {
      for (const [name, value] of [
        ['Base URL', sandbox.base_url],
        ['Client ID', sandbox.client_id],
        ['Client secret', sandbox.client_secret],
      ] as const) {
        await hands.tabTo(page.getByRole('textbox', { name }))
        await hands.type(value)
      }
      await hands.press('Enter')
      await page.getByLabel('Pairing code').waitFor()
    })
    await hands.expectFocus('main')

    const code = await relay.pairingCode()
    await answeringDialogs(environment.app.application, 'yes', () =>
      hands.task('Pair with the relay', async () => {
        await hands.tabTo(page.getByLabel('Relay address'))
        await hands.type(relay.url)
        await hands.tabTo(page.getByLabel('Pairing code'))
        await hands.type(code)
        await hands.press('Enter')
        await button('Show recovery code').waitFor()
      }),
    )
    await hands.expectFocus('main')

    await hands.task('Note the recovery code, and confirm it', async () => {
      await hands.tabAndPress(button('Show recovery code'))
      const shown = page.getByRole('list', { name: 'Recovery code' }).getByRole('listitem')
      await shown.first().waitFor()
      const words = await shown.allInnerTexts()
      await hands.expectFocus('main')
      await hands.tabAndPress(button('I wrote it down'))
      const asked = page.locator('[data-asked]')
      await asked.first().waitFor()
      await hands.expectFocus('form')
      for (let at = 0; at < (await asked.count()); at++) {
        await hands.tabTo(asked.nth(at))
        await hands.type(words[Number(await asked.nth(at).getAttribute('data-asked'))] ?? '')
      }
      await hands.press('Enter')
      await page.getByRole('heading', { name: 'You are set up' }).waitFor()
    })
    await hands.expectFocus('main')
    await page.locator('[data-came-round]').waitFor()
    await hands.task('Open the pipeline after the setup', async () => {
      await hands.tabAndPress(button('Open Pipeline'))
      await page.locator('[data-connection="live"]').waitFor()
    })
    await hands.expectFocus('main')
  })

  it('fills in every field of an application, adds a row, and removes it', async () => {
    const { page } = environment
    await hands.task('Start the first application', async () => {
      await hands.press('Control+n')
      await page.getByRole('heading', { name: 'New application' }).waitFor()
      // The first field has the focus, and a screen reader hears the name of the screen.
      await hands.expectFocus(field('application.amount_requested'))
    })
    expect(await page.getByTestId('route-voice').textContent()).toBe('New application')
    await hands.task('Fill in every field of it', async () => {
      await fill(fieldsOf(standardProfile.sections.slice(0, OWNERS + 1)))
      // A button copies the business's address to the owner, so the broker does not type it again.
      await hands.tabAndPress(button('Same address as the business'))
      await hands.expectFocus(field('company.owners.0.address.zip'))
      await fill(fieldsOf(standardProfile.sections.slice(OWNERS + 1)))
    })
    await expect.poll(() => field('company.owners.0.address.zip').inputValue()).toBe('97204')

    await hands.tabTo(button(/^Add .*position/i), 'Shift+Tab')
    await hands.press('Enter')
    await hands.expectFocus(page.getByRole('group', { name: /position 1$/i }))
    await hands.tabTo(button(/^Remove .*position 1$/i), 'Shift+Tab')
    await hands.press('Enter')
    await page.getByRole('group', { name: /position 1$/i }).waitFor({ state: 'detached' })
    await hands.expectFocus('#section-advances')
    await page.locator('[data-save="saved"]').waitFor()

    expect(await field('company.legal_name').inputValue()).toBe(APPLICATION['company.legal_name'])
    expect(await field('company.business_start_date').inputValue()).toBe('Apr 1, 2016')
    expect(await field('company.address.state').inputValue()).toBe('OR – Oregon')
    expect(await field('company.owners.0.ssn').inputValue()).toBe('•••-••-3456')
    expect(await field('application.consent_accepted').isChecked()).toBe(true)
  })

  it('attaches a document, and submits after a confirmation', async () => {
    const { page, pdfs } = environment
    await hands.press('Alt+2')
    await page.getByTestId('documents').waitFor()
    await hands.expectFocus('main')
    await hands.task('Attach files', async () => {
      const chooser = page.waitForEvent('filechooser')
      await hands.press('Control+Shift+A')
      // The test sets the files directly, because the operating system's dialog has its own keyboard controls.
      await (await chooser).setFiles(pdfs.slice(0, 2))
      await page.locator('[data-document]').nth(1).waitFor()
    })
    await hands.expectFocus('main')

    await hands.tabAndPress(page.getByRole('button', { name: /^(Remove|Delete) / }).first())
    await expect.poll(() => page.locator('[data-document]').count()).toBe(1)
    await hands.expectFocus('main')

    await hands.press('Control+Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await hands.expectFocus(dialog)
    await hands.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await hands.expectFocus('main')

    await hands.task('Submit', async () => {
      await hands.press('Control+Enter')
      await hands.expectFocus(dialog)
      await hands.tabAndPress(dialog.getByRole('button', { name: 'Submit' }))
      await page.locator('[data-deal-state="received"]').waitFor()
    })
    await dialog.waitFor({ state: 'detached' })
    await hands.expectFocus('main')
  })

  it('returns to the pipeline, opens the deal after its offer arrived, compares offers, and accepts one', async () => {
    const { page } = environment
    await hands.press('Control+1')
    await page.getByRole('heading', { name: 'Pipeline' }).waitFor()
    await hands.expectFocus('main')
    await page.locator('[data-deal]', { hasText: 'Offer available' }).waitFor()
    await hands.task('Open the deal with the offers', async () => {
      await hands.press('ArrowDown')
      await hands.expectFocus(page.getByRole('row', { name: /Juniper Bakery LLC/ }))
      await hands.press('Enter')
      await page.locator('[data-partner-status="offer_available"]').waitFor()
    })
    await hands.expectFocus('main')
    await hands.press('Alt+4')
    await page.locator('[data-offer]').nth(2).waitFor()
    const table = page.getByRole('table', { name: 'Compare offers' })
    await hands.press('Control+Shift+E')
    await table.waitFor()
    await hands.expectFocus('main')

    // The broker tries other terms and resets them. Each button that is pressed here disappears, so the focus must move to another element.
    const column = page.locator('[data-row="payback"] td').first().locator('div').first()
    const offered = await column.innerText()
    await hands.tabAndPress(button('Try other terms').first())
    await hands.expectFocus(page.getByTestId('what-if'))
    await hands.tabTo(page.getByRole('slider', { name: /^Upsell, points, Offer 1/ }))
    await hands.press('ArrowLeft')
    await expect.poll(() => column.innerText()).not.toBe(offered)
    await hands.tabTo(button('Reset'), 'Shift+Tab')
    await hands.press('Enter')
    await expect.poll(() => column.innerText()).toBe(offered)
    await hands.expectFocus('main')

    await hands.tabAndPress(button('Accept').first())
    const dialog = page.getByRole('dialog')
    await hands.expectFocus(dialog)
    await hands.tabTo(dialog.getByRole('button', { name: 'Accept the offer' }))
    await hands.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await hands.expectFocus('main')

    await hands.press('Alt+ArrowLeft')
    await page.locator('[data-partner-status="offer_available"]').waitFor()
    await hands.task('Compare the offers, and accept one', async () => {
      await hands.press('Control+Shift+E')
      await table.waitFor()
      await hands.press('1')
      await hands.expectFocus(dialog)
      await hands.press('Control+Enter')
      await page.getByText('You accepted this offer').waitFor()
    })
    await dialog.waitFor({ state: 'detached' })
    await hands.expectFocus('main')
  })

  it('reaches screens and deals by shortcuts, the shortcut list, and the command palette', async () => {
    const { page } = environment
    await hands.press('Control+3')
    await page.getByRole('heading', { name: 'Money' }).waitFor()
    await hands.expectFocus('main')
    await hands.press('2')
    await page.getByRole('tab', { name: 'Commissions', selected: true }).waitFor()
    await hands.expectFocus('main')

    await hands.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.waitFor()
    await hands.expectFocus(sheet)
    await hands.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await hands.expectFocus('main')

    await hands.press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.waitFor()
    await hands.expectFocus(palette)
    await hands.type('junip')
    await palette.getByText('Juniper Bakery LLC').waitFor()
    await hands.press('Enter')
    await page.locator('[data-partner-status]').waitFor()
    await hands.expectFocus('main')

    await hands.press('Control+1')
    await page.getByRole('heading', { name: 'Pipeline' }).waitFor()
    await hands.expectFocus('main')
    await hands.press('Alt+ArrowLeft')
    await page.locator('[data-partner-status]').waitFor()
    await hands.expectFocus('main')
  })
  it('takes the numbers of keys in docs/design.md', () => {
    console.log('The first day, keys per task:', hands.tasks)
    expect(hands.tasks).toEqual(keysPerTask('The first day'))
  })
})
