import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as Library from '@napi-rs/canvas'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Picture } from './compare-pictures.ts'
import type { Instructions } from './drawing.ts'

/** Draws pages as the viewer does: with pdfjs. The canvas is loaded only for a page that must be looked at. */

/** Tells which operations of a page are drawn, and can change the list of them. */
export type Filter = (at: number, list: Instructions) => boolean

let library: typeof Library | null = null

/** True while the next canvas is the paper of a page. */
let isNextPaper = false

class TooSlow extends Error {}

/**
 * Draws a page on white. Returns null if it is not drawn at `end`, in milliseconds since 1970. pdfjs does not mix colors with the paper. With
 * `isPaperMixed`, they are mixed.
 */
export async function drawPicture(
  page: PDFPageProxy,
  { scale, rotation }: { scale: number; rotation: number },
  end: number,
  { isDrawn, isPaperMixed = false }: { isDrawn?: Filter; isPaperMixed?: boolean } = {},
): Promise<Picture | null> {
  library ??= await import('@napi-rs/canvas')
  // pdfjs looks for these classes of the browser in global variables.
  const { DOMMatrix, Path2D, ImageData } = library
  for (const [name, value] of Object.entries({ DOMMatrix, Path2D, ImageData }))
    if (!(name in globalThis)) Object.assign(globalThis, { [name]: value })
  const viewport = page.getViewport({ scale, rotation })
  const canvas = library.createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  isNextPaper = isPaperMixed
  try {
    await page.render({
      canvas: canvas as never,
      viewport,
      operationsFilter(at: number, list: Instructions) {
        if (Date.now() > end) throw new TooSlow()
        return isDrawn?.(at, list) ?? true
      },
    }).promise
  } catch (error) {
    if (error instanceof TooSlow) return null
    throw error
  }
  return { width: canvas.width, height: canvas.height, data: canvas.data() }
}

/**
 * Returns the settings with which pdfjs opens a PDF to draw it. `parts` is the folder of what pdfjs loads when a PDF needs it, with a folder for
 * each kind: the standard fonts, the maps of characters, and the decoders of scanned pictures.
 */
export const settingsToDraw = (parts: string) => ({
  disableFontFace: true,
  useSystemFonts: false,
  standardFontDataUrl: 'standard_fonts/',
  cMapUrl: 'cmaps/',
  wasmUrl: 'wasm/',
  BinaryDataFactory: partsIn(parts),
  useWorkerFetch: false,
  CanvasFactory: Canvases,
  FilterFactory: NoFilters,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  // With a limit, pdfjs would leave larger pictures out, and nobody would notice what they cover.
  maxImageSize: -1,
})

/** Makes the canvases on which pdfjs draws groups, masks, and patterns. */
class Canvases {
  create(width: number, height: number) {
    if (library === null) throw new Error('no page is drawn')
    const canvas = library.createCanvas(width, height)
    const context = canvas.getContext('2d')
    if (isNextPaper) {
      context.fillStyle = '#fff'
      context.fillRect(0, 0, width, height)
    }
    isNextPaper = false
    return { canvas, context }
  }

  getNoAlphaContext(canvas: Library.Canvas) {
    return canvas.getContext('2d', { alpha: false })
  }

  reset({ canvas }: { canvas: Library.Canvas }, width: number, height: number) {
    canvas.width = width
    canvas.height = height
  }

  destroy({ canvas }: { canvas: Library.Canvas }) {
    canvas.width = canvas.height = 0
  }
}

/** Filters are a feature of browsers. Without them, pdfjs calculates masks pixel by pixel. */
class NoFilters {
  addFilter = none
  addHCMFilter = none
  addAlphaFilter = none
  addLuminosityFilter = none
  addKnockoutFilter = none
  addHighlightHCMFilter = none
  destroy() {}
}

const none = () => 'none'

const FOLDERS = { standardFontDataUrl: 'standard_fonts', cMapUrl: 'cmaps', wasmUrl: 'wasm' }
/** Returns what loads the parts of pdfjs from a folder. */
const partsIn = (folder: string) =>
  class {
    async fetch({ kind, filename }: { kind: keyof typeof FOLDERS; filename: string }): Promise<Uint8Array> {
      return new Uint8Array(await readFile(join(folder, FOLDERS[kind], filename)))
    }
  }
