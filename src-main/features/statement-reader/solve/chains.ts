import { spend } from './effort.ts'
import type { Cell, Row } from './rows.ts'

/**
 * Finds running balances: a column in which each balance is the one before it plus or minus the amounts between them. Nothing but arithmetic
 * tells which column that is, whether the rows go up or down in time, and which amounts are money in.
 */

/** A row of a chain, in the order of time. */
export interface Link {
  row: Row
  /** Amount with its sign. 0 for a row without an amount, such as a row with the opening balance. */
  cents: number
  /** The balance after the row. Null if the row prints none. */
  balance: number | null
  cell: Cell | null
}

export interface Chain {
  opening: number
  closing: number
  links: Link[]
  /** Evidence in bits: the equations of the chain would hold by chance once in 2^bits. */
  bits: number
  /** The row whose balance does not continue the chain before. Null for the first chain. */
  brokenAt: Row | null
  /** False if nothing tells the sign of the first amount, and so the opening balance. */
  isOpeningKnown: boolean
  /** True if the opening balance was chosen among the amounts outside of the rows, so that it proves nothing to find it there. */
  isOpeningChosen: boolean
}

/** Columns that are tried, those with the most amounts first. */
const MOST_COLUMNS = 8
/** Most amounts without a known sign between two balances. All their signs are tried. */
const MOST_FREE = 12

/** Returns the reading of rows as running balances with the most evidence. `known` has the amounts that stand outside of the rows. */
export function chainsOf(rows: readonly Row[], known: ReadonlySet<number>): Chain[] {
  const counts = new Map<number, number>()
  for (const { cells } of rows)
    for (const { column } of cells) counts.set(column, (counts.get(column) ?? 0) + 1)
  const columns = [...counts.keys()]
    .toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
    .slice(0, MOST_COLUMNS)
  let best: Chain[] = []
  for (const column of columns)
    for (const ordered of [rows, rows.toReversed()])
      for (const roles of rolesOf(ordered, column, columns)) {
        const found = new Follower(column, roles, known).read(ordered)
        if (evidenceOf(found) > evidenceOf(best)) best = found
      }
  return best
}

const evidenceOf = (chains: readonly Chain[]) => chains.reduce((sum, { bits }) => sum + bits, 0)

const balanceOf = ({ cells }: Row, column: number) =>
  cells.find((cell) => cell.column === column)?.cents ?? null
const moneyOf = ({ cells }: Row, column: number) =>
  cells.filter((cell) => cell.column !== column && cell.cents !== 0)
/** The amount of an entry of zero. Null if the row has no amount, or zeros in several columns. */
function zeroOf({ cells }: Row, column: number): Cell | null {
  const [zero, ...more] = cells.filter((cell) => cell.column !== column && !cell.isWhole)
  return zero === undefined || more.length > 0 ? null : zero
}
const isDated = ({ strip }: Row) => strip.dates.length > 0
/** Least evidence of a month, in bits: by chance, its equations would hold once in 2^40. */
export const LEAST_BITS = 40
/** What an equation between amounts of this size proves. */
export const bitsOf = (cents: number) => Math.log2(10) * String(Math.abs(cents)).length

/** What is known of a column of amounts. */
interface Role {
  /** How often the difference between a balance and the next one equals an amount of the column. */
  explains: number
  /** +1 if all of them are money in, −1 if all are money out, 0 if the column has both. */
  sign: number
  /** The sign of its amounts without a mark, if others have one. */
  unmarked: number
}

/**
 * Returns the possible meanings of the other columns. Single rows between two balances show them. If each balance is below several rows, tries
 * each column with signs, and each pair of a column for money in and one for money out.
 */
function rolesOf(rows: readonly Row[], column: number, columns: readonly number[]): Map<number, Role>[] {
  const roles = new Map<number, Role>()
  let [count, of] = [0, 0]
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1]
    const one = before === undefined ? null : balanceOf(before, column)
    const other = balanceOf(row, column)
    const money = moneyOf(row, column)
    if (one === null || other === null || money.length === 0) continue
    of++
    const fitting = money.filter(({ cents }) => Math.abs(cents) === Math.abs(other - one))
    if (fitting.length > 0) count++
    for (const cell of fitting) {
      const known = roles.get(cell.column)
      const sign = Math.sign(other - one)
      const unmarked = known?.unmarked ?? unmarkedSign(rows, cell.column)
      roles.set(cell.column, {
        explains: (known?.explains ?? 0) + 1,
        sign: known === undefined || known.sign === sign ? sign : 0,
        // Amounts without a mark have both signs: only totals have marks.
        unmarked: cell.isSigned || sign === unmarked ? unmarked : 0,
      })
    }
  }
  const others = columns.filter((one) => one !== column)
  const guess = (sign: number, one: number): [number, Role] => [
    one,
    { explains: 1, sign, unmarked: unmarkedSign(rows, one) },
  ]
  // Single rows can leave out a column, for example that of money in.
  const unknown = others.filter((one) => !roles.has(one))
  if (count > 0)
    return count * 2 < of
      ? []
      : [roles, ...unknown.flatMap((one) => [1, -1].map((sign) => new Map([...roles, guess(sign, one)])))]
  return others.flatMap((one) => [
    ...(unmarkedSign(rows, one) === 0 ? [] : [new Map([guess(0, one)])]),
    ...others.filter((other) => other !== one).map((other) => new Map([guess(1, one), guess(-1, other)])),
  ])
}

/** The sign of the amounts without a mark, in a column where the others have one. 0 if no amount of the column has a mark. */
function unmarkedSign(rows: readonly Row[], column: number): number {
  const marked = rows.flatMap(({ cells }) => cells.filter((cell) => cell.column === column && cell.isSigned))
  if (marked.length === 0) return 0
  return marked.some(({ cents }) => cents < 0) ? 1 : -1
}

class Follower {
  readonly #column: number
  readonly #roles: Map<number, Role>
  readonly #known: ReadonlySet<number>
  readonly #chains: Chain[] = []
  #waiting: Row[] = []

  constructor(column: number, roles: Map<number, Role>, known: ReadonlySet<number>) {
    this.#column = column
    this.#roles = roles
    this.#known = known
  }

  read(rows: readonly Row[]): Chain[] {
    spend(rows.length)
    for (const row of rows) {
      const balance = balanceOf(row, this.#column)
      // Amounts in columns that explain no difference belong to another table.
      if (balance === null) {
        if (moneyOf(row, this.#column).length === 0 || this.#amountOf(row) !== null) this.#waiting.push(row)
      } else {
        this.#take(row, balance)
        this.#waiting = []
      }
    }
    const found = this.#chains.filter(({ bits, links }) => bits > 0 || links.some(({ row }) => isDated(row)))
    return found.map((chain, at) => (at === 0 ? { ...chain, brokenAt: null } : chain))
  }

  #take(row: Row, balance: number): void {
    if (this.#continue(row, balance)) return
    // An undated line can be no part of the table.
    if (isDated(row)) this.#start(row, balance)
  }

  /** Adds a row to the last chain. Returns false if its balance does not follow. */
  #continue(row: Row, balance: number): boolean {
    const chain = this.#chains.at(-1)
    if (chain === undefined) return false
    const difference = balance - chain.closing
    const dated = this.#waiting.filter(isDated)
    const found =
      this.#explain([...this.#waiting, row], difference) ??
      (dated.length < this.#waiting.length ? this.#explain([...dated, row], difference) : null) ??
      this.#explain([row], difference) ??
      (difference === 0 ? this.#totals(row, chain) : null)
    if (found === null) return false
    chain.links.push(...found.links)
    chain.bits += found.bits
    chain.closing = balance
    const last = chain.links.at(-1)
    if (last !== undefined && last.row === row) last.balance = balance
    return true
  }

  /** A row with totals repeats the last balance. */
  #totals(row: Row, { links }: Chain): { links: Link[]; bits: number } | null {
    const isTotal = moneyOf(row, this.#column).every((total) => {
      const sum = links.reduce(
        (all, { cell }) => all + (cell?.column === total.column ? Math.abs(cell.cents) : 0),
        0,
      )
      return sum === Math.abs(total.cents)
    })
    return isTotal
      ? { links: [toLink(row, null, 0)], bits: bitsOf(moneyOf(row, this.#column)[0]?.cents ?? 0) }
      : null
  }

  /** Starts a chain with a row. Its own amount tells the balance before it. */
  #start(row: Row, balance: number): void {
    const rows = [...this.#waiting.filter(isDated), row]
    if (rows.length > 1 && this.#chains.length === 0) {
      // The first balance stands below several rows. The balance before them stands outside of the table.
      const found = [...this.#known].flatMap((opening) => {
        const explained = this.#explain(rows, balance - opening)
        return explained === null ? [] : [{ opening, ...explained }]
      })
      const [only] = found
      if (only !== undefined && found.length === 1) {
        const links = only.links.map((link) => (link.row === row ? { ...link, balance } : link))
        const bits = Math.max(0, only.bits - Math.log2(this.#known.size))
        this.#chains.push({
          ...{ ...only, links, bits, closing: balance, brokenAt: row },
          ...{ isOpeningKnown: true, isOpeningChosen: true },
        })
        return
      }
    }
    const cell = this.#amountOf(row)
    // The only amount of its column can be an entry, too: a page with its balance may be missing.
    const isUnread = cell === null && moneyOf(row, this.#column).some(({ isWhole }) => !isWhole)
    const sign = isUnread ? null : cell === null ? 0 : this.#firstSign(cell, balance)
    const cents = cell === null ? 0 : Math.abs(cell.cents) * (sign ?? 1)
    this.#chains.push({
      opening: balance - cents,
      closing: balance,
      links: [{ row, cents, balance, cell }],
      bits: 0,
      brokenAt: row,
      isOpeningKnown: sign !== null,
      isOpeningChosen: false,
    })
  }

  /** The amount of a row: in the column that explains the most differences. */
  #amountOf(row: Row): Cell | null {
    const rank = (cell: Cell) => this.#roles.get(cell.column)?.explains ?? 0
    const [best] = moneyOf(row, this.#column).toSorted((one, other) => rank(other) - rank(one))
    return best === undefined || rank(best) === 0 ? null : best
  }

  /** The sign of an amount before which no balance stands. */
  #firstSign(cell: Cell, balance: number): number | null {
    const [plus, minus] = [1, -1].map((sign) => this.#known.has(balance - Math.abs(cell.cents) * sign))
    if (plus !== minus) return plus === true ? 1 : -1
    return this.#signOf(cell)
  }

  #signOf({ column, isSigned, cents }: Cell): number | null {
    const { sign = 0, unmarked = 0 } = this.#roles.get(column) ?? {}
    // A minus in a column of money in is money out.
    if (sign !== 0) return sign > 0 && isSigned && cents < 0 ? -1 : sign
    if (isSigned) return Math.sign(cents)
    return unmarked === 0 ? null : unmarked
  }

  /** Finds the amounts and signs with which rows change a balance by `difference`. Null if there are none, or several. */
  #explain(rows: readonly Row[], difference: number): { links: Link[]; bits: number } | null {
    const money = rows.map((row) => moneyOf(row, this.#column))
    const busy = rows.filter((_, at) => (money[at]?.length ?? 0) > 0)
    if (busy.length === 0)
      return difference === 0
        ? { links: rows.map((row) => toLink(row, zeroOf(row, this.#column), 0)), bits: 0 }
        : null
    const [only] = busy
    if (busy.length === 1 && only !== undefined) {
      const cells = moneyOf(only, this.#column)
      const rank = (cell: Cell) => this.#roles.get(cell.column)?.explains ?? 0
      const cell = cells
        .filter(({ cents }) => Math.abs(cents) === Math.abs(difference))
        .toSorted((one, other) => rank(other) - rank(one))[0]
      if (cell === undefined) return null
      const links = rows.map((row) => (row === only ? toLink(row, cell, difference) : toLink(row, null, 0)))
      return { links, bits: Math.max(0, bitsOf(difference) - Math.log2(2 * cells.length)) }
    }
    const cells = rows.map((row) => this.#amountOf(row))
    if (busy.some((row) => this.#amountOf(row) === null)) return null
    const signs = this.#signsFor(cells, difference)
    if (signs === null) return null
    const free = cells.filter((cell) => cell !== null && this.#signOf(cell) === null).length
    const links = rows.map((row, at) => {
      const cell = cells[at] ?? null
      return toLink(row, cell, cell === null ? 0 : Math.abs(cell.cents) * (signs[at] ?? 1))
    })
    return { links, bits: Math.max(0, bitsOf(difference) - free - 1) }
  }

  /** Tries all signs of the amounts whose sign is not known. Null unless exactly one choice fits. */
  #signsFor(cells: readonly (Cell | null)[], difference: number): number[] | null {
    let found: number[] | null = null
    const known = cells.map((cell) => (cell === null ? 0 : this.#signOf(cell)))
    const free = known.flatMap((sign, at) => (sign === null ? [at] : []))
    if (free.length > MOST_FREE) return null
    for (let choice = 0; choice < 2 ** free.length; choice++) {
      spend(cells.length)
      const signs = known.map((sign, at) => sign ?? (((choice >> free.indexOf(at)) & 1) === 1 ? -1 : 1))
      const sum = signs.reduce((total, sign, at) => total + sign * Math.abs(cells[at]?.cents ?? 0), 0)
      if (sum !== difference) continue
      if (found !== null) return null
      found = signs
    }
    return found
  }
}

const toLink = (row: Row, cell: Cell | null, cents: number): Link => ({ row, cents, balance: null, cell })
