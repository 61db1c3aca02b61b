import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from 'better-sqlite3-multiple-ciphers'
import { merchantNameKey } from '../../../src-shared/domain/merchants.ts'
import { readIdNumber } from '../../../src-shared/entry/id-number.ts'
import { valueAt } from '../../../src-shared/profile/form-path.ts'
import type { StoredDeal } from '../../core/ports/vault.ts'
import { Statements } from './statements.ts'
import type { SettingRows } from './setting-rows.ts'

/** Setting with the key of the EINs' hashes, as hex. Each vault has its own key. */
const KEY = 'merchants.key'
/** Maximum number of deals of one merchant in an answer. */
const MOST = 50

type Merchant = Pick<StoredDeal, 'values' | 'legal_name'>

/** An index of the merchants of all deals, by EIN and by name. The index contains no EIN, only its keyed hash. */
export class MerchantRows {
  readonly #statements: Statements
  readonly #key: string

  constructor(database: Database, settings: SettingRows) {
    this.#statements = new Statements(database)
    const known = settings.get(KEY)
    this.#key = known ?? randomBytes(32).toString('hex')
    if (known === null) settings.set(KEY, this.#key)
  }

  insert(deal: StoredDeal): void {
    const { ein_key, name_key } = this.#keysOf(deal)
    this.#statements
      .of(
        `INSERT INTO merchants (deal_id, ein_key, name_key) VALUES (@deal_id, @ein_key, @name_key)
         ON CONFLICT (deal_id) DO UPDATE SET ein_key = excluded.ein_key, name_key = excluded.name_key`,
      )
      .run({ deal_id: deal.deal_id, ein_key, name_key })
  }

  /** Writes the keys only if they changed, because every keystroke saves the draft and calls this method. */
  update(before: StoredDeal, after: StoredDeal): void {
    const [old, now] = [this.#keysOf(before), this.#keysOf(after)]
    if (old.ein_key !== now.ein_key || old.name_key !== now.name_key) this.insert(after)
  }

  dismiss(deal_id: string): void {
    this.#statements.of('UPDATE merchants SET is_dismissed = 1 WHERE deal_id = ?').run(deal_id)
  }

  isDismissed(deal_id: string): boolean {
    return (
      this.#statements.of('SELECT is_dismissed FROM merchants WHERE deal_id = ?').pluck().get(deal_id) === 1
    )
  }

  /**
   * Returns other deals with the same EIN or the same name, newest first. A deal with the same name and another EIN is another merchant.
   */
  sameMerchant(
    deal_id: string,
  ): { deal_id: string; number: number; same: 'ein' | 'name'; ein_key: string }[] {
    return this.#statements
      .of(
        `SELECT deals.deal_id, deals.number, other.ein_key,
           CASE WHEN other.ein_key <> '' AND other.ein_key = mine.ein_key THEN 'ein' ELSE 'name' END AS same
         FROM merchants AS mine
           JOIN merchants AS other ON other.deal_id <> mine.deal_id
             AND other.deal_id IN (
               SELECT deal_id FROM merchants WHERE ein_key <> '' AND ein_key = mine.ein_key
               UNION SELECT deal_id FROM merchants WHERE name_key <> '' AND name_key = mine.name_key)
           JOIN deals ON deals.deal_id = other.deal_id
         WHERE mine.deal_id = ? AND (other.ein_key = mine.ein_key OR other.ein_key = '' OR mine.ein_key = '')
         ORDER BY coalesce(deals.submitted_at, deals.created_at) DESC LIMIT ${MOST}`,
      )
      .all(deal_id) as { deal_id: string; number: number; same: 'ein' | 'name'; ein_key: string }[]
  }

  #keysOf({ values, legal_name }: Merchant): { ein_key: string; name_key: string } {
    const typed = valueAt(values, 'company.ein')
    const ein = typeof typed === 'string' ? readIdNumber('ein', typed) : null
    return {
      ein_key:
        ein === null ? '' : createHmac('sha256', Buffer.from(this.#key, 'hex')).update(ein).digest('base64'),
      name_key: merchantNameKey(legal_name),
    }
  }
}
