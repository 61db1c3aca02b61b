import type { PayloadProfile, ProfileField } from '../../../../src-shared/features/form/payload-profile.ts'
import { trimBoth } from '../../../../src-shared/platform/base/text.ts'
import { choiceOf } from './field-values.ts'
import type { LabelReader } from './labels.ts'
import type { Box } from '../../../platform/pdf/shapes.ts'
import { around } from './page-content.ts'
import type { CheckMark, Layout } from './page-layout.ts'
import { isClear, segmentsOf, type Segment } from './segments.ts'

/** The choice whose check box is marked. */
export interface CheckedChoice {
  path: string
  value: string
  quote: string
  boxes: Box[]
}

/** The widest gap between a check box and its text, in points. */
const NEAR = 16
/** The gaps on one side are clearly smaller if they are below this share of the gaps on the other side. */
const CLEARLY = 0.7

interface Option {
  mark: CheckMark
  value: string
  text: Segment | null
}

/**
 * Finds the fields that ask for one of several check boxes, and the marked box of each. Leaves out a field with several marked boxes, and
 * a field of which the page shows only one box.
 */
export function readChoices(
  { content, marks }: Layout,
  profile: PayloadProfile,
  reader: LabelReader,
): CheckedChoice[] {
  if (!marks.some(({ isChecked }) => isChecked)) return []
  const segments = optionTexts(content, marks)
  return choiceFields(profile).flatMap(({ path, field }): CheckedChoice[] => {
    const sides = (['right', 'left'] as const).map((side) =>
      marks.flatMap((mark) => optionOf(mark, side, segments, path, field, reader)),
    )
    const [right = [], left = []] = sides
    const options = isSame(right, left) ? right : nearerSide(right, left)
    const checked = options.filter(({ mark }) => mark.isChecked)
    const values = new Set(options.map(({ value }) => value))
    const [only] = checked
    if (only?.text && !isClear(only.text, 'hidden')) return []
    if (only === undefined || new Set(checked.map(({ value }) => value)).size > 1 || values.size < 2)
      return []
    // "Other" is a choice of many questions. It counts only among several choices of this field.
    if (only.value === 'other' && values.size < 4) return []
    const boxes = only.text === null ? [only.mark.box] : [around([only.mark.box, only.text.box])]
    return [
      { path, value: only.value, quote: `☒ ${only.text?.text ?? only.mark.widget?.value ?? ''}`, boxes },
    ]
  })
}

function choiceFields(profile: PayloadProfile): { path: string; field: ProfileField }[] {
  return profile.sections
    .flatMap(({ fields = [] }) => fields)
    .filter(({ type }) => type === 'choice')
    .map((field) => ({ path: field.path, field }))
}

/** Returns the texts of the page, divided at check boxes, so that a text never contains two choices. */
function optionTexts(content: Layout['content'], marks: readonly CheckMark[]): Segment[] {
  const isInMark = (box: Box) =>
    marks.some(
      (mark) =>
        box.x1 >= mark.box.x1 - 1 &&
        box.x2 <= mark.box.x2 + 1 &&
        box.y2 <= mark.box.y2 + 3 &&
        box.y2 >= mark.box.y1,
    )
  const glyphs = content.glyphs.filter(({ box, text }) => !isInMark(box) && text !== '_')
  return segmentsOf({ glyphs, vertical: content.vertical })
}

function optionOf(
  mark: CheckMark,
  side: 'left' | 'right',
  segments: readonly Segment[],
  path: string,
  field: ProfileField,
  reader: LabelReader,
): Option[] {
  const text = textBeside(mark, side, segments)
  const [sentence = ''] = (text?.text ?? '').split('. ')
  const printed = choiceOf(path, field, trimBoth(sentence, ' .:;,–-'))
  const { widget } = mark
  if (widget === null) return printed === null ? [] : [{ mark, value: printed, text }]
  const last = widget.name.split('.').at(-1) ?? ''
  const spaced = last.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ')
  const named = [widget.value, spaced, widget.tooltip, ...tails(spaced)].map((name) =>
    choiceOf(path, field, name),
  )
  const values = new Set([printed, ...named].filter((value) => value !== null))
  const [value] = values
  // A name such as "other" or "equipment" also fits other questions, so the name of the field must agree with it.
  const isAsked = printed !== null || reader.label(spaced) !== null || values.size > 0
  return values.size === 1 && value !== undefined && isAsked
    ? [{ mark, value, text: printed === null ? null : text }]
    : []
}

/** Returns the ends of a name such as `entity type llc`, without its first words. */
function tails(name: string): string[] {
  const words = name.split(' ')
  return words.slice(1).map((_, at) => words.slice(at + 1).join(' '))
}

function textBeside(mark: CheckMark, side: 'left' | 'right', segments: readonly Segment[]): Segment | null {
  const height = mark.box.y2 - mark.box.y1
  const beside = segments.filter(({ box, size }) => {
    const isInLine =
      Math.min(box.y2, mark.box.y2) - Math.max(box.y1, mark.box.y1) > 0.4 * Math.min(size, height)
    const gap = side === 'right' ? box.x1 - mark.box.x2 : mark.box.x1 - box.x2
    return isInLine && gap >= -2 && gap <= NEAR
  })
  const [nearest] = beside.toSorted((one, other) =>
    side === 'right' ? one.box.x1 - other.box.x1 : other.box.x2 - one.box.x2,
  )
  return nearest ?? null
}

/** Returns the side of the check boxes on which their texts are. Empty if this is unclear. */
function nearerSide(right: readonly Option[], left: readonly Option[]): readonly Option[] {
  const printed = (options: readonly Option[]) => options.filter(({ text }) => text !== null).length
  const [more, fewer] = [right.length - left.length, printed(right) - printed(left)]
  if (more !== 0 || fewer !== 0) return (more === 0 ? fewer : more) > 0 ? right : left
  const gap = (options: readonly Option[]) =>
    options.reduce((sum, { mark, text }) => {
      const box = text?.box ?? mark.box
      return sum + Math.max(0, box.x1 - mark.box.x2, mark.box.x1 - box.x2)
    }, 0)
  if (gap(right) < CLEARLY * gap(left)) return right
  return gap(left) < CLEARLY * gap(right) ? left : []
}

function isSame(one: readonly Option[], other: readonly Option[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ mark, value }, at) => other[at]?.mark === mark && other[at].value === value)
  )
}
