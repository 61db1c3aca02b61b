import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PayloadProfile } from '../../../../src-shared/features/form/payload-profile.ts'
import type { ReadApplication } from '../../../platform/files/ports.ts'
import type { Sight } from '../../../platform/pdf/compare-pictures.ts'
import { PageTooLarge } from '../../../platform/pdf/drawing.ts'
import { isBoldOf } from '../../../platform/pdf/legible.ts'
import type { Box } from '../../../platform/pdf/shapes.ts'
import type { Glyph, PageContent, Widget } from './page-content.ts'
import { settingsToDraw } from '../../../platform/pdf/page-picture.ts'
import { lookAt } from '../../../platform/pdf/seen-words.ts'
import { readApplication } from './read-application.ts'
import { followForm, type FormWord, type PageFont } from './drawn-form.ts'

/** Number of pages to read. Applications have a few pages; further pages are terms and signatures. */
const MOST_PAGES = 10
const MOST_WIDGETS = 1_500
const LONGEST_NAME = 300
const LONGEST_VALUE = 1_000

type Document = Awaited<ReturnType<typeof getDocument>['promise']>
type Page = Awaited<ReturnType<Document['getPage']>>

/**
 * Reads the values of a form, fillable or printed, as a person sees them. `parts` is the folder of the parts of pdfjs. Throws `PageTooLarge`
 * for a page with more content than a form has, or one that takes too long to draw. Runs in a process with limits.
 */
export async function readForm(
  bytes: Uint8Array,
  parts: string,
  profile: PayloadProfile,
): Promise<ReadApplication> {
  // Without this global variable, pdfjs loads its worker from a separate file, which the app's bundle does not contain.
  Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } })
  const task = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    // The names of the fonts.
    fontExtraProperties: true,
    ...settingsToDraw(parts),
  })
  try {
    const document = await task.promise
    const pages: FormPage[] = []
    for (let number = 1; number <= Math.min(MOST_PAGES, document.numPages); number++)
      pages.push(await openPage(document, await document.getPage(number)))
    const drawn = pages.map(({ drawn: content }) => content)
    const values = readApplication(drawn, profile)
    // Drawing a page takes far longer than reading it. Pages after the last value are only instructions.
    const last = drawn.findLastIndex(
      ({ page, squares, widgets }) =>
        values.some((value) => value.page === page) ||
        squares.length > 0 ||
        widgets.some(({ kind }) => kind !== 'text'),
    )
    const seen: PageContent[] = []
    for (const page of pages.slice(0, last + 1)) seen.push(await page.look())
    const hasText = drawn.some(({ glyphs, widgets }) => glyphs.length > 0 || widgets.length > 0)
    return { text: hasText ? 'read' : 'picture', values: readApplication(seen, profile) }
  } finally {
    // The process that reads ends soon, and frees what could not be closed.
    await task.destroy().catch(() => undefined)
  }
}

interface FormPage {
  /** What the file draws, whether or not a person sees it. */
  drawn: PageContent
  /** Draws the page, and returns what a person sees of it. */
  look(): Promise<PageContent>
}

async function openPage(document: Document, page: Page): Promise<FormPage> {
  const [instructions, layers, annotations] = await Promise.all([
    page.getOperatorList(),
    document.getOptionalContentConfig(),
    page.getAnnotations({ intent: 'display' }),
  ])
  const fonts = new Map<string, PageFont>()
  const fontOf = (name: string) => {
    const font = fonts.get(name) ?? readFont(page, name)
    fonts.set(name, font)
    return font
  }
  const followTurned = (turn: number) => {
    const rotation = (page.rotate + turn) % 360
    const viewport = page.getViewport({ scale: 1, rotation })
    const { transform, width, height } = viewport
    const isLayerVisible = (id: unknown) => layers.isVisible(id)
    const drawn = followForm(instructions, { transform, width, height, fontOf, isLayerVisible })
    return {
      rotation,
      viewport,
      ...drawn,
      read: drawn.words.reduce((sum, { cells }) => sum + cells.length, 0),
    }
  }
  // A page can be stored sideways, for example by a scanner. Read it in the direction of most of its text.
  const upright = followTurned(0)
  const [best = upright] =
    upright.turned > 4 * upright.read
      ? [90, 180, 270].map(followTurned).toSorted((one, other) => other.read - one.read)
      : [upright]
  const { rotation, viewport, words, horizontal, vertical, squares } = best
  const { width, height } = viewport
  const toBox = (rect: number[]): Box | null => {
    const [x1 = NaN, y1 = NaN] = viewport.convertToViewportPoint(rect[0] ?? NaN, rect[1] ?? NaN)
    const [x2 = NaN, y2 = NaN] = viewport.convertToViewportPoint(rect[2] ?? NaN, rect[3] ?? NaN)
    if (![x1, y1, x2, y2].every(Number.isFinite)) return null
    return { x1: Math.min(x1, x2), y1: Math.min(y1, y2), x2: Math.max(x1, x2), y2: Math.max(y1, y2) }
  }
  const contentOf = (sightOf: (word: FormWord) => Sight, isMarked: (box: Box) => boolean): PageContent => {
    const glyphs = onceEach(words).flatMap((word): Glyph[] => {
      const { fault, hidden } = sightOf(word)
      return word.letters.flatMap((letter, at) => (hidden.includes(at) ? [] : [{ ...letter, fault }]))
    })
    return {
      page: page.pageNumber,
      width,
      height,
      glyphs,
      horizontal,
      vertical,
      squares: squares.map((box) => ({ box, isMarked: isMarked(box) })),
      widgets: widgetsOf(annotations as Annotation[], glyphs, toBox, isMarked),
      toPdf: ({ x1, y1, x2, y2 }) => {
        const [a = 0, b = 0] = viewport.convertToPdfPoint(x1, y2)
        const [c = 0, d = 0] = viewport.convertToPdfPoint(x2, y1)
        return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
      },
    }
  }
  return {
    drawn: contentOf(
      () => ({ fault: null, hidden: [] }),
      () => false,
    ),
    async look() {
      const look = await lookAt(page, instructions, words, () => true, rotation)
      if (look === null) throw new PageTooLarge()
      page.cleanup()
      return contentOf(
        (word) => look.sightOf(word),
        ({ x1, y1, x2, y2 }) => look.isMarked([x1, y1, x2, y2]),
      )
    },
  }
}

/** Leaves out a word that is drawn a second time at nearly the same place, as imitated bold type. */
function onceEach(words: readonly FormWord[]): FormWord[] {
  const known = new Map<string, FormWord[]>()
  return words.filter((one) => {
    const same = known.get(one.word.text) ?? []
    known.set(one.word.text, [...same, one])
    return !same.some((other) => isBoldOf(one.word, other.word))
  })
}

function readFont(page: Page, id: string): PageFont {
  if (!page.commonObjs.has(id)) return { scale: 0.001, isDingbats: false, isBold: false, isVertical: false }
  const { fontMatrix, name, bold, black, vertical } = page.commonObjs.get(id) as {
    fontMatrix?: number[]
    name?: unknown
    bold?: unknown
    black?: unknown
    vertical?: unknown
  }
  const [scale] = fontMatrix ?? []
  return {
    scale: typeof scale === 'number' && scale > 0 ? scale : 0.001,
    isDingbats: /\bZapfDingbats$/.test(textOf(name)),
    isBold: bold === true || black === true || /bold|black|heavy|demi|[-,]bd/i.test(textOf(name)),
    isVertical: vertical === true,
  }
}

/** The parts of an annotation that pdfjs returns for a form field. None of them can be trusted to have its usual type. */
interface Annotation {
  id: unknown
  subtype: unknown
  fieldType?: unknown
  fieldName?: unknown
  alternativeText?: unknown
  fieldValue?: unknown
  exportValue?: unknown
  buttonValue?: unknown
  checkBox?: unknown
  radioButton?: unknown
  hidden?: unknown
  rect: unknown
  options?: unknown
}

function widgetsOf(
  annotations: readonly Annotation[],
  glyphs: readonly Glyph[],
  toBox: (rect: number[]) => Box | null,
  isMarked: (box: Box) => boolean,
): Widget[] {
  const shown = new Map<string, string>()
  // A character that nobody can have typed stands for a word that is not clear.
  for (const { text, annotation, fault } of glyphs)
    if (annotation !== null)
      shown.set(annotation, (shown.get(annotation) ?? '') + (fault === null ? text : '\0'))
  return annotations.slice(0, MOST_WIDGETS).flatMap((annotation): Widget[] => {
    const { subtype, fieldType, hidden, rect } = annotation
    if (subtype !== 'Widget' || hidden === true || !Array.isArray(rect)) return []
    const box = toBox(rect.map(Number))
    if (box === null || box.x2 - box.x1 < 3 || box.y2 - box.y1 < 3) return []
    const about = {
      box,
      name: textOf(annotation.fieldName).slice(0, LONGEST_NAME),
      tooltip: textOf(annotation.alternativeText).slice(0, LONGEST_NAME),
    }
    if (fieldType === 'Btn') {
      if (annotation.checkBox !== true && annotation.radioButton !== true) return []
      const own = textOf(annotation.checkBox === true ? annotation.exportValue : annotation.buttonValue)
      return [{ ...about, value: own.slice(0, LONGEST_NAME), kind: isMarked(box) ? 'checked' : 'unchecked' }]
    }
    if (fieldType !== 'Tx' && fieldType !== 'Ch') return []
    const value = chosenText(annotation).trim()
    // A form field can store another value than the one that the page shows. Such a value is not used.
    const isShown = bare(shown.get(String(annotation.id)) ?? '') === bare(value)
    return value.length > LONGEST_VALUE || !isShown ? [] : [{ ...about, value, kind: 'text' }]
  })
}

/** Returns the text of a field. For a list, returns the text of the chosen entry, which can differ from its stored value. */
function chosenText({ fieldValue, options }: Annotation): string {
  const chosen = Array.isArray(fieldValue)
    ? fieldValue.length === 1
      ? textOf(fieldValue[0])
      : ''
    : textOf(fieldValue)
  if (!Array.isArray(options)) return chosen
  const entry = (options as { exportValue?: unknown; displayValue?: unknown }[]).find(
    ({ exportValue }) => exportValue === chosen,
  )
  return textOf(entry?.displayValue) || chosen
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function bare(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, '')
}
