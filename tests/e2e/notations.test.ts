import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { fieldAt, startApplication, waitUntilSaved } from '../../build/demo/journey.ts'
import { Hands } from '../support/e2e/keyboard.ts'
import { NOTATIONS, notationTable } from '../support/e2e/notations.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

let environment: TestEnvironment
let hands: Hands
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
  hands = new Hands(environment.page)
  await startApplication(environment.page)
})
afterAll(() => environment.close())

const SENSITIVE = /\.(ein|ssn)$/

it.each(Object.entries(NOTATIONS))(
  '%s accepts or refuses each notation typed by keyboard',
  async (path, rows) => {
    const found: [path: string, typed: string, kept: string | null][] = []
    for (const [typed] of rows) {
      // Type the notations one after another, as a broker does.
      await goTo(path)
      await hands.type(typed)
      await hands.press('Tab')
      found.push([path, typed, await keptOf(path, typed)])
    }
    expect(notationTable(found)).toEqual(notationTable(rows.map(([typed, kept]) => [path, typed, kept])))
  },
)

/** Moves the keyboard focus to a field. A masked field must first be cleared with its button. */
async function goTo(path: string): Promise<void> {
  const { page } = environment
  const field = page.locator(fieldAt(path))
  if (SENSITIVE.test(path) && (await field.inputValue()) !== '') {
    const change = page.getByRole('button', { name: path.endsWith('ein') ? 'Change EIN' : 'Change SSN' })
    await hands.tabTo(change, 'Shift+Tab')
    await hands.press('Enter')
    await hands.expectFocus(field)
  } else await hands.tabTo(field, (await isBehind(path)) ? 'Shift+Tab' : 'Tab')
}

/** Returns true if the field comes before the focused field in the document, so that Shift+Tab leads to it. */
function isBehind(path: string): Promise<boolean> {
  return environment.page
    .locator(fieldAt(path))
    .evaluate((field) => (field.ownerDocument.activeElement!.compareDocumentPosition(field) & 2) !== 0)
}

/** Returns the stored value of a typed string, or null if the draft stores the string as typed and reports a problem at the field. */
async function keptOf(path: string, typed: string): Promise<string | null> {
  await waitUntilSaved(environment.page)
  const field = environment.page.locator(fieldAt(path))
  const stored = await field.getAttribute('data-path')
  const [kept, problem] = await environment.page.evaluate<
    [kept: string, problem: string | undefined]
  >(`(async () => {
    const deal_id = location.hash.split('/')[2]
    const { value: deal } = await fundingDesk.call('deals.get', { deal_id })
    const path = ${JSON.stringify(stored)}
    const masked = path.split('.').reduce((at, key) => at?.[key], deal.values)
    const revealed = ${SENSITIVE.test(path)}
      ? (await fundingDesk.call('deals.reveal', { deal_id, path, window_id: '${randomUUID()}' })).value.value
      : masked
    return [revealed, deal.field_problems.find((one) => one.path === path)?.message]
  })()`)
  if (problem === undefined) return kept
  if (kept !== typed) return `altered to ${kept}`
  const shown = SENSITIVE.test(path) ? typed : await field.inputValue()
  return plainText(shown) === plainText(typed) ? null : `shown as ${shown}`
}

/**
 * Removes the characters that a field adds to an amount: dollar signs, percent signs, and separators. The field adds them even to an amount
 * that the app refuses.
 */
const plainText = (text: string): string => text.replaceAll(/[$,%\s]/g, '')
