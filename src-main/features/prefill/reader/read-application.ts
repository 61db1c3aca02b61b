import type { PayloadProfile } from '../../../../src-shared/features/form/payload-profile.ts'
import { trimEnd } from '../../../../src-shared/platform/base/text.ts'
import type { FoundValue } from '../../../platform/files/ports.ts'
import { readChoices } from './choices.ts'
import { findContexts, leafOf, type Asked } from './contexts.ts'
import { findHeadings } from './headings.ts'
import { nameFields } from './fields-of-form.ts'
import {
  choiceOf,
  cleanText,
  endsWithZip,
  fitPrinted,
  splitAddress,
  splitCityLine,
  type Fit,
} from './field-values.ts'
import { isBusinessName, splitName } from '../../../../src-shared/platform/entry/person-name.ts'
import { createLabelReader, fieldAt, UNKNOWN_HEADING, type Label } from './labels.ts'
import { CITY_STATE_ZIP, FULL_NAME, NAME_AND_ADDRESS } from './label-words.ts'
import type { Box } from '../../../platform/pdf/shapes.ts'
import type { PageContent } from './page-content.ts'
import { isSameLine, layOut, type Layout, type Piece } from './page-layout.ts'
import { pairValues, type Pair } from './pair-values.ts'
import { fontOf, isClear, isSameBox } from './segments.ts'

/** Maximum number of values to propose. An application has fewer than a hundred fields. */
const MOST_VALUES = 200
const LONGEST_QUOTE = 160
/** Without this many values that can be nothing else, such as a date or a phone number, the printed text is probably an empty form. */
const FEWEST_EXACT = 2
/** With this many values in a font that the form itself does not use, the form is filled in. */
const FEWEST_FILLED = 3
/** The share of labels that have a value in a form that is filled in. */
const LEAST_ANSWERED = 0.3

/** A value on its way to its field. */
interface Candidate {
  path: string
  fit: Fit
  page: number
  quote: string
  boxes: Box[]
  /** True if the value comes from a form field, which certainly contains a value and no other text of the form. */
  isFilledIn: boolean
  way: Pair['way'] | 'field' | 'choice'
  style: string
}

/**
 * Reads the values of an application form, fillable or printed. The result contains only values for fields of the given form. It leaves out
 * every value of which the page does not show clearly to which field it belongs.
 */
export function readApplication(pages: readonly PageContent[], profile: PayloadProfile): FoundValue[] {
  const reader = createLabelReader(profile)
  const layouts = pages.map((content) => layOut(content, reader))
  for (const layout of layouts) findHeadings(layout, reader)
  const fits = (label: Label, text: string) => fitOf(profile, label, text)
  const printed = layouts.map((layout) => pairValues(layout, fits))
  const fields = layouts.map(({ content, pieces }) => nameFields(content, pieces, reader, fits))
  const texts = new Map<Piece, string>()
  for (const { label, value } of printed.flat()) texts.set(label, value.text)
  for (const { piece, widget } of fields.flat()) texts.set(piece, widget.value)
  const asked = findContexts(
    layouts.map(({ content, pieces }, at) => {
      const ofPage = fields[at] ?? []
      const ofFields = new Set(ofPage.map((field) => field.printed))
      return {
        page: content.page,
        pieces,
        labels: [
          ...pieces.filter((piece) => piece.kind === 'label' && piece.label !== null && !ofFields.has(piece)),
          ...ofPage.map(({ piece }) => piece),
        ],
      }
    }),
    texts,
  )
  const contexts = new Map(asked.map((one) => [one.piece, one]))
  const resolver = new Resolver(profile, asked)
  const candidates = layouts.flatMap((layout, at) => [
    ...(printed[at] ?? []).flatMap((pair) => resolver.ofPair(pair, contexts.get(pair.label), layout)),
    ...(fields[at] ?? []).flatMap(({ piece, widget, printed: label }) =>
      label !== null && !isClear(label, 'hidden')
        ? []
        : resolver.ofField(contexts.get(piece), widget.value, label?.text ?? widget.tooltip, widget.box),
    ),
    ...readChoices(layout, profile, reader).map(({ path, value, quote, boxes }): Candidate => ({
      path,
      fit: { how: 'exact', value },
      page: layout.content.page,
      quote,
      boxes,
      isFilledIn: true,
      way: 'choice',
      style: '',
    })),
  ])
  const toPdf = new Map(pages.map((page) => [page.page, page.toPdf]))
  return withoutConflicts(credible(candidates, asked, layouts))
    .slice(0, MOST_VALUES)
    .map(({ path, fit, page, quote, boxes }) => ({
      path,
      value: fit.value,
      page,
      quote: quote.slice(0, LONGEST_QUOTE),
      boxes: boxes.flatMap((box) => toPdf.get(page)?.(box) ?? []),
    }))
}

/** Returns how well a text fits the values that a label asks for. */
function fitOf(profile: PayloadProfile, label: Label, text: string): 'exact' | 'text' | null {
  let best: 'text' | null = null
  for (const { path } of label.targets) {
    const leaf = leafOf(path)
    if (leaf === FULL_NAME) best = splitName(text) === null ? best : 'text'
    else if (leaf === NAME_AND_ADDRESS) best = isBusinessName(text) ? 'text' : best
    else if (leaf === CITY_STATE_ZIP) {
      if (splitCityLine(text) !== null) return 'exact'
    } else {
      const field = fieldAt(profile, path)
      const fit = field === null ? null : fitPrinted(path, field, text)
      if (fit?.how === 'exact') return 'exact'
      if (fit?.how === 'text') best = 'text'
    }
  }
  return best
}

class Resolver {
  readonly #profile: PayloadProfile
  readonly #asked: readonly Asked[]

  constructor(profile: PayloadProfile, asked: readonly Asked[]) {
    this.#profile = profile
    this.#asked = asked
  }

  ofPair(
    { label, value, way, column }: Pair,
    asked: Asked | undefined,
    { content, pieces }: Layout,
  ): Candidate[] {
    if (asked === undefined || asked.party === 'other') return []
    if (!isClear(label, 'hidden') || !isClear(value)) return []
    if (label.label?.targets.some(({ path }) => leafOf(path) === NAME_AND_ADDRESS) === true)
      return this.#ofBlock(label, linesFrom(value, pieces), content, way)
    const more = nextLine(value, pieces)
    const texts = [value.text, ...(more === null ? [] : [`${value.text}, ${more.text}`])]
    const about = column === null ? asked : { ...asked, party: 'owner' as const, row: column }
    for (const [at, text] of texts.toReversed().entries()) {
      const isJoined = more !== null && at === 0
      const found = this.#valuesOf(about, text, isJoined)
      if (found.length > 0)
        return found.map(({ path, fit }) => ({
          path,
          fit,
          page: content.page,
          quote: cleanText(`${label.text} ${text}`),
          boxes: [label.box, value.box, ...(isJoined ? [more.box] : [])],
          isFilledIn: false,
          way,
          style: value.style,
        }))
    }
    return []
  }

  /** Returns the values in a name with an address below it. */
  #ofBlock(label: Piece, lines: readonly Piece[][], content: PageContent, way: Pair['way']): Candidate[] {
    if (!lines.flat().every((line) => isClear(line))) return []
    const texts = lines.map((line) => line.map(({ text }) => text).join(' '))
    return this.#valuesOfLines('company.', texts).map(({ path, fit }) => ({
      path,
      fit,
      page: content.page,
      quote: cleanText(`${label.text}: ${texts.join(', ')}`),
      boxes: [label.box, ...lines.flat().map(({ box }) => box)],
      isFilledIn: false,
      way,
      style: lines[0]?.[0]?.style ?? '',
    }))
  }

  #valuesOfLines(start: string, lines: readonly string[]): { path: string; fit: Fit }[] {
    const [name = '', ...address] = lines
    const end = address.findIndex((line) => splitCityLine(line) !== null)
    const parts = splitCityLine(address[end] ?? '')
    const [street, second, ...rest] = address.slice(0, Math.max(0, end))
    const at = `${start}address.`
    return [
      ...this.#fit(`${start}legal_name`, name),
      ...(parts === null || street === undefined || rest.length > 0
        ? []
        : [
            ...this.#fit(`${at}street_1`, street),
            ...(second === undefined ? [] : this.#fit(`${at}street_2`, second)),
            ...(['city', 'state', 'zip'] as const).flatMap((part) => this.#fit(at + part, parts[part])),
          ]),
    ]
  }

  ofField(asked: Asked | undefined, text: string, printed: string, box: Box): Candidate[] {
    if (asked === undefined || text === '') return []
    const lines = text
      .split(/[\r\n]/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
    const oneLine = lines.join(', ')
    const isBlock =
      lines.length > 1 && asked.label.targets.some(({ path }) => leafOf(path) === NAME_AND_ADDRESS)
    const values = isBlock ? this.#valuesOfLines('company.', lines) : this.#valuesOf(asked, oneLine, true)
    return values.map(({ path, fit }) => ({
      path,
      fit,
      page: asked.page,
      quote: cleanText(printed === '' ? oneLine : `${trimEnd(printed, ': ')}: ${oneLine}`),
      boxes: [box],
      isFilledIn: true,
      way: 'field',
      style: '',
    }))
  }

  #valuesOf(asked: Asked, text: string, isWhole: boolean): { path: string; fit: Fit }[] {
    if (asked.party === 'other') return []
    const targets = asked.label.targets.filter(({ party }) => party === asked.party)
    if (asked.party === 'owner' && (asked.row === null || asked.row > 7)) return []
    // Without a dash, the number under a label such as "SSN or EIN" can be either.
    const leaves = new Set(asked.label.targets.map((target) => leafOf(target.path)))
    if (leaves.has('ein') && leaves.has('ssn') && asked.label.party === null && /^\d+$/.test(text)) return []
    const path = (pattern: string) => pattern.replace('*', String(asked.row ?? 0))
    const at = (pattern: string, value: string) => this.#fit(path(pattern), value)
    const chosen = this.#chooseTarget(
      asked,
      [...new Set(targets.map((target) => target.path.replace(NAME_AND_ADDRESS, 'legal_name')))],
      text,
    )
    if (chosen === null) return []
    const leaf = leafOf(chosen)
    const start = chosen.slice(0, chosen.length - leaf.length)
    if (leaf === FULL_NAME) {
      const name = splitName(text)
      return name === null
        ? []
        : [...at(`${start}first_name`, name.first_name), ...at(`${start}last_name`, name.last_name)]
    }
    if (leaf === CITY_STATE_ZIP) {
      const end = splitCityLine(text)
      return end === null
        ? []
        : (['city', 'state', 'zip'] as const).flatMap((part) => at(`${start}${part}`, end[part]))
    }
    if (leaf === 'street_1') {
      const whole = splitAddress(text)
      if (whole !== null)
        return (['street_1', 'street_2', 'city', 'state', 'zip'] as const).flatMap((part) =>
          whole[part] === '' ? [] : at(`${start}${part}`, whole[part]),
        )
      // A street with a ZIP code is a whole address whose parts are unclear.
      if (
        endsWithZip(text) ||
        (isWhole && text.includes(', ') && !/^[^,]+, (?:suite|ste|unit|apt|#)/i.test(text))
      )
        return []
    }
    return at(chosen, text)
  }

  /** Chooses the field if a label can mean several fields of the same party. */
  #chooseTarget(asked: Asked, paths: readonly string[], text: string): string | null {
    const [first] = paths
    if (first === undefined || paths.length === 1) return first ?? null
    const ofLeaf = (leaf: string) => paths.find((path) => leafOf(path) === leaf)
    const [name, firstName] = [ofLeaf(FULL_NAME), ofLeaf('first_name')]
    if (paths.length === 2 && name !== undefined && firstName !== undefined) {
      const hasLastName = this.#asked.some(
        (one) =>
          one.row === asked.row &&
          one.party === 'owner' &&
          one.label.targets.some((target) => leafOf(target.path) === 'last_name'),
      )
      return hasLastName ? firstName : name
    }
    const [entity, industry] = [ofLeaf('entity_type'), ofLeaf('industry')]
    if (paths.length === 2 && entity !== undefined && industry !== undefined) {
      const field = fieldAt(this.#profile, entity)
      if (field !== null && choiceOf(entity, field, cleanText(text)) !== null) return entity
      return /corp|partnership|proprietor|sociedad|inc\b|llc/i.test(text) ? null : industry
    }
    return null
  }

  #fit(path: string, text: string): { path: string; fit: Fit }[] {
    const field = fieldAt(this.#profile, path)
    const fit = field === null ? null : fitPrinted(path, field, text)
    return fit === null ? [] : [{ path, fit }]
  }
}

/** Returns the lines that start with a value: the pieces of its style below it in the same cell, from left to right. */
function linesFrom(value: Piece, pieces: readonly Piece[]): Piece[][] {
  const lines = [[value]]
  const below = pieces.filter(
    (piece) =>
      piece !== value &&
      piece.style === value.style &&
      piece.box.y2 > value.box.y2 - 1 &&
      (piece.cell === null || value.cell === null
        ? piece.box.x1 > value.box.x1 - 4 && piece.box.x1 < value.box.x2
        : isSameBox(piece.cell, value.cell)),
  )
  for (const piece of below.toSorted(
    (one, other) => one.box.y2 - other.box.y2 || one.box.x1 - other.box.x1,
  )) {
    const last = lines.at(-1) as [Piece]
    if (isSameLine(piece, last[0])) last.push(piece)
    else if (piece.box.y1 - last[0].box.y2 < 3 * value.size) lines.push([piece])
    else break
  }
  return lines
}

/** Returns the second line of an address that is printed under the street. */
function nextLine(value: Piece, pieces: readonly Piece[]): Piece | null {
  const below = pieces.find(
    (piece) =>
      piece.kind === 'value' &&
      !piece.isTaken &&
      isClear(piece) &&
      piece.style === value.style &&
      Math.abs(piece.box.x1 - value.box.x1) < 4 &&
      piece.box.y1 > value.box.y2 - 0.5 * value.size &&
      piece.box.y1 - value.box.y2 < 0.9 * value.size,
  )
  return below !== undefined && /^\d/.test(value.text) && splitCityLine(below.text) !== null ? below : null
}

/**
 * Leaves out printed texts that are more likely part of an empty form. Filled-in values usually have a font of their own. Otherwise, they
 * have a style of their own and answer many of the labels, and among them are values that can be nothing else, such as a date.
 */
function credible(
  candidates: readonly Candidate[],
  asked: readonly Asked[],
  layouts: readonly Layout[],
): Candidate[] {
  const printed = candidates.filter(({ isFilledIn }) => !isFilledIn)
  const exact = printed.filter(({ fit }) => fit.how === 'exact')
  const formFonts = new Set(
    layouts.flatMap(({ pieces }) =>
      pieces.flatMap(({ kind, label, heading, style, text }) =>
        (label?.targets.length ?? 0) > 0 ||
        (kind !== 'value' && heading !== UNKNOWN_HEADING && text.length > 12)
          ? [fontOf(style)]
          : [],
      ),
    ),
  )
  const filled = printed.filter(({ style, fit }) => fit.how !== 'wrong' && !formFonts.has(fontOf(style)))
  if (filled.some(({ fit }) => fit.how === 'exact') && filled.length >= FEWEST_FILLED)
    return candidates.filter(({ isFilledIn, style }) => isFilledIn || !formFonts.has(fontOf(style)))
  const labelStyles = new Set(asked.flatMap(({ piece }) => (piece.style === '' ? [] : [piece.style])))
  const styles = new Set(exact.filter(({ way }) => way !== 'inline').map(({ style }) => style))
  const answerable = asked.filter(({ label, piece }) => label.targets.length > 0 && piece.style !== '')
  const isAnswered = printed.length >= LEAST_ANSWERED * answerable.length
  return candidates.filter(({ isFilledIn, fit, way, style }) => {
    if (isFilledIn) return true
    if (exact.length < FEWEST_EXACT || !isAnswered) return false
    if (fit.how === 'exact' || (way === 'inline' && fit.how === 'text')) return true
    if (fit.how === 'wrong' && way !== 'inline' && labelStyles.has(style)) return false
    return styles.has(style) || (way === 'inline' && fit.how === 'wrong')
  })
}

/** Leaves out a field for which the document contains two different values, because either of them can be wrong. */
function withoutConflicts(candidates: readonly Candidate[]): Candidate[] {
  const byPath = new Map<string, Candidate[]>()
  for (const candidate of candidates)
    byPath.set(candidate.path, [...(byPath.get(candidate.path) ?? []), candidate])
  return [...byPath.values()].flatMap((all) => {
    const right = all.filter(({ fit }) => fit.how !== 'wrong')
    const [first] = right.length > 0 ? right : all
    const same = (one: Candidate) => normalized(one.fit.value) === normalized(first?.fit.value ?? '')
    return first === undefined || !(right.length > 0 ? right : all).every(same) ? [] : [first]
  })
}

function normalized(value: string): string {
  return value.toLowerCase().replaceAll(/[\s.,()$-]/g, '')
}
