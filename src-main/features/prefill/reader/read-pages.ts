import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { AnnotationMode, getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { drawPage, type PageFont } from './draw-page.ts'
import type { Box, PageContent, Widget } from '../../../platform/pdf/page-content.ts'

/** Number of pages to read. Applications have a few pages; further pages are terms and signatures. */
const MOST_PAGES = 10
const MOST_WIDGETS = 1_500
const LONGEST_NAME = 300
const LONGEST_VALUE = 1_000

type Document = Awaited<ReturnType<typeof getDocument>['promise']>
type Page = Awaited<ReturnType<Document['getPage']>>

/**
 * Reads what the first pages of a PDF show: the visible characters with their positions, lines, and form fields. Throws `PageTooLarge` for a
 * page with more content than a form has. Runs in a worker with limits.
 */
export async function readPages(bytes: Uint8Array): Promise<PageContent[]> {
  // Without this global variable, pdfjs loads its worker from a separate file, which the app's bundle does not contain.
  Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } })
  const task = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
  })
  const document = await task.promise
  const pages: PageContent[] = []
  for (let number = 1; number <= Math.min(MOST_PAGES, document.numPages); number++) {
    const page = await document.getPage(number)
    pages.push(await readPage(document, page))
    page.cleanup()
  }
  await task.destroy()
  return pages
}

async function readPage(document: Document, page: Page): Promise<PageContent> {
  const [instructions, layers, annotations] = await Promise.all([
    page.getOperatorList({ annotationMode: AnnotationMode.ENABLE }),
    document.getOptionalContentConfig(),
    page.getAnnotations({ intent: 'display' }),
  ])
  const fonts = new Map<string, PageFont>()
  const fontOf = (name: string) => {
    const font = fonts.get(name) ?? readFont(page, name)
    fonts.set(name, font)
    return font
  }
  const drawTurned = (turn: number) => {
    const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + turn) % 360 })
    const { transform, width, height } = viewport
    const isLayerVisible = (id: unknown) => layers.isVisible(id)
    const shape = { transform, width, height, fontOf, isLayerVisible }
    return { viewport, ...drawPage(instructions, shape) }
  }
  // A page can be stored sideways, for example by a scanner. Read it in the direction of most of its text.
  const upright = drawTurned(0)
  const [best = upright] =
    upright.turned > 4 * upright.glyphs.length
      ? [90, 180, 270].map(drawTurned).toSorted((one, other) => other.glyphs.length - one.glyphs.length)
      : [upright]
  const { viewport, pictured, turned: _, ...drawn } = best
  const { width, height } = viewport
  const toBox = (rect: number[]): Box | null => {
    const [x1 = NaN, y1 = NaN] = viewport.convertToViewportPoint(rect[0] ?? NaN, rect[1] ?? NaN)
    const [x2 = NaN, y2 = NaN] = viewport.convertToViewportPoint(rect[2] ?? NaN, rect[3] ?? NaN)
    if (![x1, y1, x2, y2].every(Number.isFinite)) return null
    return { x1: Math.min(x1, x2), y1: Math.min(y1, y2), x2: Math.max(x1, x2), y2: Math.max(y1, y2) }
  }
  return {
    page: page.pageNumber,
    width,
    height,
    ...drawn,
    widgets: widgetsOf(annotations as Annotation[], drawn.glyphs, toBox),
    isPicture: pictured > 0.5,
    toPdf: ({ x1, y1, x2, y2 }) => {
      const [a = 0, b = 0] = viewport.convertToPdfPoint(x1, y2)
      const [c = 0, d = 0] = viewport.convertToPdfPoint(x2, y1)
      return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
    },
  }
}

function readFont(page: Page, id: string): PageFont {
  if (!page.commonObjs.has(id)) return { scale: 0.001, isDingbats: false, isBold: false }
  const { fontMatrix, loadedName, name, bold, black } = page.commonObjs.get(id) as {
    fontMatrix?: number[]
    loadedName?: unknown
    name?: unknown
    bold?: unknown
    black?: unknown
  }
  const [scale] = fontMatrix ?? []
  return {
    scale: typeof scale === 'number' && scale > 0 ? scale : 0.001,
    isDingbats: textOf(loadedName) === 'ZapfDingbats',
    isBold: bold === true || black === true || /bold|black|heavy|demi|[-,]bd/i.test(textOf(name)),
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
  glyphs: readonly { text: string; annotation: string | null }[],
  toBox: (rect: number[]) => Box | null,
): Widget[] {
  const shown = new Map<string, string>()
  for (const { text, annotation } of glyphs)
    if (annotation !== null) shown.set(annotation, (shown.get(annotation) ?? '') + text)
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
      const value = textOf(annotation.fieldValue)
      const isChecked = own !== '' && own !== 'Off' && value === own
      return [{ ...about, value: own.slice(0, LONGEST_NAME), kind: isChecked ? 'checked' : 'unchecked' }]
    }
    if (fieldType !== 'Tx' && fieldType !== 'Ch') return []
    const value = chosenText(annotation).trim()
    // A form field can store another value than the one that the page shows. Such a value is not used.
    const appearance = shown.get(String(annotation.id))
    const isShown = appearance === undefined || bare(appearance) === bare(value)
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
