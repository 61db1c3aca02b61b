import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  PDFBool,
  type PDFPage,
  PDFRef,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import { annotationsOf, dictAt, isWidget, valueOf } from './pdf-structure.ts'

/** Flags of annotations that no program shows: hidden, and not on the screen. */
const INVISIBLE = 2 | 32

/**
 * Makes the form fields and signatures of all pages part of the pages, as they look. Throws if a field has a value that the library cannot
 * draw.
 */
export async function flattenFields(document: PDFDocument): Promise<void> {
  const form = dictAt(document.catalog, 'AcroForm')
  const pages = document
    .getPages()
    .map((page) => ({ page, widgets: annotationsOf(page.node).filter(isWidget) }))
  if (form !== null)
    await drawMissingAppearances(
      document,
      form,
      pages.flatMap(({ widgets }) => widgets),
    )
  for (const { page, widgets } of pages) {
    if (widgets.length === 0) continue
    for (const widget of widgets) drawWidget(page, widget, form)
    const list = page.node.lookup(PDFName.of('Annots'), PDFArray)
    for (let at = list.size() - 1; at >= 0; at--) {
      const annotation = list.lookup(at)
      if (annotation instanceof PDFDict && isWidget(annotation)) list.remove(at)
    }
  }
}

/** Some programs fill in a form and leave it to the next program to draw the values. */
async function drawMissingAppearances(
  document: PDFDocument,
  form: PDFDict,
  widgets: PDFDict[],
): Promise<void> {
  const isStale = form.lookup(PDFName.of('NeedAppearances')) === PDFBool.True
  if (!widgets.some((widget) => valueOf(widget) !== undefined && (isStale || appearanceOf(widget) === null)))
    return
  const fields = document.getForm()
  if (isStale)
    for (const field of fields.getFields()) {
      const type = field.acroField.getInheritableAttribute(PDFName.of('FT'))
      if (type === PDFName.of('Tx') || type === PDFName.of('Ch')) fields.markFieldAsDirty(field.ref)
    }
  fields.updateFieldAppearances()
  // Writes the font of the new appearances into the document.
  await document.flush()
}

function drawWidget(page: PDFPage, widget: PDFDict, form: PDFDict | null): void {
  const flags = widget.lookup(PDFName.of('F'))
  if (flags instanceof PDFNumber && (flags.asNumber() & INVISIBLE) !== 0) return
  const ref = appearanceOf(widget)
  const stream = ref === null ? undefined : widget.context.lookup(ref)
  if (ref === null || !(stream instanceof PDFStream)) return
  const { dict } = stream
  dict.set(PDFName.of('Subtype'), PDFName.of('Form'))
  const shared = form === null ? null : dictAt(form, 'DR')
  if (!dict.has(PDFName.of('Resources')) && shared !== null) dict.set(PDFName.of('Resources'), shared)
  const placed = placement(numbersAt(widget, 'Rect'), numbersAt(dict, 'BBox'), numbersAt(dict, 'Matrix'))
  if (placed === null) return
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...placed),
    drawObject(page.node.newXObject('Field', ref)),
    popGraphicsState(),
  )
}

/** Returns the stream that draws a field in its present state, for example a checked box. */
function appearanceOf(widget: PDFDict): PDFRef | null {
  const normal = dictAt(widget, 'AP')?.get(PDFName.of('N'))
  if (normal === undefined) return null
  const found = widget.context.lookup(normal)
  if (!(found instanceof PDFDict)) return normal instanceof PDFRef ? normal : null
  const state = widget.lookup(PDFName.of('AS'))
  const ref = state instanceof PDFName ? found.get(state) : undefined
  return ref instanceof PDFRef ? ref : null
}

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]

/** Returns the matrix that fits an appearance into the rectangle of its field (ISO 32000-1, 12.5.5), or null if either has no area. */
function placement(rect: number[], box: number[], matrix: number[]): Matrix | null {
  const [a, b, c, d, e, f] = (matrix.length === 6 ? matrix : [1, 0, 0, 1, 0, 0]) as Matrix
  if (rect.length !== 4 || box.length !== 4) return null
  const [x1, y1, x2, y2] = box as [number, number, number, number]
  const corners = [
    [x1, y1],
    [x2, y1],
    [x1, y2],
    [x2, y2],
  ] as const
  const across = corners.map(([x, y]) => a * x + c * y + e)
  const up = corners.map(([x, y]) => b * x + d * y + f)
  const [left, bottom] = [Math.min(...across), Math.min(...up)]
  const [width, height] = [Math.max(...across) - left, Math.max(...up) - bottom]
  const [rx1, ry1, rx2, ry2] = rect as [number, number, number, number]
  if (width === 0 || height === 0) return null
  const [scaleX, scaleY] = [Math.abs(rx2 - rx1) / width, Math.abs(ry2 - ry1) / height]
  return [scaleX, 0, 0, scaleY, Math.min(rx1, rx2) - left * scaleX, Math.min(ry1, ry2) - bottom * scaleY]
}

function numbersAt(dict: PDFDict, key: string): number[] {
  const list = dict.lookup(PDFName.of(key))
  if (!(list instanceof PDFArray)) return []
  return Array.from({ length: list.size() }, (_, at) => list.lookup(at)).flatMap((one) =>
    one instanceof PDFNumber ? [one.asNumber()] : [],
  )
}
