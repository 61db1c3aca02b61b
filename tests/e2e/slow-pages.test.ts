import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attachFiles, startApplication } from '../../build/demo/journey.ts'
import { pdf, stream } from '../support/raw-pdf.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
  // The pages really take too long. The clock only shortens the wait until the app gives up on them, because the worker computes meanwhile.
  await environment.page.clock.install()
  await startApplication(environment.page)
})
afterAll(() => environment.close())

const FIRST_FREE = 10
/** The app's time limit for a page, in seconds. */
const LIMIT_S = 10

/** Writes a PDF of three pages. The second page draws the object `FIRST_FREE`, which is the first object of `endless`. */
async function writePdf(name: string, endless: (string | Buffer)[]): Promise<string> {
  const text = (words: string) => `BT /F1 24 Tf 72 700 Td (${words}) Tj ET`
  const page = (contents: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${contents} 0 R/Resources<</Font<</F1 9 0 R>>/XObject<</X ${FIRST_FREE} 0 R>>>>>>`
  const bytes = pdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>>',
    ...[page(6), page(7), page(8)],
    ...[text('first page'), '/X Do', text('third page')].map((contents) => stream(Buffer.from(contents))),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...endless,
  ])
  const path = join(environment.folder, name)
  await writeFile(path, bytes)
  return path
}

/**
 * PDF form XObjects in six levels. Each level draws the next level 100 times, which makes 10^12 operations. pdfjs pauses between
 * operations.
 */
const FORMS = Array.from({ length: 7 }, (_, level) =>
  stream(
    Buffer.from(level === 6 ? '0 0 1 1 re f' : '/X Do '.repeat(100)),
    `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</X ${FIRST_FREE + level + 1} 0 R>>>>`,
  ),
)

/**
 * An image of 4 million pixels in two inks. Each pixel takes 20,000 sine operations: 8 * 10^10 in all. pdfjs does not pause between
 * these operations.
 */
const PICTURE = [
  stream(
    deflateSync(Buffer.alloc(2_000 * 2_000 * 2)),
    `/Filter/FlateDecode/Type/XObject/Subtype/Image/Width 2000/Height 2000/BitsPerComponent 8/ColorSpace[/DeviceN[/Ink1/Ink2]/DeviceGray ${FIRST_FREE + 1} 0 R]`,
  ),
  stream(Buffer.from(`{ ${'sin '.repeat(20_000)} exch pop }`), '/FunctionType 4/Domain[0 1 0 1]/Range[0 1]'),
]

/**
 * Lets the time limit of the slow page pass, and waits for the notice. Repeats this until the notice appears, because no limit is running
 * before the app starts to draw the page.
 */
async function passLimit(notice: Locator): Promise<void> {
  const pass = async () => {
    for (let second = 0; second < LIMIT_S; second++) await environment.page.clock.fastForward(1_000)
    return notice.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(pass).toBe(true)
}

it.each<[string, string, (string | Buffer)[]]>([
  ['repeats forms endlessly', 'forms.pdf', FORMS],
  ['blocks the pdfjs worker', 'picture.pdf', PICTURE],
])('a page that %s times out, and the other pages and the search keep working', async (_, name, endless) => {
  const { page } = environment
  await attachFiles(page, [await writePdf(name, endless)])
  await page.getByRole('button', { name: `Open ${name}` }).click()
  const viewer = page.getByRole('dialog', { name })
  const pages = viewer.getByRole('region', { name: `Pages of ${name}` })
  const slow = viewer.locator('[data-page="2"]')
  const notice = slow.getByText('This page is taking too long to load.')
  await slow.waitFor()
  // The window responds while the slow page is being drawn. A search without matches does not scroll to another page.
  const find = viewer.getByRole('textbox', { name: 'Find in document' })
  await find.fill('nowhere')
  expect(await find.inputValue()).toBe('nowhere')
  await viewer.locator('[data-page="1"][data-drawn]').waitFor()
  await passLimit(notice)
  await expect.poll(() => viewer.getByTestId('viewer-matches').innerText()).toBe('No matches')

  await viewer.locator('[data-page="1"][data-drawn]').waitFor()
  await find.fill('third page')
  await expect.poll(() => viewer.getByTestId('viewer-matches').innerText()).toBe('1 of 1')
  await viewer.locator('[data-page="3"][data-drawn]').waitFor()

  await pages.press('Home')
  await viewer.locator('[data-page="1"][data-drawn]').waitFor()
  await slow.getByRole('button', { name: 'Try again' }).click()
  await notice.waitFor({ state: 'detached' })
  await passLimit(notice)
  await viewer.locator('[data-page="1"][data-drawn]').waitFor()
  expect(await viewer.getByText('This page is taking too long to load.').count()).toBe(1)
  // The search was repeated in the document that was opened again. It must not scroll to its match on page 3.
  await page.waitForTimeout(1_000)
  expect(await viewer.getByRole('textbox', { name: 'Page' }).inputValue()).toBe('1')
  expect(await viewer.getByTestId('viewer-matches').innerText()).toBe('1 of 1')
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
})
