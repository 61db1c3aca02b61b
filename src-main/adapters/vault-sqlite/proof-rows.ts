import { hash as digest } from 'node:crypto'
import type { Database } from 'better-sqlite3-multiple-ciphers'
import {
  hashedText,
  NO_ENTRY,
  wellFormed,
  type ProofEntry,
  type ProofFact,
} from '../../../src-shared/proof/proof-entry.ts'

import { DEVICE } from '../../core/ports/vault.ts'
import type { SettingRows } from './setting-rows.ts'
import { Statements } from './statements.ts'

export class ProofRows {
  readonly #statements: Statements
  readonly #settings: SettingRows
  /** Device on which this vault is open, read once per commit. */
  #device: string | null | undefined

  constructor(database: Database, settings: SettingRows) {
    this.#statements = new Statements(database)
    this.#settings = settings
  }

  /** Appends to a deal's chain, within the transaction of the step that the fact describes. */
  append(deal_id: string, at: string, fact: ProofFact): void {
    const last = this.#statements
      .of('SELECT seq, hash FROM proof WHERE deal_id = ? ORDER BY seq DESC LIMIT 1')
      .get(deal_id) as { seq: number; hash: string } | undefined
    const seq = (last?.seq ?? 0) + 1
    const text = hashedText(
      wellFormed({ seq, deal_id, at, device: this.#deviceNow(), fact, previous: last?.hash ?? NO_ENTRY }),
    )
    this.#statements
      .of('INSERT INTO proof (deal_id, seq, entry, hash) VALUES (?, ?, ?, ?)')
      .run(deal_id, seq, text, digest('sha256', text))
  }

  /** Call at the start of a commit, and after a write to a setting. */
  forgetDevice(): void {
    this.#device = undefined
  }

  #deviceNow(): string | null {
    if (this.#device === undefined) this.#device = this.#settings.get(DEVICE)
    return this.#device
  }

  list(deal_id: string): ProofEntry[] {
    const rows = this.#statements
      .of('SELECT entry, hash FROM proof WHERE deal_id = ? ORDER BY seq')
      .all(deal_id) as { entry: string; hash: string }[]
    return rows.map(({ entry, hash }) => ({ ...JSON.parse(entry), hash }) as ProofEntry)
  }
}
