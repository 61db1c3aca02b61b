import { parseAmount } from './amounts.ts'
import { finding } from './finding.ts'
import { examine, type Examined } from './read-statement.ts'
import { areaOf, isBeside, isSpeck, recognizedLines, withUsualSeparators } from './page-items.ts'
import {
  type Choice,
  choicesOf,
  contradicts,
  saysMore,
  type Unchecked,
  uncheckedIn,
  withChoices,
} from './scan-choices.ts'
import type {
  PageBox,
  Pictures,
  RecognizedPage,
  Recognizer,
  RecognizedWord,
  StatementFile,
  StatementPage,
  Turn,
  Word,
} from './statement-words.ts'
import type {
  Reason,
  StatementReading,
  Transaction,
} from '../../../src-shared/features/statements/statement.ts'

/** Reading files that consist of pictures. */

/** Resolutions of the two readings of each page, in dots per inch. */
const FIRST_DPI = 300
const SECOND_DPI = 200
/** Maximum number of places for which another reading is made, and of attempts to make the statement add up. */
const MOST_CHOICES = 150
const MOST_ATTEMPTS = 300
/** Maximum number of choices of which all pairs are tried. */
const MOST_PAIRED = 8

/** Reasons that a second reading cannot remove. */
const FINAL: ReadonlySet<Reason> = new Set([
  'not_a_bank_statement',
  'no_transactions',
  'changed_after_creation',
])

/**
 * Reads a file with pages that are pictures without text; `scanned` has their indexes. Each of them is read twice, at different sizes. The
 * result is verified only if both readings agree on each amount and date, or if the statement adds up with what one of the readings says
 * where they differ.
 */
export async function readScan<Picture>(
  original: StatementFile,
  scanned: readonly number[],
  pictures: Pictures<Picture>,
  recognizer: Recognizer<Picture>,
): Promise<StatementReading> {
  const [first, second] = [asTheyAre(original), asTheyAre(original)]
  const turns = original.pages.map((): Turn => 0)
  let turn: Turn = 0
  for (const at of scanned) {
    pictures.check()
    const upright: Upright<Picture> | null = await turnUpright(at, turn, pictures, recognizer)
    if (upright !== null) {
      first[at] = upright.page
      second[at] = await recognizer.words(upright.picture, SECOND_DPI)
      turns[at] = turn = upright.turn
    } else first[at] = second[at] = { words: [], slope: 0 }
    pictures.done(at)
  }
  const file = { ...original, pages: original.pages.map((page, at) => turned(page, turns[at] ?? 0)) }
  const attempt = (words: readonly (readonly Word[])[]) =>
    examine({ ...file, pages: file.pages.map((page, at) => ({ ...page, words: [...(words[at] ?? [])] })) })
  const whole = attempt(first.map(cleaned))
  const place = (reading: StatementReading) => placedBack(reading, first, file, turns)
  if (whole.reading.findings.some(({ reason }) => FINAL.has(reason))) return place(whole.reading)
  const lines = [first, second].map((pages) =>
    pages.map((page, at) => {
      const shape = file.pages[at]
      return shape === undefined ? [] : recognizedLines(shape, cleaned(page), at + 1)
    }),
  )
  const choices = scanned
    .flatMap((at) => choicesOf(at, lines[0]?.[at] ?? [], lines[1]?.[at] ?? []))
    .slice(0, MOST_CHOICES)
  const sure: Decided[] = []
  const open: Choice[] = []
  let doubted: Choice | null = null
  let shown: { page: number; picture: Picture | null } = { page: -1, picture: null }
  for (const choice of choices) {
    pictures.check()
    if (shown.page !== choice.page)
      shown = { page: choice.page, picture: await pictures.at(choice.page, turns[choice.page]) }
    const decided = await decide(choice, shown.picture, recognizer)
    if ('words' in decided) sure.push(decided)
    else if (decided.options.length > 1) open.push(decided)
    if ('isDoubted' in decided && decided.isDoubted) doubted ??= choice
  }
  const base = first.map((page, at) =>
    withChoices(
      cleaned(page),
      sure.filter((one) => one.page === at),
    ),
  )
  const reading = settle(base, open, (words) => {
    pictures.check()
    return attempt(words)
  })
  return place(doubted === null ? reading : withDoubt(reading, doubted.page + 1))
}

/** A page as it is best read: how it is turned, and its first reading. */
interface Upright<Picture> {
  turn: Turn
  page: RecognizedPage
  picture: Picture
}

/** A word counts as read if the recognition is at least this sure of it. Of a page that is not upright, it reads few words. */
const SURE = 60

/**
 * Reads a page, and if most of its words cannot be read, in the other directions too. `usual` is how the page before was turned. Returns null
 * if the page has no picture.
 */
async function turnUpright<Picture>(
  at: number,
  usual: Turn,
  pictures: Pictures<Picture>,
  recognizer: Recognizer<Picture>,
): Promise<Upright<Picture> | null> {
  const read = async (turn: Turn) => {
    pictures.check()
    const picture = await pictures.at(at, turn)
    return picture && { turn, picture, page: await recognizer.words(picture, FIRST_DPI) }
  }
  const first = await read(usual)
  if (first === null || isRead(first.page)) return first
  // Only one picture is kept at a time.
  let best = { turn: usual, read: sureWords(first.page).length }
  for (const turn of ([0, 180, 90, 270] as const).filter((one) => one !== usual)) {
    const other = await read(turn)
    if (other === null || isRead(other.page)) return other
    if (sureWords(other.page).length > best.read) best = { turn, read: sureWords(other.page).length }
  }
  return read(best.turn)
}

const wholeWords = ({ words }: RecognizedPage) => words.filter(({ text }) => /[\p{L}\d]{2}/u.test(text))
const sureWords = (page: RecognizedPage) => wholeWords(page).filter(({ confidence }) => confidence >= SURE)
const isRead = (page: RecognizedPage) => sureWords(page).length * 2 >= wholeWords(page).length

const turned = (page: StatementPage, turn: Turn): StatementPage =>
  turn % 180 === 0 ? page : { ...page, width: page.height, height: page.width }

/** A place for which two of three readings say the same. */
interface Decided {
  page: number
  area: PageBox
  words: readonly Word[]
}

/** A choice after the third reading. `isDoubted` is true if the readings differ about something that no check covers. */
type Undecided = Choice & { isDoubted: boolean }

/** Reads the place of a choice a third time, alone. */
async function decide<Picture>(
  choice: Choice,
  picture: Picture | null,
  recognizer: Recognizer<Picture>,
): Promise<Decided | Undecided> {
  const { item, options, page, area } = choice
  if (picture === null) return { ...choice, isDoubted: false }
  if (item?.kind === 'amount') {
    const text = withUsualSeparators((await recognizer.part(picture, areaOf(item), true)).text)
    const cents = parseAmount(text)?.cents
    const isOther = options.length === 1 && Math.abs(cents ?? 0) !== Math.abs(item.cents ?? 0)
    if (cents === undefined || isOther) return { ...choice, isDoubted: false }
    const { x0, x1, y, size } = item
    return {
      ...choice,
      options: [...options, [{ text, x0, x1, y, size, font: 'picture' }]],
      isDoubted: false,
    }
  }
  const says = options.map((words) => uncheckedIn(choice, words))
  const [one, other] = says
  if (one === undefined || other === undefined) return { ...choice, isDoubted: false }
  if (!contradicts(one, other)) {
    // A line whose account number only the second reading has.
    if (item === null && saysMore(other, one)) return { page, area, words: options[1] ?? [] }
    if (item === null || (one.date !== null && other.date !== null)) return { ...choice, isDoubted: false }
  }
  const { text } = await recognizer.part(picture, item === null ? area : areaOf(item), false)
  const { x0, x1, y1, y0 } = area
  const third = uncheckedIn(choice, [{ text, x0, x1, y: y1, size: y1 - y0, font: 'picture' }])
  const agreed = says.findIndex(
    (said) => saysMore(said, NOTHING) && !saysMore(said, third) && !contradicts(said, third),
  )
  const words = options[agreed]
  return words === undefined ? { ...choice, isDoubted: true } : { page, area, words }
}

const NOTHING: Unchecked = { date: null, period: null, last4: null }

/** Reading the dates, the period, or the number of the account twice did not give the same. */
function withDoubt(reading: StatementReading, page: number): StatementReading {
  return {
    ...reading,
    verdict: reading.verdict === 'verified' ? 'unverified' : reading.verdict,
    findings: [...reading.findings, finding('unreadable', 'reading_doubted', page)],
  }
}

/** The words of pages with text, as if they were recognized. */
const asTheyAre = ({ pages }: StatementFile): RecognizedPage[] =>
  pages.map(({ words }) => ({ words: words.map((word) => ({ ...word, confidence: 100 })), slope: 0 }))

/** Leaves out specks of dust, and evens the separators of amounts. */
function cleaned({ words }: RecognizedPage): RecognizedWord[] {
  const sizes = words.map(({ size }) => size).toSorted((one, other) => one - other)
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0
  const even = words
    .filter((word) => !isSpeck(word, usual))
    .map((word) => ({ ...word, text: withUsualSeparators(word.text) }))
  // A sign at the start of a line that belongs to no amount is dust, too.
  const isFirst = (word: Word) =>
    !even.some((other) => other.x0 < word.x0 && Math.abs(other.y - word.y) < other.size * 0.6)
  const amounts = even.filter(({ text }) => parseAmount(text) !== null)
  return even.filter(
    (word) =>
      !/^[-−–+]$/.test(word.text) || !isFirst(word) || amounts.some((amount) => isBeside(word, amount)),
  )
}

/** Moves the places of the entries from the leveled and turned pages to the pages as they are. */
function placedBack(
  reading: StatementReading,
  recognized: readonly RecognizedPage[],
  { pages }: StatementFile,
  turns: readonly Turn[],
): StatementReading {
  const back = (transaction: Transaction): Transaction => {
    const slope = recognized[transaction.page - 1]?.slope ?? 0
    const { width = 0, height = 0 } = pages[transaction.page - 1] ?? {}
    const { x0, x1, y, size } = transaction.place
    const [dx, dy] = [slope * (y - height / 2), slope * ((x0 + x1) / 2 - width / 2)]
    const level = { x0: x0 - dx, x1: x1 - dx, y: y + dy, size }
    return { ...transaction, place: turnedBack(level, turns[transaction.page - 1] ?? 0, width, height) }
  }
  const accounts = reading.accounts.map((account) => ({
    ...account,
    months: account.months.map((month) => ({ ...month, transactions: month.transactions.map(back) })),
  }))
  return { ...reading, accounts }
}

/** Returns a place of a turned page, which has this size, on the page as it is. */
function turnedBack(place: Transaction['place'], turn: Turn, width: number, height: number) {
  const { x0, x1, y, size } = place
  if (turn === 180) return { x0: width - x1, x1: width - x0, y: height - y + size, size }
  if (turn === 90) return { x0: y - size, x1: y, y: width - x0, size: x1 - x0 }
  if (turn === 270) return { x0: height - y, x1: height - y + size, y: x1, size: x1 - x0 }
  return place
}

/** Takes the options with which the statement adds up best, one after another, and in pairs if single ones do not help. */
function settle(
  words: readonly (readonly Word[])[],
  choices: readonly Choice[],
  attempt: (words: readonly (readonly Word[])[]) => Examined,
): StatementReading {
  let attempts = 0
  const taken = new Map<Choice, number>()
  const tryWith = (changes: readonly (readonly [Choice, number])[]) => {
    attempts++
    const all = new Map([...taken, ...changes])
    return attempt(
      words.map((page, at) =>
        withChoices(
          page,
          [...all].flatMap(([choice, option]) =>
            choice.page === at && option > 0
              ? [{ area: choice.area, words: choice.options[option] ?? [] }]
              : [],
          ),
        ),
      ),
    )
  }
  let best = tryWith([])
  /** Takes each set of changes that helps. Returns false if none does. */
  const improve = (sets: readonly (readonly (readonly [Choice, number])[])[]): boolean => {
    let hasHelped = false
    for (const set of sets) {
      if (attempts >= MOST_ATTEMPTS || best.misfits === 0) break
      if (set.every(([choice, option]) => (taken.get(choice) ?? 0) === option)) continue
      const other = tryWith(set)
      if (other.misfits >= best.misfits) continue
      best = other
      for (const [choice, option] of set) taken.set(choice, option)
      hasHelped = true
    }
    return hasHelped
  }
  const steps = choices.flatMap((choice) => choice.options.map((_, at) => [choice, at] as const))
  const singles = steps.map((step) => [step])
  const pairs =
    choices.length > MOST_PAIRED
      ? []
      : steps.flatMap((one, at) =>
          steps.slice(at + 1).flatMap((other) => (other[0] === one[0] ? [] : [[one, other]])),
        )
  while (best.misfits > 0 && attempts < MOST_ATTEMPTS) if (!improve(singles) && !improve(pairs)) break
  return best.reading
}
