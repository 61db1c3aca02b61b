import type { Verification } from '../../../src-shared/platform/webhook/event.ts'
import type { InboxEvent } from '../../platform/vault/records.ts'
import type { Statements } from '../../platform/vault/statements.ts'

interface Amount {
  count: number
  bytes: number
}

/**
 * Maximum number and size of stored events of unknown applications (no deal has their application_id). Hints (events whose signature does
 * not cover the body) have a separate limit, because anyone with one genuine signature can create any number of them. Hints must not
 * displace events with a body signature.
 */
const LIMITS: Record<Verification, Amount> = {
  body: { count: 10_000, bytes: 32 * 1024 * 1024 },
  hint: { count: 1_000, bytes: 4 * 1024 * 1024 },
}

const BYTES = 'length(raw_body) + length(signature)'

/** Limits the stored events of unknown applications (no deal has their application_id). Above the limit, deletes the oldest events. */
export class UnmatchedLimits {
  readonly #statements: Statements
  /** Number and size of the stored events, or null until the events are counted. */
  #kept: Record<Verification, Amount> | null = null

  constructor(statements: Statements) {
    this.#statements = statements
  }

  /** Counts a newly inserted event. If the limit is exceeded, deletes older events and returns their number. */
  add({ verification, raw_body, signature }: InboxEvent): number {
    if (this.#kept === null) this.#kept = this.#count()
    else {
      this.#kept[verification].count += 1
      this.#kept[verification].bytes += raw_body.length + signature.length
    }
    const kept = this.#kept[verification]
    const limit = LIMITS[verification]
    let dropped = 0
    while (kept.count > limit.count || kept.bytes > limit.bytes) {
      const oldest = this.#statements
        .of(
          `SELECT number, ${BYTES} AS bytes FROM events WHERE state = 'waiting' AND verification = ?
           ORDER BY number LIMIT 1`,
        )
        .get(verification) as { number: number; bytes: number } | undefined
      if (oldest === undefined) break
      this.#statements.of('DELETE FROM events WHERE number = ?').run(oldest.number)
      kept.count -= 1
      kept.bytes -= oldest.bytes
      dropped += 1
    }
    return dropped
  }

  /**
   * Discards the count of stored events, so that the next `add` counts them again. Call this after the state of an event changed, or after
   * a rollback.
   */
  recount(): void {
    this.#kept = null
  }

  #count(): Record<Verification, Amount> {
    const rows = this.#statements
      .of(
        `SELECT verification, count(*) AS count, sum(${BYTES}) AS bytes FROM events WHERE state = 'waiting'
         GROUP BY verification`,
      )
      .all() as ({ verification: Verification } & Amount)[]
    const of = (verification: Verification) =>
      rows.find((row) => row.verification === verification) ?? { count: 0, bytes: 0 }
    return { body: of('body'), hint: of('hint') }
  }
}
