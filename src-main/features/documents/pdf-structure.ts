import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject } from '@cantoo/pdf-lib'
import type { PageLoss } from '../../../src-shared/features/documents/document.ts'

/** Facts about a PDF that its text does not show. */
export interface PdfStructure {
  /** True for a PDF that is only the cover of other files. */
  isPortfolio: boolean
  /** True for a form with fields for signatures, none of which is signed. */
  isUnsigned: boolean
  losses: PageLoss[]
}

/** Limits of the walk through the form fields, because a PDF from outside can contain loops. */
const MOST_FIELDS = 5_000
const DEEPEST_FIELD = 16

/** Reads the structure of a PDF. Parts of it that are damaged count as missing. */
export function structureOf(document: PDFDocument): PdfStructure {
  const { catalog } = document
  const form = dictAt(catalog, 'AcroForm')
  const widgets = document.getPages().flatMap(({ node }) => annotationsOf(node).filter(isWidget))
  const fields = form === null ? [] : fieldsIn(form)
  const signatures = [...fields, ...widgets.map((widget) => ({ dict: widget, type: typeOf(widget) }))].filter(
    ({ type }) => type === SIGNATURE,
  )
  const isSigned = signatures.some(({ dict }) => valueOf(dict) instanceof PDFDict)
  const names = dictAt(catalog, 'Names')
  return {
    isPortfolio: dictAt(catalog, 'Collection') !== null,
    isUnsigned: signatures.length > 0 && !isSigned,
    losses: [
      ...(widgets.some((widget) => typeOf(widget) !== SIGNATURE) ? (['form_fields'] as const) : []),
      ...(isSigned ? (['signature'] as const) : []),
      ...(names !== null && dictAt(names, 'EmbeddedFiles') !== null ? (['attachments'] as const) : []),
    ],
  }
}

const SIGNATURE = PDFName.of('Sig')

/** Returns the annotations of a page: its notes, links, and form fields. */
export function annotationsOf(page: PDFDict): PDFDict[] {
  const list = page.lookup(PDFName.of('Annots'))
  return list instanceof PDFArray ? dictsIn(list) : []
}

export function isWidget(annotation: PDFDict): boolean {
  return annotation.lookup(PDFName.of('Subtype')) === PDFName.of('Widget')
}

export function dictAt(dict: PDFDict, key: string): PDFDict | null {
  const found = dict.lookup(PDFName.of(key))
  return found instanceof PDFDict ? found : null
}

function dictsIn(list: PDFArray): PDFDict[] {
  return Array.from({ length: list.size() }, (_, at) => list.lookup(at)).filter(
    (one) => one instanceof PDFDict,
  )
}

const typeOf = (field: PDFDict) => inherited(field, 'FT')

/** Returns the value of a form field, or undefined if it is not filled in. */
export const valueOf = (field: PDFDict) => inherited(field, 'V')

/** Returns a property of a field. A part of a field has the properties of the field. */
function inherited(field: PDFDict, key: string): PDFObject | undefined {
  let at: PDFDict | null = field
  for (let depth = 0; at !== null && depth < DEEPEST_FIELD; depth++) {
    const found = at.lookup(PDFName.of(key))
    if (found !== undefined) return found
    at = dictAt(at, 'Parent')
  }
  return undefined
}

function fieldsIn(form: PDFDict): { dict: PDFDict; type: PDFObject | undefined }[] {
  const found = new Set<PDFDict>()
  const walk = (list: PDFObject | undefined, depth: number) => {
    if (!(list instanceof PDFArray) || depth > DEEPEST_FIELD) return
    for (const dict of dictsIn(list)) {
      if (found.has(dict) || found.size >= MOST_FIELDS) continue
      found.add(dict)
      walk(dict.lookup(PDFName.of('Kids')), depth + 1)
    }
  }
  walk(form.lookup(PDFName.of('Fields')), 0)
  return [...found].map((dict) => ({ dict, type: typeOf(dict) }))
}
