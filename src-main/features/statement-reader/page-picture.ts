import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as Library from '@napi-rs/canvas'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Picture } from './compare-pictures.ts'
import type { DrawOptions } from './seen-words.ts'

/** Draws pages as the viewer does: with pdfjs. The canvas is loaded only for a page that must be looked at. */

let library: typeof Library | null = null

/** True while the next canvas is the paper of a page. */
let isNextPaper = false

/**
 * Draws a page on white. `isDrawn` tells which of its operations are drawn. Viewers do not agree on whether colors mix with the paper. pdfjs
 * does not mix them. With `isPaperMixed`, they are.
 */
export async function pictureOfPage(
  page: PDFPageProxy,
  scale: number,
  { isDrawn, isPaperMixed = false }: DrawOptions = {},
): Promise<Picture> {
  library ??= await import('@napi-rs/canvas')
  // pdfjs looks for these classes of the browser in global variables.
  const { DOMMatrix, Path2D, ImageData } = library
  for (const [name, value] of Object.entries({ DOMMatrix, Path2D, ImageData }))
    if (!(name in globalThis)) Object.assign(globalThis, { [name]: value })
  const viewport = page.getViewport({ scale })
  const canvas = library.createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  isNextPaper = isPaperMixed
  await page.render({
    canvas: canvas as never,
    viewport,
    ...(isDrawn === undefined ? {} : { operationsFilter: isDrawn }),
  }).promise
  return { width: canvas.width, height: canvas.height, data: canvas.data() }
}

/** Makes the canvases on which pdfjs draws groups, masks, and patterns. */
export class Canvases {
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
export class NoFilters {
  addFilter = none
  addHCMFilter = none
  addAlphaFilter = none
  addLuminosityFilter = none
  addKnockoutFilter = none
  addHighlightHCMFilter = none
  destroy() {}
}

const none = () => 'none'

/** Returns what loads the standard fonts, which need not be part of a PDF, from a folder. */
export const fontsIn = (folder: string) =>
  class {
    async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
      return new Uint8Array(await readFile(join(folder, filename)))
    }
  }
