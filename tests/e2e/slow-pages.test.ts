import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attachFiles, startApplication } from '../../build/demo/journey.ts'
import { pdf, stream } from '../support/raw-pdf.ts'
import { TestOffice } from './support/office.ts'

let office: TestOffice
beforeAll(async () => {
  office = await TestOffice.openSetUp()
  await startApplication(office.page)
})
afterAll(() => office.close())

/** Three pages: the first one is meant to keep a reader busy, the others are good. */
async function slowPdf(name: string, first: string, more: (string | Buffer)[]): Promise<string> {
  const good = (text: string) => `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
  const page = (contents: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${contents} 0 R/Resources<</Font<</F1 9 0 R/F2 10 0 R>>/XObject<</A 10 0 R>>>>>>`
  const bytes = pdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>>',
    ...[page(6), page(7), page(8)],
    ...[first, good('second page'), good('third page')].map((contents) => stream(Buffer.from(contents))),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...more,
  ])
  const path = join(office.folder, name)
  await writeFile(path, bytes)
  return path
}

const FONT = [
  '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding 11 0 R/DescendantFonts[12 0 R]>>',
  stream(
    Buffer.from(
      `begincmap 1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange ${'1 begincidrange <00000000> <00FFFFFE> 0 endcidrange '.repeat(20_000)}endcmap`,
    ),
    '/Type/CMap/CMapName/X',
  ),
  '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(X)/Ordering(X)/Supplement 0>>/FontDescriptor 13 0 R>>',
  '<</Type/FontDescriptor/FontName/X/Flags 4/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 9>>',
]
const GROUP = [
  stream(
    Buffer.from('0 0 612 792 re f'),
    '/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Group<</S/Transparency/I true>>',
  ),
]

it.each<[string, string, string, (string | Buffer)[]]>([
  ['keeps the worker busy', 'worker.pdf', 'BT /F2 9 Tf (x) Tj ET', FONT],
  ['takes long to draw', 'drawing.pdf', '/A Do '.repeat(60_000), GROUP],
])(
  'a page that %s is given up after a while, and the viewer stays usable',
  async (_, name, first, more) => {
    const { page } = office
    await attachFiles(page, [await slowPdf(name, first, more)])
    await page.getByRole('button', { name: `Open ${name}` }).click({ timeout: 60_000 })
    const viewer = page.getByRole('dialog', { name })
    const slow = viewer.locator('[data-page="1"]')
    await slow.getByText('This page takes too long to show.').waitFor({ timeout: 30_000 })
    await viewer.locator('[data-page="2"][data-drawn]').waitFor()
    await viewer.getByRole('textbox', { name: 'Find in document' }).fill('third page')
    await expect.poll(() => viewer.getByTestId('viewer-matches').innerText()).toBe('1 of 1')
    await viewer.locator('[data-page="3"][data-drawn]').waitFor()
    await viewer.getByRole('region', { name: `Pages of ${name}` }).press('Home')
    await slow.getByRole('button', { name: 'Try again' }).click()
    await slow.getByText('This page takes too long to show.').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
  },
  180_000,
)
