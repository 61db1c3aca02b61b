import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attachFiles, startApplication } from '../../build/demo/journey.ts'
import { chromiumOfElectron, findChromium } from '../../build/runtime/electron.mjs'
import { pageProblems } from '../support/chromium/show-in-chromium.ts'
import { Cleanup } from '../support/cleanup.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { hiddenByZoom, zoom } from '../support/e2e/wcag-checks.ts'
import { welcomingServer } from '../support/e2e/welcoming-server.ts'
import { pdf, stream } from '../support/raw-pdf.ts'

const { major, isChosen } = await findChromium()

/**
 * An image in the format JBIG2: 8 × 8 black pixels. It has two segments: the size of the page, and a region in the MMR coding, in which
 * each row after the first one is the same as the row above it.
 */
const JBIG2 = Buffer.from(
  '000000003000010000001300000008000000080000000000000000000000' +
    '000000012600010000001900000008000000080000000000000000000126a2fffe002002',
  'hex',
)

/** Writes a PDF with a JBIG2 image, and with text in a font that the PDF does not contain. */
async function writePdf(folder: string): Promise<string> {
  const path = join(folder, 'scan.pdf')
  const image = '/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 1/ColorSpace/DeviceGray'
  const content = 'BT /F1 24 Tf 72 700 Td (Alder Street) Tj ET q 300 0 0 300 72 200 cm /X Do Q'
  const bytes = pdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</X 6 0 R>>>>>>',
    stream(Buffer.from(content)),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    stream(JBIG2, `/Filter/JBIG2Decode${image}`),
  ])
  await writeFile(path, bytes)
  return path
}

// Checks what only the browser can change: its version, its content security policy, its fonts, and its zoom. The end-to-end tests, which
// run in the same project, check everything else.
describe('the page in Chromium', () => {
  const cleanup = new Cleanup()
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
  })
  afterAll(async () => {
    await environment.close()
    await cleanup.run()
  })

  it.skipIf(isChosen && major !== chromiumOfElectron())(
    'has the major version of the Chromium in the Electron that ships to users',
    async () => {
      const userAgent = await environment.page.evaluate<string>('navigator.userAgent')
      expect(Number(/Chrome\/(\d+)/.exec(userAgent)?.[1])).toBe(chromiumOfElectron())
    },
  )

  it('refuses code in the page and requests to other servers, and the tests notice each attempt', async () => {
    const { page } = environment
    const other = await welcomingServer(cleanup)
    await page.evaluate(`{
      const inline = document.createElement('script')
      inline.textContent = 'window.reached = true'
      const image = document.createElement('img')
      image.src = '${other.origin}/image'
      document.body.append(inline, image)
      inline.remove()
      image.remove()
      setTimeout('window.reached = true')
      void fetch('${other.origin}/events').catch(() => {})
    }`)
    const blocked = () =>
      pageProblems.flatMap((problem) => /policy blocked ([\w-]+)/.exec(problem)?.[1] ?? []).toSorted()
    await expect.poll(blocked).toEqual(['connect-src', 'img-src', 'script-src', 'script-src-elem'])
    pageProblems.length = 0
    expect(await page.evaluate('window.reached')).toBe(undefined)
    expect(other.asked).toEqual([])
  })

  it('draws the texts of its screens with the font that the theme names', async () => {
    const { page } = environment
    const session = await page.context().newCDPSession(page)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const fontsOf = async (selector: string) => {
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      return [...new Set(fonts.map(({ familyName }) => familyName))]
    }
    // Each selector finds an element that contains its text directly.
    for (const selector of ['h1', 'nav a [class*=label]', 'main button [class*=label]', '[data-environment]'])
      expect(await fontsOf(selector), selector).toEqual(['Inter'])
  })

  it('at a zoom of 200 % has twice as many pixels for each CSS pixel, and hides nothing', async () => {
    const { page } = environment
    await zoom(environment, 2)
    expect(await page.evaluate('devicePixelRatio')).toBe(2)
    await zoom(environment, 1)
    expect(await page.evaluate('devicePixelRatio')).toBe(1)
    expect(await hiddenByZoom(environment)).toEqual([])
  })

  it("draws a PDF with the app's own fonts and with the image decoder in WebAssembly", async () => {
    const { page, folder } = environment
    const loaded: string[] = []
    page.on('response', (response) => loaded.push(`${response.status()} ${response.url()}`))
    await startApplication(page)
    await attachFiles(page, [await writePdf(folder)])
    await page.getByRole('button', { name: 'Open scan.pdf' }).click()
    const viewer = page.getByRole('dialog', { name: 'scan.pdf' })
    await viewer.locator('[data-page="1"][data-drawn]').waitFor()
    expect(loaded).toContainEqual(expect.stringMatching(/^200 .*jbig2.*\.wasm$/))
    expect(await viewer.locator('[data-page="1"]').innerText()).toContain('Alder Street')
    const { image, text, faces } = await viewer.locator('[data-page="1"] canvas').evaluate((element) => {
      const canvas = element as HTMLCanvasElement
      const inked = (x: number, y: number, width: number, height: number) => {
        const scale = canvas.width / 612
        const { data } = canvas
          .getContext('2d')!
          .getImageData(x * scale, y * scale, width * scale, height * scale)
        const dark = data.filter((value, index) => index % 4 === 0 && value < 128)
        return dark.length / (data.length / 4)
      }
      return {
        image: inked(100, 320, 200, 200),
        text: inked(72, 70, 140, 30),
        faces: [...document.fonts].map(({ status }) => status),
      }
    })
    expect(image, 'share of black pixels in the image').toBe(1)
    expect(text, 'share of black pixels in the text').toBeGreaterThan(0.05)
    expect(faces).toContain('loaded')
    expect(faces).not.toContain('error')
  })
})
