import { createPublicKey, hash, type JsonWebKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

// The bare program of the bench `catch-up`: verifies signatures, and inserts events durably in groups of 500. Replies with the milliseconds.

interface Task {
  jwk: JsonWebKey
  /** File with the events, as JSON. */
  events: string
  /** New database. */
  database: string
}

process.on('message', ({ jwk, events: file, database: path }: Task) => {
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const events = JSON.parse(readFileSync(file, 'utf8')) as { signature: string; body: string }[]
  const began = performance.now()
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE events (event_id TEXT PRIMARY KEY, status TEXT, body TEXT, signature TEXT)`)
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?)')
  for (let at = 0; at < events.length; at += 500) {
    database.exec('BEGIN')
    for (const { signature, body } of events.slice(at, at + 500)) {
      const end = signature.lastIndexOf('.')
      const signed = Buffer.from(signature.slice(0, end))
      const bytes = Buffer.from(body, 'base64')
      const claims = Buffer.from(signature.split('.')[1] ?? '', 'base64url').toString()
      if (
        !verify('sha256', signed, key, Buffer.from(signature.slice(end + 1), 'base64url')) ||
        (JSON.parse(claims) as { body_sha256: string }).body_sha256 !== hash('sha256', bytes)
      )
        throw new Error('A signature is not valid.')
      const { event_id, status } = JSON.parse(bytes.toString()) as { event_id: string; status: string }
      insert.run(event_id, status, body, signature)
    }
    database.exec('COMMIT')
  }
  const ms = performance.now() - began
  database.close()
  process.send?.(ms)
})
