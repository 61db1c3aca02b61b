import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import type { StatementPage } from '../../../src-main/features/statement-reader/statement-words.ts'
import type { Dice } from './ledger.ts'
import { type PagePicture, pdfOf, wordOperations } from './statement-pdf.ts'

/** Draws generated statements as a scanner sees them: slightly turned, gray, noisy, and compressed. */

const FONT = 'Scanned'
/** Resolution of the pictures, in pixels per point (200 dpi). */
const SCALE = 200 / 72

function useFont(): void {
  if (GlobalFonts.has(FONT)) return
  const { resolve } = createRequire(import.meta.url)
  const fonts = join(dirname(resolve('pdfjs-dist/package.json')), 'standard_fonts')
  GlobalFonts.registerFromPath(join(fonts, 'LiberationSans-Regular.ttf'), FONT)
}

/** Draws a page as a scan. */
export async function scanOf({ width, height, words }: StatementPage, dice: Dice): Promise<PagePicture> {
  useFont()
  const canvas = createCanvas(Math.round(width * SCALE), Math.round(height * SCALE))
  const context = canvas.getContext('2d')
  const paper = dice.int(222, 250)
  context.fillStyle = `rgb(${paper},${paper},${paper})`
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate(((dice.next() - 0.5) * 2.4 * Math.PI) / 180)
  context.translate(-canvas.width / 2, -canvas.height / 2)
  context.fillStyle = 'rgb(35,35,35)'
  for (const { text, x0, x1, y, size } of words) {
    context.font = `${size * SCALE}px ${FONT}`
    const natural = context.measureText(text).width
    context.save()
    context.translate(x0 * SCALE, y * SCALE)
    context.scale(Math.min(1.05, ((x1 - x0) * SCALE) / Math.max(1, natural)), 1)
    context.fillText(text, 0, 0)
    context.restore()
  }
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
  for (let at = 0; at < pixels.data.length; at += 4) {
    const value = (pixels.data[at] ?? 0) + (dice.next() - 0.5) * 24
    pixels.data[at] = pixels.data[at + 1] = pixels.data[at + 2] = value
  }
  context.putImageData(pixels, 0, 0)
  return { jpeg: await canvas.encode('jpeg', 70), width: canvas.width, height: canvas.height }
}

/** Makes a PDF of pictures. With `layer`, an invisible text with these words lies over them. */
export async function scannedPdf(
  pages: readonly StatementPage[],
  dice: Dice,
  layer?: readonly StatementPage[],
): Promise<Buffer> {
  const drawn = []
  for (const [at, page] of pages.entries()) {
    const { width, height } = page
    const operations = layer === undefined ? '' : wordOperations(layer[at]?.words ?? [], height, 3)
    drawn.push({ width, height, operations, picture: await scanOf(page, dice) })
  }
  return pdfOf(drawn)
}
