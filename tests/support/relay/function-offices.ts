/** One word, value, or sign of an SQL text. */
export interface Token {
  text: string
  isName: boolean
}

/** Splits a statement into names, values, and signs. Removes comments and the contents of texts. */
export function tokenize(sql: string): Token[] {
  const tokens: Token[] = []
  for (const [text] of sql.matchAll(/--[^\n]*|'[^']*'|[a-z_][\w.]*|[^\s\w]|\d+/gi))
    if (!text.startsWith('--')) tokens.push({ text, isName: /^[a-z_]/i.test(text) })
  return tokens
}

/** One use of a table, or of a named part (`WITH`) of a statement that is joined. */
interface Use {
  table: string
  /** Name of the table within the statement: its alias, if it has one. */
  ref: string
  isScoped: boolean
  /** Start and end of the innermost parentheses around the use, or of its statement. */
  block: [number, number]
  /** Names whose `office_id` must be equal to that of this use. */
  links: string[]
}

const isOffice = (word: string | undefined) => /(^|\.)office_id$/.test(word ?? '')
/** Words that can follow a table's name and are not an alias. */
const NO_ALIAS =
  /^(where|join|left|right|inner|cross|on|using|set|group|order|limit|for|union|returning|values|select|default|offset)$/

/**
 * Returns the uses of tables in a function of PostgreSQL that do not choose the rows of one office, as `TABLE ALIAS`. Each use must compare
 * its office with something that is not a table, such as an argument, or with a table that does so. Each joined part of a statement must be
 * joined by the office.
 */
export function usesWithoutOffice(body: string, tables: readonly string[]): { all: string[]; bad: string[] } {
  const words = tokenize(body).map(({ text }) => text.toLowerCase())
  const parts = words.filter((_, at) => /^(with|,)$/.test(words[at - 1] ?? '') && words[at + 1] === 'as')
  const uses = words.flatMap((table, at) => {
    const before = words[at - 1] ?? ''
    const isTable = tables.includes(table) && /^(from|join|into|update)$/.test(before)
    return isTable || (parts.includes(table) && before === 'join') ? [useAt(words, at)] : []
  })
  // A name refers to the use in the same parentheses, or in those around them. Anything else is not a table.
  const isAnchored = (name: string, { block }: Use) => {
    const named = uses.filter((use) => use.ref === name)
    const around = named.filter((use) => use.block[0] <= block[0] && use.block[1] >= block[1])
    const meant = around.toSorted((a, b) => b.block[0] - a.block[0])[0]
    return meant === undefined ? named.length === 0 : meant.isScoped
  }
  for (let changed = true; changed;) {
    changed = false
    for (const use of uses)
      if (!use.isScoped && use.links.some((name) => isAnchored(name, use))) changed = use.isScoped = true
  }
  const textOf = ({ table, ref }: Use) => (table === ref ? table : `${table} ${ref}`)
  return { all: uses.map(textOf), bad: uses.filter(({ isScoped }) => !isScoped).map(textOf) }
}

function useAt(words: string[], at: number): Use {
  const table = words[at] ?? ''
  let next = at + 1
  let ref = table
  if (words[next] === 'as') next += 1
  if (/^[a-z_]\w*$/.test(words[next] ?? '') && !NO_ALIAS.test(words[next] ?? '')) {
    ref = words[next] ?? ''
    next += 1
  }
  const [start, end] = blockAround(words, at)
  const use: Use = { table, ref, isScoped: false, block: [start, end], links: [] }
  const named = words[next] === 'using' ? next + 1 : next
  // The columns of an insert, or of `USING`.
  if (words[at - 1] === 'into' || named > next) {
    use.isScoped = words.slice(named, closing(words, named)).some(isOffice)
    return use
  }
  const isAlone = !words.slice(start, end).includes('join')
  const isOwn = (word: string | undefined) => word === `${ref}.office_id` || (isAlone && word === 'office_id')
  for (let place = start; place < end; place += 1) {
    if (!isOwn(words[place])) continue
    for (const other of [
      words[place + 1] === '=' ? words[place + 2] : undefined,
      words[place - 1] === '=' ? words[place - 2] : undefined,
    ])
      if (other !== undefined && isOffice(other) && !isOwn(other)) use.links.push(other.split('.')[0] ?? '')
    // A row in a list of rows: (office_id, name) IN (SELECT office_id, name …).
    const list = words[place - 1] === '(' ? closing(words, place - 1) + 1 : end
    if (words[list] === 'in' && words.slice(list, closing(words, list + 1)).some(isOffice))
      use.isScoped = true
  }
  return use
}

/** Returns the place of the parenthesis that closes the one at `open`. */
function closing(words: string[], open: number): number {
  let depth = 0
  for (let at = open; at < words.length; at += 1) {
    if (words[at] === '(') depth += 1
    if (words[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return words.length
}

/** Returns the start and the end of the innermost parentheses around a place, or of the statement. */
function blockAround(words: string[], at: number): [number, number] {
  let start = at
  for (let depth = 0; start > 0; start -= 1) {
    if (words[start] === ')') depth += 1
    if (words[start] === '(') depth -= 1
    if (depth < 0) return [start + 1, closing(words, start)]
    if (words[start] === ';') break
  }
  const end = words.indexOf(';', at)
  return [start, end === -1 ? words.length : end]
}
