import type { Label, LabelReader } from './labels.ts'
import type { Target } from './labels.ts'
import type { Box, PageContent, Widget } from './page-content.ts'
import type { Piece } from './page-layout.ts'
import { labelOfField } from './pair-values.ts'
import { cellAt } from './segments.ts'

/** A text field of a fillable PDF, with the meaning of its names and of the label printed next to it. */
export interface NamedField {
  widget: Widget
  /** Represents the field among the labels of the page. */
  piece: Piece
  printed: string
}

/** Finds out what the text fields of a page ask for. Leaves out a field whose names contradict each other. */
export function nameFields(
  content: PageContent,
  pieces: readonly Piece[],
  reader: LabelReader,
): NamedField[] {
  const fields = content.widgets.filter(({ kind }) => kind === 'text')
  const boxes = content.widgets.map(({ box }) => box)
  return fields.flatMap((widget): NamedField[] => {
    const beside = labelOfField(widget.box, pieces, boxes)
    const label = agreed([
      labelOfName(widget.name, reader),
      widget.tooltip === '' ? null : reader.label(widget.tooltip.replaceAll(/[:?*]/g, ' ')),
      beside?.label.label ?? null,
    ])
    if (label === null) return []
    const printed = beside?.label.text ?? widget.tooltip
    return [{ widget, piece: pieceOf(widget.box, content, label), printed }]
  })
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

/** Returns the meaning on which all names of a field agree. Null if no name is known, or if two of them contradict each other. */
function agreed(labels: readonly (Label | null)[]): Label | null {
  const known = labels.filter((label) => label !== null)
  const [first, ...others] = known
  if (first === undefined || known.some(({ targets }) => targets.length === 0)) return null
  let { targets, party, row } = first
  for (const other of others) {
    targets = targets.filter((target) => other.targets.some((one) => isSameTarget(one, target)))
    if (targets.length === 0 || clash(party, other.party) || clash(row, other.row)) return null
    party ??= other.party
    row ??= other.row
  }
  return { targets, party, row, isGeneric: known.every(({ isGeneric }) => isGeneric) }
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
    const label = reader.label(text) ?? numberedLabel(text, reader)
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
  const [, plain = '', digit = ''] = /^(.*?)[ _]?([12])$/.exec(text.trim()) ?? []
  const label = plain === '' ? null : reader.label(plain)
  if (label === null) return null
  const isOwner = label.targets.every(({ party }) => party === 'owner')
  if (isOwner) return { ...label, row: label.row ?? Number(digit) - 1 }
  return digit === '1' ? label : null
}
