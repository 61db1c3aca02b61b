import type { Label, LabelReader } from './labels.ts'
import type { Target } from './labels.ts'
import type { Box } from '../../../platform/pdf/shapes.ts'
import { around, type PageContent, type Widget } from './page-content.ts'
import type { Piece } from './page-layout.ts'
import { inRows, labelOfField, labelsAreBelow, type Fits } from './pair-values.ts'
import { cellAt, PARTS } from './segments.ts'

/** A text field of a fillable PDF, with the meaning of its names and of the label printed next to it. */
export interface NamedField {
  widget: Widget
  /** Represents the field among the labels of the page. */
  piece: Piece
  /** The label printed beside the field, or null if there is none. */
  printed: Piece | null
}

/** Finds out what the text fields of a page ask for. Leaves out a field whose names contradict each other. */
export function nameFields(
  content: PageContent,
  pieces: readonly Piece[],
  reader: LabelReader,
  fits: Fits,
): NamedField[] {
  const fields = joinWidgets(content.widgets.filter(({ kind }) => kind === 'text'))
  const boxes = content.widgets.map(({ box }) => box)
  const answered = fields.filter(({ value }) => value !== '')
  const areBelow = labelsAreBelow(
    answered.map(({ box, value }) => ({ box, text: value })),
    pieces,
    fits,
  )
  const rows = new Map(inRows(fields, pieces, ({ value }) => value, fits).map((cell) => [cell.place, cell]))
  return fields.flatMap((widget): NamedField[] => {
    const cell = rows.get(widget)
    const beside = cell?.label ?? labelOfField(widget.box, pieces, boxes, areBelow)?.label ?? null
    const shown = [
      widget.tooltip === '' ? null : reader.label(widget.tooltip),
      cell === undefined ? (beside?.label ?? null) : ofRow(cell),
    ]
    // The number of "Address_2" can mean the second line of an address, or the second address of the form.
    const names = [widget.name, widget.name.replace(/[ _]\d$/, '')]
    const [label = null] = names.flatMap((name) => agreed(labelOfName(name, reader), ...shown) ?? [])
    if (label === null) return []
    return [
      {
        widget,
        piece: pieceOf((cell === undefined ? beside?.box : null) ?? widget.box, content, label),
        printed: beside,
      },
    ]
  })
}

/** Returns the meaning of the heading of a column for one row of a table of owners. */
function ofRow({ label, row }: { label: Piece; row: number }): Label {
  const targets = (label.label?.targets ?? []).filter(({ party }) => party === 'owner')
  return { targets, party: 'owner', row, isGeneric: false, isCertain: label.label?.isCertain === true }
}

function pieceOf(box: Box, content: PageContent, label: Label): Piece {
  return {
    text: '',
    box,
    style: '',
    size: Math.min(12, box.y2 - box.y1),
    glyphs: [],
    kind: 'label',
    label,
    heading: null,
    inline: null,
    cell: cellAt(content, box),
    isTaken: false,
  }
}

/** The widest gap between the parts of a number in separate fields, in points. */
const WIDEST_GAP = 20

/** Joins the fields in which a form asks for the parts or the digits of one number. */
function joinWidgets(widgets: readonly Widget[]): Widget[] {
  const sorted = widgets.toSorted((one, other) =>
    Math.abs(one.box.y2 - other.box.y2) < 3 ? one.box.x1 - other.box.x1 : one.box.y2 - other.box.y2,
  )
  const runs: Widget[][] = []
  for (const widget of sorted) {
    const last = runs.at(-1)?.at(-1)
    const isNext =
      last !== undefined &&
      Math.abs(last.box.y2 - widget.box.y2) < 3 &&
      Math.abs(last.box.y1 - widget.box.y1) < 3 &&
      widget.box.x1 - last.box.x2 > -3 &&
      widget.box.x1 - last.box.x2 < WIDEST_GAP &&
      [last, widget].every(({ value }) => /^\d{1,7}$/.test(value))
    if (isNext) runs.at(-1)?.push(widget)
    else runs.push([widget])
  }
  return runs.flatMap((run): Widget[] => {
    const [first] = run as [Widget]
    const separator = PARTS[run.map(({ value }) => value.length).join(',')]
    if (run.length === 1 || separator === undefined) return run
    const value = run.map((one) => one.value).join(separator)
    return [{ ...first, name: '', tooltip: '', value, box: around(run.map(({ box }) => box)) }]
  })
}

/**
 * Returns the meaning on which the name, the tooltip, and the printed label of a field agree. Null if none is known, or if two of them
 * contradict each other.
 */
function agreed(name: Label | null, ...others: readonly (Label | null)[]): Label | null {
  const shown = others.filter((label) => label !== null)
  // A name such as "Amount" says less than the label "Amount requested" beside it.
  const isVague = name !== null && name.targets.length === 0 && name.party === null && shown.length > 0
  const known = name === null || isVague ? shown : [name, ...shown]
  const [first, ...rest] = known
  if (first === undefined || known.some(({ targets }) => targets.length === 0)) return null
  let { targets, party, row } = first
  for (const other of rest) {
    targets = targets.filter((target) => other.targets.some((one) => isSameTarget(one, target)))
    if (targets.length === 0 || clash(party, other.party) || clash(row, other.row)) return null
    party ??= other.party
    row ??= other.row
  }
  return {
    targets,
    party,
    row,
    isGeneric: known.every(({ isGeneric }) => isGeneric),
    isCertain: known.some(({ isCertain }) => isCertain),
  }
}

function isSameTarget(one: Target, other: Target): boolean {
  return one.path === other.path
}

function clash(one: unknown, other: unknown): boolean {
  return one !== null && other !== null && one !== other
}

/** Words in the names of form fields that say nothing about their meaning. */
const NOISE =
  /^(?:txt|text|field|fld|input|tb|str|form|page|subform|topmost|topmostsubform|untitled|undefined|value|fill|box)$/i

/** Returns the meaning of a field's name, such as `form1[0].Owner2[0].txtFirstName[0]`. */
export function labelOfName(name: string, reader: LabelReader): Label | null {
  const parts = name
    .replaceAll(/\[\d+\]|#\w+/g, '')
    .split('.')
    .slice(-4)
    .map(withoutNoise)
    .filter((part) => part !== '')
  for (let from = 0; from < parts.length; from++) {
    const text = parts.slice(from).join(' ')
    const label = reader.exact(text) ?? numberedLabel(text, reader)
    if (label !== null) return label
  }
  return null
}

function withoutNoise(part: string): string {
  return part
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_\-:/]+/g, ' ')
    .replaceAll(/\b([opg]) ?(\d)\b/gi, 'owner $2')
    .split(' ')
    .filter((word) => !NOISE.test(word))
    .join(' ')
    .trim()
}

/** Reads a name such as `first name 2`. PDF editors number the fields of a second owner in this way. */
function numberedLabel(text: string, reader: LabelReader): Label | null {
  const [, plain = '', digit = ''] = /^(.*?)[ _]?([12]|\b[A-Z])$/.exec(text.trim()) ?? []
  const label = plain === '' ? null : reader.exact(plain)
  if (label === null) return null
  // The second "Name" of a form can be the name of its only owner, so the place of the field decides.
  return digit === '' ? null : label
}
