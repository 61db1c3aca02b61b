import { isBusinessName, splitName } from '../../../../src-shared/platform/entry/person-name.ts'
import { NEUTRAL_HEADING, UNKNOWN_HEADING, type Label } from './labels.ts'
import type { Party } from './label-words.ts'
import { isSameLine, type Piece } from './page-layout.ts'

/** A label of the document, printed or of a form field, with the party that it asks about. */
export interface Asked {
  page: number
  piece: Piece
  label: Label
  /** Null if the document does not show whom the label is about. */
  party: Party | null
  /** The heading of the section that contains the label. `unclear` if two sections could contain it, or if it is apart from any section. */
  heading: Piece | 'unclear' | null
  /** The row of a list, from 0; null if it is unclear. */
  row: number | null
  /** For a city, state, or ZIP code: the street of the same address. */
  street: Asked | null
}

const ADDRESS_PARTS: ReadonlySet<string> = new Set(['city', 'state', 'zip', 'street_2', '@city_state_zip'])
/** Values of a person. Under a heading about the business, they belong to a contact person, who may be no owner. */
const PERSONAL: ReadonlySet<string> = new Set(['first_name', 'last_name', '@name', 'title', 'cell_phone'])
/** Labels that show that a group of labels is about one owner. */
const ANCHORS: ReadonlySet<string> = new Set([
  'ssn',
  'date_of_birth',
  'first_name',
  'last_name',
  '@name',
  'ownership_percent',
])
/** The largest distance between a street and the rest of its address, in points. */
const SAME_ADDRESS = 90

export function leafOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

const leavesOf = ({ label }: Pick<Asked, 'label'>) => new Set(label.targets.map(({ path }) => leafOf(path)))

/** Finds out for each label of the document whom it is about, and for each label about an owner, which owner. */
export function findContexts(
  pages: readonly { page: number; pieces: readonly Piece[]; labels: readonly Piece[] }[],
  texts: ReadonlyMap<Piece, string>,
): Asked[] {
  let last: Asked | undefined
  const titles = new Set<string>()
  const inSections = pages.map(({ page, pieces, labels }) => {
    // The title of a form can be repeated on each page. It starts no section there.
    const headings = pieces.filter(
      ({ kind, heading, text }) => kind === 'heading' && heading !== null && !titles.has(text),
    )
    for (const { text } of headings) titles.add(text)
    const gaps = gapsOf([...pieces, ...labels])
    // A section can continue on the next page.
    const continued = last?.heading ?? null
    const onPage: Asked[] = inReadingOrder(labels).flatMap((piece) => {
      const own = headingOf(piece, headings)
      const start = own === null || own === 'unclear' ? 0 : own.box.y2
      const isApart = gaps.some((gap) => gap >= start && gap <= piece.box.y1)
      const heading = isApart ? 'unclear' : (own ?? continued)
      return piece.label === null
        ? []
        : [{ page, piece, label: piece.label, party: null, heading, row: null, street: null }]
    })
    last = onPage.at(-1) ?? last
    return { pieces, onPage }
  })
  const all = inSections.flatMap(({ onPage }) => onPage)
  recognizeSections(all)
  for (const one of all) one.party = ownParty(one)
  for (const one of all)
    if (isForeign(one.heading) && all.some((other) => isBetter(other, one))) one.party = 'other'
  for (const { pieces, onPage } of inSections) {
    for (const [at, one] of onPage.entries()) {
      if (isPart(one) && one.label.party === null) one.street = streetOf(one, onPage)
      one.party = one.street?.party ?? one.party
      if (one.party === null && !isOpenName(one)) one.party = partyBefore(one, onPage.slice(0, at))
    }
    for (const [at, one] of onPage.entries())
      if (one.party === null && isOpenName(one)) one.party = partyOfName(at, onPage, texts)
    for (const one of onPage)
      if (one.party === null && one.label.party === null && hasSignature(one, pieces)) one.party = 'signature'
  }
  setRows(all)
  return all
}

/** A blank part of a page that is higher than this ends a section, in points. */
const GAP = 100

/** Returns the upper ends of the blank parts of a page that end a section. */
function gapsOf(pieces: readonly Piece[]): number[] {
  const sorted = pieces.map(({ box }) => box).toSorted((one, other) => one.y1 - other.y1)
  let [bottom] = sorted.map(({ y2 }) => y2)
  return sorted.flatMap(({ y1, y2 }) => {
    const end = bottom ?? y2
    bottom = Math.max(end, y2)
    return y1 - end > GAP ? [end] : []
  })
}

/** Labels that only the section of the business, or of an owner, has. */
const MARKS: Readonly<Record<'business' | 'owner', ReadonlySet<string>>> = {
  business: new Set(['legal_name', 'dba', 'ein', 'entity_type', 'business_start_date', 'state_of_formation']),
  owner: new Set(['ownership_percent', 'ssn', 'date_of_birth', 'first_name', '@name', 'title']),
}

/**
 * Recognizes the section of the business and that of the owners by their labels, if their headings are unknown and no other section can be
 * meant. Labels before the section of the business are about the publisher of the form, unless they ask for the business as well.
 */
function recognizeSections(all: readonly Asked[]): void {
  const groups = groupsOf(all)
  const marksOf = (group: readonly Asked[], party: 'business' | 'owner') =>
    new Set(
      group.flatMap(({ label }) =>
        label.isGeneric
          ? []
          : label.targets.flatMap((target) =>
              target.party === party && MARKS[party].has(leafOf(target.path)) ? [leafOf(target.path)] : [],
            ),
      ),
    )
  const headingIn = ([one]: readonly Asked[]) =>
    one === undefined || one.heading === 'unclear' ? null : one.heading
  for (const party of ['business', 'owner'] as const) {
    const marked = groups.filter((group) => {
      const marks = marksOf(group, party)
      return marks.size >= 2 && (party === 'business' || marks.has('ownership_percent'))
    })
    if (
      groups.some((group) => partyOfHeading(headingIn(group)) === party) ||
      marked.some((group) => !isForeign(headingIn(group)))
    )
      continue
    const heading = marked.map(headingIn).find((one) => one?.heading === UNKNOWN_HEADING)
    if (heading) heading.heading = { party, row: null }
  }
  const first = all.findIndex(({ heading }) => partyOfHeading(heading) === 'business')
  const before = all
    .slice(0, Math.max(0, first))
    .filter(
      ({ heading }) => heading === null || (heading !== 'unclear' && heading.heading === NEUTRAL_HEADING),
    )
  if (marksOf(before, 'business').size === 0) for (const one of before) one.heading = 'unclear'
}

/** True if a section is about somebody else, or if nobody can know whom it is about. */
function isForeign(heading: Asked['heading']): boolean {
  return partyOfHeading(heading) === 'other'
}

/** True if a label in a clear section asks for the same value as one in an unclear section. */
function isBetter(one: Asked, other: Asked): boolean {
  return (
    !isForeign(one.heading) &&
    one.party === other.party &&
    one.label.targets.some(({ path }) => other.label.targets.some((target) => target.path === path))
  )
}

function inReadingOrder(pieces: readonly Piece[]): Piece[] {
  return pieces.toSorted((one, other) =>
    isSameLine(one, other) ? one.box.x1 - other.box.x1 : one.box.y2 - other.box.y2,
  )
}

/** Returns the heading of the section in which a label stands; null if there is none. */
function headingOf(piece: Piece, headings: readonly Piece[]): Asked['heading'] {
  const above = headings.filter(
    (heading) =>
      heading !== piece &&
      heading.box.y2 <= piece.box.y1 + 0.5 * piece.size &&
      heading.box.x1 <= piece.box.x1 + 24,
  )
  // A heading further right in the same line starts a separate column.
  const governing = above.filter(
    (heading) =>
      !above.some(
        (other) => other !== heading && isSameLine(heading, other) && other.box.x1 > heading.box.x1,
      ),
  )
  const [nearest, ...others] = governing.toSorted((one, other) => other.box.y2 - one.box.y2)
  if (nearest === undefined) return null
  const column = others.find(({ box }) => box.x1 > nearest.box.x1 + 100)
  const isUnclear = column !== undefined && column.heading?.party !== nearest.heading?.party
  const foreign = [nearest, column].find((one) => one?.heading?.party === 'other')
  return isUnclear ? (foreign ?? 'unclear') : nearest
}

/** Returns the party that a heading names; null if it names none, or if the heading is unclear. */
function partyOfHeading(heading: Asked['heading']): Party | null {
  return heading === null || heading === 'unclear' ? null : (heading.heading?.party ?? null)
}

/** Returns the party that the label itself or its heading names; null if neither does. */
function ownParty({ label, heading }: Asked): Party | null {
  const parties = new Set(label.targets.map(({ party }) => party))
  const [only] = parties
  const certain = label.isCertain && only !== undefined && parties.size === 1 ? only : null
  if (isForeign(heading)) return certain ?? 'other'
  if (label.party !== null) return label.party
  if (only === undefined) return null
  if (heading === 'unclear') return certain
  const about = partyOfHeading(heading)
  if (about !== null && parties.has(about)) return about
  const isPersonal = label.targets.every(({ path }) => PERSONAL.has(leafOf(path)))
  // The Social Security numbers beside the signatures can be those of a spouse.
  if (about === 'signature' && only === 'owner' && parties.size === 1) return about
  if (label.isGeneric) return null
  if (isPersonal && about !== null && about !== 'request' && about !== 'signature') return 'other'
  if (parties.size === 1) return only
  return parties.has('business') ? 'business' : null
}

function isPart(asked: Asked): boolean {
  return asked.label.targets.some(({ path }) => ADDRESS_PARTS.has(leafOf(path)))
}

function isStreet({ label, piece }: Asked): boolean {
  return (
    label.targets.some(({ path }) => leafOf(path) === 'street_1') ||
    (label.party !== null && /address|direcci|domicilio/i.test(piece.text))
  )
}

/** Returns the street to whose address a city, state, or ZIP code belongs. */
function streetOf(part: Asked, onPage: readonly Asked[]): Asked | null {
  const { piece, heading } = part
  const [street] = onPage
    .filter(
      (one) =>
        one !== part &&
        isStreet(one) &&
        one.heading === heading &&
        one.piece.box.y2 <= piece.box.y2 + 3 &&
        piece.box.y2 - one.piece.box.y2 <= SAME_ADDRESS &&
        one.piece.box.x1 <= piece.box.x1 + 30,
    )
    .toSorted((one, other) => other.piece.box.y2 - one.piece.box.y2 || other.piece.box.x1 - one.piece.box.x1)
  return street ?? null
}

/** Returns the party of the last label before a generic one that names its party. Applies only where no heading says anything else. */
function partyBefore({ label, heading }: Asked, before: readonly Asked[]): Party | null {
  if (heading === 'unclear' || partyOfHeading(heading) !== null) return null
  const nearest = before.findLast(
    (one) =>
      one.heading === heading && (one.party === 'business' || one.party === 'owner' || one.party === 'other'),
  )
  const party = nearest?.party ?? null
  return label.targets.some((target) => target.party === party) ? party : null
}

/** True if a label asks for a name, but neither it nor its heading says whether for the name of a person or of a business. */
function isOpenName({ label, heading }: Asked): boolean {
  const leaves = new Set(label.targets.map(({ path }) => leafOf(path)))
  return (
    label.party === null &&
    label.isGeneric &&
    leaves.has('legal_name') &&
    heading !== 'unclear' &&
    partyOfHeading(heading) === null
  )
}

/** Number of answered labels before and after a name that show whose name it is. */
const NEAR_NAME = 5

/** Returns whose name a text is: that of the business, of a person who owns it, or null if this is unclear. */
function partyOfName(at: number, onPage: readonly Asked[], texts: ReadonlyMap<Piece, string>): Party | null {
  const one = onPage[at] as Asked
  const text = texts.get(one.piece) ?? ''
  const answered = (other: Asked) => (texts.get(other.piece) ?? '') !== '' && other.party !== null
  const near = new Set(
    [
      ...onPage.slice(0, at).filter(answered).slice(-NEAR_NAME),
      ...onPage
        .slice(at + 1)
        .filter(answered)
        .slice(0, NEAR_NAME),
    ].map(({ party }) => party),
  )
  if (isBusinessName(text)) return near.has('business') ? 'business' : null
  const isOwner = near.has('owner') && one.label.targets.some(({ party }) => party === 'owner')
  return isOwner && splitName(text) !== null ? 'owner' : null
}

/** True if a label "Date" is next to a signature. */
function hasSignature({ piece, label }: Asked, pieces: readonly Piece[]): boolean {
  return (
    label.targets.some(({ party }) => party === 'signature') &&
    pieces.some(
      (one) =>
        one !== piece &&
        isSameLine(one, piece) &&
        one.box.x2 < piece.box.x1 &&
        /signature|firma/i.test(one.text),
    )
  )
}

/** Assigns the labels about owners to owners. Leaves the row null where the document does not show which owner a label is about. */
function setRows(asked: readonly Asked[]): void {
  const owners = asked.filter(({ party, label }) => party === 'owner' && label.targets.length > 0)
  for (const one of owners) one.row = one.label.row ?? rowOfHeading(one.heading)
  const named = owners.filter(({ label }) => label.row !== null)
  for (const one of owners) one.row ??= rowBefore(one, named)
  const unnumbered = owners.filter(({ row }) => row === null)
  const numbered = new Set(owners.flatMap(({ row }) => row ?? []))
  const groups = groupsOf(unnumbered)
  const people = groups.filter((group) => group.some((one) => leavesMeet(leavesOf(one), ANCHORS)))
  const areRepeated =
    people.length > 1 &&
    people.every((one, at) => people.every((other, place) => at === place || repeats(one, other)))
  const areOne =
    people.length <= 1 ||
    people.every((one, at) => people.every((other, place) => at === place || !repeats(one, other)))
  if (areRepeated && numbered.size === 0) {
    for (const [row, group] of people.entries()) for (const one of group) one.row = row
    return
  }
  if (!areOne || numbered.has(0)) return
  const all = groups.flat()
  if (numbered.size > 0) for (const one of all) one.row = 0
  else splitRepeated(all)
}

/**
 * Returns the owner of a label that follows a label such as "Owner 2 name". If such labels stand side by side, returns the owner of the
 * same column.
 */
function rowBefore({ page, piece, heading, street }: Asked, named: readonly Asked[]): number | null {
  if (street !== null && street.label.row !== null) return street.label.row
  const before = named.filter(
    (one) => one.page === page && one.heading === heading && one.piece.box.y2 <= piece.box.y2 + 2,
  )
  const [last] = before.toSorted((one, other) => order(other) - order(one))
  if (last === undefined) return null
  const line = before.filter((one) => isSameLine(one.piece, last.piece))
  const rows = new Set(line.map(({ label }) => label.row))
  if (rows.size === 1) return last.label.row
  const column = line.filter((one) => Math.abs(one.piece.box.x1 - piece.box.x1) <= 30)
  return column.length === 1 ? (column[0]?.label.row ?? null) : null
}

function rowOfHeading(heading: Asked['heading']): number | null {
  return heading === null || heading === 'unclear' ? null : (heading.heading?.row ?? null)
}

function groupsOf(asked: readonly Asked[]): Asked[][] {
  const groups = new Map<string | Piece, Asked[]>()
  for (const one of asked) {
    const key = one.heading ?? 'none'
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

function leavesMeet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((leaf) => other.has(leaf))
}

/** True if two groups of labels ask for the same value of an owner, so that they are about different owners. */
function repeats(one: readonly Asked[], other: readonly Asked[]): boolean {
  const anchors = (group: readonly Asked[]) =>
    new Set(group.flatMap((asked) => [...leavesOf(asked)].filter((leaf) => ANCHORS.has(leaf))))
  return leavesMeet(anchors(one), anchors(other))
}

/** Assigns labels that occur several times in one section to several owners: side by side, or one below the other. */
function splitRepeated(asked: readonly Asked[]): void {
  const byLeaf = new Map<string, Asked[]>()
  for (const one of asked) {
    const key = [...leavesOf(one)].toSorted().join(' ')
    byLeaf.set(key, [...(byLeaf.get(key) ?? []), one])
  }
  const repeated = [...byLeaf.values()].filter((group) => group.length > 1)
  const [first] = repeated.toSorted((one, other) => order(one[0] as Asked) - order(other[0] as Asked))
  if (first === undefined) {
    for (const one of asked) one.row = 0
    return
  }
  const [head, second] = first as [Asked, Asked]
  const isBeside = head.page === second.page && isSameLine(head.piece, second.piece)
  const starts = first.map(isBeside ? ({ piece }) => piece.box.x1 - 12 : order)
  for (const one of asked) {
    const place = isBeside ? one.piece.box.x1 : order(one) + 0.01
    const row = starts.findLastIndex((start) => place >= start)
    // Two labels of one kind for the same owner mean that the division into owners is wrong.
    one.row = row < 0 ? null : row
  }
  for (const group of byLeaf.values()) {
    const rows = group.map(({ row }) => row)
    if (new Set(rows).size < rows.length) for (const one of group) one.row = null
  }
}

const order = ({ page, piece }: Asked) => page * 10_000 + piece.box.y2
