import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createWorker } from 'tesseract.js'
import type { Recognizer, RecognizedWord } from './statement-words.ts'
import type { RecognitionFiles } from './host-protocol.ts'
import { cut, type GrayPicture, scaleAt, toPgm } from './gray-picture.ts'

/** Modes of page segmentation: one uniform block, and one text line. */
const BLOCK = '6'
const ONE_LINE = '7'
/** Resolution at which a part of a line is read alone. */
const PART_DPI = 400
const WHOLE = { x0: 0, y0: 0, x1: Number.POSITIVE_INFINITY, y1: Number.POSITIVE_INFINITY }
/** The characters of amounts. */
const AMOUNT_CHARACTERS = '0123456789.,-()$+'

/** Longest time of one recognition, and of ending the recognition. A page takes about five seconds. */
const MOST_MS = 120_000
const CLOSING_MS = 5_000

/** Starts the recognition. Takes about a second and 150 MB, so start it only for files with pictures, and close it afterwards. */
export async function startRecognizer({ program, data }: RecognitionFiles): Promise<Recognizer<GrayPicture>> {
  const worker = await createWorker('eng', 1, {
    workerPath: program,
    langPath: data,
    gzip: true,
    cacheMethod: 'none',
    // Without it, tesseract.js throws errors of the recognition where nobody can catch them.
    errorHandler: nothing,
  })
  return {
    async words(original, dpi) {
      const picture = resized(original, dpi)
      await worker.setParameters({
        tessedit_pageseg_mode: BLOCK as never,
        tessedit_char_whitelist: '',
        preserve_interword_spaces: '1',
        user_defined_dpi: String(dpi),
      })
      collectGarbage()
      const reading = worker.recognize(toPgm(picture), {}, { blocks: true, text: false })
      const { data: page } = await within(MOST_MS, reading)
      const lines = (page.blocks ?? []).flatMap(({ paragraphs }) =>
        paragraphs.flatMap((paragraph) => paragraph.lines),
      )
      return { words: leveled(lines, picture), slope: picture.slope }
    },
    async part(page, box, isAmount, dpi = PART_DPI) {
      const picture = cut(page, box, factorTo(dpi, page))
      await worker.setParameters({
        tessedit_pageseg_mode: ONE_LINE as never,
        tessedit_char_whitelist: isAmount ? AMOUNT_CHARACTERS : '',
        user_defined_dpi: String(dpi),
      })
      const { data: line } = await within(MOST_MS, worker.recognize(toPgm(picture), {}, { text: true }))
      const text = isAmount ? line.text.replaceAll(/\s/g, '') : line.text.trim()
      return { text, confidence: line.confidence }
    },
    close: () => within(CLOSING_MS, worker.terminate()).then(nothing, nothing),
  }
}

const nothing = () => undefined

/** Rejects if a promise takes too long. The recognition runs in a thread of its own, which can end without an answer. */
async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the recognition of text does not answer')), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** Returns by how much a picture of a page must grow to have a resolution. */
function factorTo(dpi: number, { width, height, scale }: GrayPicture): number {
  return scaleAt(dpi, width / scale, height / scale) / scale
}

function resized(picture: GrayPicture, dpi: number): GrayPicture {
  const factor = factorTo(dpi, picture)
  return Math.abs(factor - 1) < 0.02 ? picture : cut(picture, WHOLE, factor)
}

interface RecognizedLine {
  baseline: { x0: number; y0: number; x1: number; y1: number }
  words: { text: string; confidence: number; bbox: { x0: number; y0: number; x1: number; y1: number } }[]
}

/** Converts pixels to points, and turns the page so that its lines are level. */
function leveled(lines: readonly RecognizedLine[], { scale, width }: GrayPicture): RecognizedWord[] {
  const long = lines.filter(({ baseline }) => baseline.x1 - baseline.x0 > width * 0.3)
  const slopes = long
    .map(({ baseline: { x0, y0, x1, y1 } }) => (y1 - y0) / (x1 - x0))
    .toSorted((one, other) => one - other)
  const slope = slopes[Math.floor(slopes.length / 2)] ?? 0
  return lines.flatMap(({ words, baseline }) => {
    const middle = (baseline.x0 + baseline.x1) / 2
    const level = (baseline.y0 + baseline.y1) / 2 - slope * middle
    const heights = words.map(({ bbox }) => bbox.y1 - bbox.y0).toSorted((one, other) => one - other)
    // Capitals and digits are about 0.72 of the size of a font.
    const size = (heights[Math.floor(heights.length / 2)] ?? 10) / 0.72 / scale
    return words.flatMap(({ text, confidence, bbox }) =>
      text.trim() === ''
        ? []
        : [
            {
              text: text.trim(),
              confidence,
              x0: bbox.x0 / scale,
              x1: bbox.x1 / scale,
              y: level / scale,
              size,
              font: 'picture',
            },
          ],
    )
  })
}

/**
 * Frees memory that is no longer used, at once. The pictures of a page have some 10 MB each, and Node would free them only when several
 * pages have gathered.
 */
function collectGarbage(): void {
  collect ??= exposed()
  collect()
}

let collect: (() => void) | null = null

function exposed(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
