import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { describePostgres } from '../support/relay/engines.ts'
import { tokenize, usesWithoutOffice } from '../support/relay/function-offices.ts'
import { runSql } from '../support/relay/postgres.ts'
import { storeAt } from '../support/relay/relay.ts'

// Every SQL statement of the relay's store must name the office whose rows it reads or changes.

const STORE = join(import.meta.dirname, '../../services/relay/src/store')
/** Files with statements about the whole database: the schema, and backups. */
const WHOLE_DATABASE = [
  'schema.ts',
  'migrations.ts',
  'open-database.ts',
  'backup.ts',
  'replaced-data.ts',
  'move.ts',
]

/** Tables whose rows belong to an office. */
const TABLES =
  'events known_ids devices pairing_codes inlets environments partner_profiles audit_log offices office_rates'.split(
    ' ',
  )

/**
 * Statements that do not choose the rows of one office, with the reason. The first words of a statement identify it. A statement that finds
 * the office of a secret returns the office, and everything that follows uses it.
 */
const EXCEPTIONS: [string, RegExp][] = [
  ['finds the office of its public id', /^SELECT office_id, public_id, .* FROM offices WHERE public_id = /],
  ['lists the offices for the administrator', /^SELECT office_id, public_id, .* FROM offices ORDER BY/],
  ['creates an office', /^INSERT INTO offices /],
  ['concerns the profiles that offices share', /^INSERT INTO partner_profiles \(name, jwks_url, /],
  [
    'finds the office of an inlet',
    /^SELECT .* FROM inlets JOIN environments ON environments.office_id = inlets.office_id/,
  ],
  [
    'finds the office of a pairing code',
    /^SELECT (pairing_codes\.)?office_id, code_hash, .* WHERE lookup = /,
  ],
  ['deletes expired codes of any office', /^DELETE FROM pairing_codes WHERE expires_at <= /],
  ['finds the office of a token', /^SELECT device_id, .* WHERE token_hash = /],
  [
    'tells the logs of all offices apart',
    /^SELECT office_id, name AS environment, last_seq FROM environments$/,
  ],
  ['deletes keys that no office uses any more', /^DELETE FROM key_sets WHERE jwks_url NOT IN/],
  [
    'finds out whether a signature was seen anywhere',
    /^SELECT office_id FROM known_ids WHERE signature_hash = /,
  ],
]

/** Returns what is wrong with a statement, or null. */
function problemOf(sql: string): string | null {
  const text = sql.replaceAll(/\s+/g, ' ').trim()
  if (EXCEPTIONS.some(([, pattern]) => pattern.test(text))) return null
  const tokens = tokenize(sql)
  const words = tokens.map((token) => token.text.toLowerCase())
  const used = tokens.flatMap(({ isName, text: name }, at) =>
    isName && /^(from|join|into|update)$/.test(words[at - 1] ?? '') && TABLES.includes(name) ? [name] : [],
  )
  if (used.length === 0) return null
  const isOffice = (word: string | undefined) => /(^|\.)office_id$/.test(word ?? '')
  // An insert names the office among its columns. Every other use of a table compares its office, or joins by it.
  if (words[0] === 'insert') {
    const columns = words.slice(0, words.indexOf(')'))
    return columns.some(isOffice) ? null : 'the insert has no office_id'
  }
  const compared = words.filter(
    (word, at) =>
      isOffice(word) &&
      (['=', 'in', 'is'].includes(words[at + 1] ?? '') ||
        words[at - 1] === '=' ||
        (words[at - 1] === 'by' && words[at - 2] !== 'order')),
  ).length
  const joins = words.filter((word) => word === 'using').length
  return compared + joins >= used.length
    ? null
    : `${used.length} tables, but office_id is compared ${compared} times`
}

interface SyntaxNode {
  type: string
  [key: string]: unknown
}

/** Returns all SQL texts of a source file. Embedded expressions of a template are replaced by a text that stands for them. */
function statementsOf(file: string): string[] {
  const found: string[] = []
  function visit(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, value, quasis, expressions } = node as SyntaxNode
    if (type === 'Literal' && typeof value === 'string') found.push(value)
    if (type === 'TemplateLiteral') {
      const names = (expressions as { name?: string }[]).map(({ name }) => columnsOf(name ?? ''))
      const parts = (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked)
      found.push(parts.map((text, at) => `${text}${names[at] ?? ''}`).join(''))
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found.map((text) => text.trim()).filter((text) => /^(SELECT|INSERT|UPDATE|DELETE|WITH)\s/.test(text))
}

/** Returns the text that stands for an embedded expression: the first columns of a column list, or a table's name. */
function columnsOf(name: string): string {
  const first: Record<string, string> = {
    OFFICE: 'office_id, public_id, rest',
    OFFICE_DEVICE: 'device_id, rest',
  }
  return first[name] ?? (name === 'table' || name === 'name' ? 'events' : 'column')
}

const files = readdirSync(STORE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !WHOLE_DATABASE.some((name) => file.endsWith(name)))
  .map((file) => join(STORE, file))

test('every SQL statement of the store names the office', () => {
  const statements = files.flatMap(statementsOf)
  expect(statements.length).toBeGreaterThan(60)
  expect(statements.flatMap((sql) => (problemOf(sql) === null ? [] : [`${problemOf(sql)}: ${sql}`]))).toEqual(
    [],
  )
})

describePostgres((server) => {
  let functions: Map<string, string>

  beforeAll(async () => {
    // The functions as the last migration left them.
    const url = await server().createDatabase()
    await (await storeAt(url)).close()
    const rows = await runSql(
      url,
      "SELECT proname, pg_get_functiondef(oid) AS body FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    )
    functions = new Map(rows.map(({ proname, body }) => [String(proname), String(body)]))
  })

  const appendEvents = () => functions.get('append_events') ?? ''

  test('every function of the database names the office in every use of a table', () => {
    const uses = usesWithoutOffice(appendEvents(), TABLES).all
    for (const table of ['environments', 'offices', 'known_ids', 'events'])
      expect(uses.join()).toContain(table)
    const bad = [...functions].flatMap(([name, body]) =>
      usesWithoutOffice(body, TABLES).bad.map((use) => `${name}: ${use}`),
    )
    // A signature that was seen at any office is refused everywhere with another body.
    expect(bad).toEqual(['append_events: known_ids other'])
  })

  test.each([
    ['known.office_id = judged.office_id AND ', '', 'known_ids known'],
    ['logs.office_id = added.office_id AND ', '', 'environments logs'],
    ['known.office_id = judged.office_id', 'known.office_id = known.office_id', 'known_ids known'],
    ['WHERE both_logs.office_id = offices.office_id', '', 'environments both_logs'],
    [
      'LEFT JOIN open_logs USING (office_id, environment)',
      'LEFT JOIN open_logs USING (environment)',
      'open_logs',
    ],
    ['LEFT JOIN numbered USING (office_id, id_hash)', 'LEFT JOIN numbered USING (id_hash)', 'numbered'],
    [
      "offices.state = 'active' AND (logs.office_id, logs.name)",
      "offices.state = 'active' AND (logs.name)",
      'offices',
    ],
  ])('append_events without an office is found: %s', (text, replacement, use) => {
    const changed = appendEvents().replace(text, replacement)
    expect(changed).not.toBe(appendEvents())
    expect(usesWithoutOffice(changed, TABLES).bad).toContain(use)
  })
})

test.each([
  ['SELECT seq FROM events WHERE environment = ?', 'tables'],
  ['UPDATE devices SET name = ? WHERE device_id = ?', 'tables'],
  ['DELETE FROM inlets WHERE inlet = ?', 'tables'],
  ['INSERT INTO devices (device_id, name) VALUES (?, ?)', 'insert'],
  ['SELECT office_id FROM devices WHERE device_id = ?', 'tables'],
  ['SELECT 1 FROM events JOIN devices ON true WHERE events.office_id = ?', 'tables'],
  ['SELECT office_id, seq FROM events WHERE seq > ? ORDER BY office_id, seq', 'tables'],
])('a statement without the office is found: %s', (sql, problem) => {
  expect(problemOf(sql)).toContain(problem)
})
