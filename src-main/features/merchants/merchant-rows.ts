import { createHmac, randomBytes } from 'node:crypto'
import {
  merchantNameKey,
  type ExistingDeal,
  type Merchant,
  type SameMerchant,
} from '../../../src-shared/features/merchants/merchants.ts'
import type { DealRow } from '../../../src-shared/features/pipeline/pipeline.ts'
import { readIdNumber } from '../../../src-shared/platform/entry/id-number.ts'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import type { Statements } from '../../platform/vault/rows.ts'
import type { SettingRows } from '../../platform/vault/setting-rows.ts'

/** Setting with the key of the EINs' hashes, as hex. Each vault has its own key. */
const KEY = 'merchants.key'
/** Maximum number of deals of one merchant in an answer. */
const MOST = 50

type NamedDeal = Pick<StoredDeal, 'values' | 'legal_name'>

interface FoundRow {
  deal_id: string
  legal_name: string
  is_draft: number
}

export function merchantRows(index: MerchantIndex, { rowOf }: { rowOf(number: number): DealRow | null }) {
  return {
    reads: {
      /**
       * Returns the other deals of a deal's merchant, recognized by EIN or name, newest first, and whether the broker dismissed the offer to
       * reuse their values. Includes deals in the trash.
       */
      sameMerchant: (deal_id: string): SameMerchant => ({
        is_dismissed: index.isDismissed(deal_id),
        deals: index.sameMerchant(deal_id).flatMap(({ number, same, ein_key }) => {
          const row = rowOf(number)
          return row === null ? [] : [{ row, same, ein_key }]
        }),
      }),
      /** Returns the newest deal of each merchant, preferably a draft, by EIN or name; null if there is none outside the trash. */
      findMerchants: (asked: Merchant[]): (ExistingDeal | null)[] => index.find(asked),
    },
    writes: {
      dismiss_reuse({ deal_id }: { deal_id: string }) {
        index.dismiss(deal_id)
      },
    },
  }
}

/** An index of the merchants of all deals, by EIN and by name. The index contains no EIN, only its keyed hash. */
export class MerchantIndex {
  readonly #statements: Statements
  readonly #key: string

  constructor(statements: Statements, { reads, writes }: SettingRows) {
    this.#statements = statements
    const known = reads.getSetting(KEY)
    this.#key = known ?? randomBytes(32).toString('hex')
    if (known === null) writes.set_setting({ key: KEY, value: this.#key })
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

  /** Returns the deal of each merchant (see the read `findMerchants`). A draft wins over a submitted deal, and a newer deal over an older one. */
  find(merchants: readonly Merchant[]): (ExistingDeal | null)[] {
    return merchants.map(({ ein, name_key }) => {
      const ein_key = this.#einKey(ein)
      const found =
        (ein_key === '' ? undefined : this.#newest("ein_key <> '' AND ein_key = @ein_key", { ein_key })) ??
        (name_key === '' ? undefined : this.#byName(name_key, ein_key !== ''))
      return found === undefined
        ? null
        : { deal_id: found.deal_id, legal_name: found.legal_name, is_editable: found.is_draft === 1 }
    })
  }

  /** With a known EIN, a deal with the same name and another EIN is another merchant. Only a deal without an EIN can be the same. */
  #byName(name_key: string, hasEin: boolean): FoundRow | undefined {
    if (hasEin) return this.#newest("name_key <> '' AND name_key = @name_key AND ein_key = ''", { name_key })
    // Different EINs mean different businesses with the same name. The name alone then identifies none of them.
    const eins = this.#statements
      .of(
        `SELECT count(DISTINCT nullif(ein_key, '')) FROM merchants JOIN deals USING (deal_id)
         WHERE name_key <> '' AND name_key = ? AND deleted_at IS NULL`,
      )
      .pluck()
      .get(name_key) as number
    return eins > 1 ? undefined : this.#newest("name_key <> '' AND name_key = @name_key", { name_key })
  }

  /** Returns the newest of these deals, a draft if there is one. The condition names the index: the index contains no empty keys. */
  #newest(condition: string, keys: Record<string, string>): FoundRow | undefined {
    return this.#statements
      .of(
        `SELECT deal_id, deals.legal_name, deals.state IN ('draft', 'refused') AS is_draft
         FROM merchants JOIN deals USING (deal_id)
         WHERE ${condition} AND deleted_at IS NULL ORDER BY is_draft DESC, number DESC LIMIT 1`,
      )
      .get(keys) as FoundRow | undefined
  }

  #keysOf({ values, legal_name }: NamedDeal): { ein_key: string; name_key: string } {
    const typed = valueAt(values, 'company.ein')
    const ein = typeof typed === 'string' ? readIdNumber('ein', typed) : null
    return { ein_key: this.#einKey(ein ?? ''), name_key: merchantNameKey(legal_name) }
  }

  /** Returns the keyed hash of an EIN, or an empty string if there is no EIN. */
  #einKey(ein: string): string {
    return ein === '' ? '' : createHmac('sha256', Buffer.from(this.#key, 'hex')).update(ein).digest('base64')
  }
}
