import { parseAmount } from './amounts.ts'
import { dateAt } from '../../../src-shared/platform/base/printed-dates.ts'
import { finding } from './finding.ts'
import { linesOf } from './lines.ts'
import { areaOf, isSamePlace, type Item, itemsOf, withUsualSeparators } from './page-items.ts'
import type { Pictures, RecognizedPage, Recognizer, StatementFile, StatementPage } from './statement-words.ts'
import type { Finding } from '../../../src-shared/features/statements/statement.ts'

/** Returns true if two versions of a page show different words with digits. Other changes, such as a note, do not count. */
export function showsOtherFigures(one: StatementPage, other: StatementPage): boolean {
  const figures = (page: StatementPage) =>
    page.words
      .filter(({ text }) => /\d/.test(text))
      .map(({ text, x0, y }) => `${Math.round(y)} ${Math.round(x0)} ${text}`)
      .toSorted()
      .join('\n')
  return figures(one) !== figures(other)
}

/** Resolution at which a picture is read for the comparison, in dots per inch. */
const DPI = 300
/** Resolutions at which a place that differs is read again. */
const SIZES = [400, 200, 250] as const
/** A recognized amount that the text does not have counts only if the recognition is at least this sure of it. */
const SURE = 60

/**
 * Compares the amounts and dates of pages that have both a picture and a text layer. `layered` has the indexes of these pages. Where the
 * first reading of a picture differs from the text, its place is read again, alone. The text counts as right only if a reading says so and
 * no two readings agree on something else. Pictures beside text must not show an amount that the text of the file does not have.
 */
export async function picturesThatDiffer<Picture>(
  file: StatementFile,
  layered: readonly number[],
  pictures: Pictures<Picture>,
  recognizer: Recognizer<Picture>,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const known = new Set<number>()
  for (const page of file.pages)
    for (const { cents } of itemsOf(linesOf(page, 1))) if (cents !== null) known.add(Math.abs(cents))
  for (const at of layered) {
    const page = file.pages[at]
    if (page === undefined) continue
    pictures.check()
    const picture = await pictures.at(at)
    const item =
      picture === null
        ? null
        : page.hasPictures === true
          ? await amountIn(page, picture, recognizer, known)
          : await differenceIn(page, picture, recognizer)
    if (picture === null) findings.push(finding('unreadable', 'page_damaged', at + 1))
    if (item !== null)
      findings.push(
        finding('text_differs_from_picture', 'picture_differs', at + 1, {
          read_cents: item.cents,
          quote: item.words.map(({ text }) => text).join(' '),
        }),
      )
    pictures.done(at)
  }
  return findings
}

/** Returns the first amount or date that only the text or only the picture has. */
async function differenceIn<Picture>(
  page: StatementPage,
  picture: Picture,
  recognizer: Recognizer<Picture>,
): Promise<Item | null> {
  const recognized = await recognizer.words(picture, DPI)
  const evened = recognized.words.map((word) => ({ ...word, text: withUsualSeparators(word.text) }))
  const seen = itemsOf(linesOf({ ...page, words: evened }, 1))
  const text = itemsOf(linesOf(leveledText(page, recognized, seen), 1))
  for (const item of text) {
    if (item.value === null) continue
    const there = seen.filter((one) => one.kind === item.kind && isSamePlace(one, item))
    if (there.some((one) => saysSame(one, item))) continue
    // Small print is read differently at each size. The text counts as right unless more readings agree on something else.
    const readings = [...there, ...(await readingsOf(item, picture, recognizer))]
    const votes = (said: Said) => readings.filter((one) => saysSame(one, said)).length
    const most = Math.max(0, ...readings.filter((one) => !saysSame(one, item)).map(votes))
    // A date that cannot be recognized is no contradiction. No check depends on how a picture shows it.
    if (item.kind === 'date' ? most < 2 : votes(item) > 0 && votes(item) >= most) continue
    return item
  }
  const sure = new Set(evened.filter(({ confidence }) => confidence >= SURE).map(({ text: one }) => one))
  for (const item of seen) {
    if (item.kind !== 'amount' || item.cents === null || !item.words.every((word) => sure.has(word.text)))
      continue
    if (page.words.length > 0 && text.some((one) => isSamePlace(one, item))) continue
    const readings = await readingsOf(item, picture, recognizer)
    if (readings.filter((one) => saysSame(one, item)).length > 1) return item
  }
  return null
}

/** A page with fewer words than this can be a page of checks. */
const FEWEST_WORDS = 12

/** Returns the first amount that only a picture of a page shows. The amount of a check can be one of the entries. */
async function amountIn<Picture>(
  page: StatementPage,
  picture: Picture,
  recognizer: Recognizer<Picture>,
  known: ReadonlySet<number>,
): Promise<Item | null> {
  const { words } = await recognizer.words(picture, DPI)
  const evened = words.map((word) => ({ ...word, text: withUsualSeparators(word.text) }))
  const text = itemsOf(linesOf(page, 1))
  for (const item of itemsOf(linesOf({ ...page, words: evened }, 1))) {
    if (item.kind !== 'amount' || item.cents === null) continue
    if (page.words.length < FEWEST_WORDS && known.has(Math.abs(item.cents))) continue
    if (text.some((one) => isSamePlace(one, item) && saysSame(one, item))) continue
    const readings = await readingsOf(item, picture, recognizer)
    if (readings.filter((one) => saysSame(one, item)).length > 1) return item
  }
  return null
}

const saysSame = (one: Said, other: Said) =>
  one.cents === null || other.cents === null
    ? one.cents === other.cents && one.value === other.value
    : Math.abs(one.cents) === Math.abs(other.cents)

type Said = Pick<Item, 'cents' | 'value'>

/** Reads the place of an item alone, at several sizes. Returns what was recognized. */
async function readingsOf<Picture>(
  item: Item,
  picture: Picture,
  recognizer: Recognizer<Picture>,
): Promise<Said[]> {
  const readings: Said[] = []
  for (const dpi of SIZES) {
    const { text } = await recognizer.part(picture, areaOf(item), item.kind === 'amount', dpi)
    const amount = item.kind === 'amount' ? parseAmount(withUsualSeparators(text)) : null
    const date = item.kind === 'date' ? dateAt(text.toLowerCase()) : null
    if (amount !== null) readings.push({ cents: amount.cents, value: null })
    if (date !== null) readings.push({ cents: null, value: `${date.month}/${date.day}/${date.year ?? ''}` })
  }
  return readings
}

/** Puts the words of a text layer where the leveled picture shows them. A text layer can be level although its picture is not. */
function leveledText(page: StatementPage, { slope }: RecognizedPage, seen: readonly Item[]): StatementPage {
  const [cx, cy] = [page.width / 2, page.height / 2]
  const turned = {
    ...page,
    words: page.words.map((word) => {
      const [dx, dy] = [slope * (word.y - cy), slope * ((word.x0 + word.x1) / 2 - cx)]
      return { ...word, x0: word.x0 + dx, x1: word.x1 + dx, y: word.y - dy }
    }),
  }
  const matches = (one: StatementPage) =>
    itemsOf(linesOf(one, 1)).filter((item) =>
      seen.some((other) => isSamePlace(item, other) && saysSame(item, other)),
    ).length
  return slope !== 0 && matches(turned) > matches(page) ? turned : page
}
