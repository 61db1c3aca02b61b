import { DatabaseError } from '../errors.ts'
import type { OfficeEnvironment } from '../store/relay-store.ts'
import type { OfficeStore } from '../store/office-store.ts'
import { RateLimit } from './limits.ts'

const MINUTE_S = 60

interface Turns {
  office(office_id: number): Pick<OfficeStore, 'takeTurn'>
}

/**
 * Limits the notifications per minute of each office that has such a limit, in all relay processes together. The limit in the memory of this
 * process comes first, so that a flood causes only as many queries as the office may send notifications. While the database cannot be used,
 * this limit alone counts.
 */
export class OfficeLimit {
  readonly #store: Turns
  readonly #own = new RateLimit(0)

  constructor(store: Turns) {
    this.#store = store
  }

  async take({
    office_id,
    max_events_per_minute: perMinute,
  }: Pick<OfficeEnvironment, 'office_id' | 'max_events_per_minute'>): Promise<number> {
    if (perMinute === null) return 0
    if (perMinute === 0) return MINUTE_S
    const wait = this.#own.take(String(office_id), perMinute)
    if (wait > 0) return wait
    try {
      return await this.#store.office(office_id).takeTurn(perMinute)
    } catch (error) {
      if (error instanceof DatabaseError) return 0
      throw error
    }
  }
}
