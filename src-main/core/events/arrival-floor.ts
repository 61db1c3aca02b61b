import type { Vault } from '../ports/vault.ts'
import { CLOCK_TOLERANCE_MS, laterOf, unlessAhead } from './arrival.ts'
import { RELAY_FLOOR } from './receive-events.ts'

/** Knows a time before which no further event can have arrived, so that the relay cannot backdate one. */
export class ArrivalFloor {
  readonly #vault: Vault
  /** Time when this computer last had all of the relay's events, in milliseconds since the epoch. */
  #levelAt: number | null = null

  constructor(vault: Vault) {
    this.#vault = vault
  }

  /** Records that everything the relay had at `now` is here. */
  level(now: number): void {
    this.#levelAt = now
  }

  /** Like `level`, and stores it for the next start. */
  async keep(now: number): Promise<void> {
    this.level(now)
    const not_before = this.notBefore()
    const kept = await this.#vault.getSetting(RELAY_FLOOR)
    if (!kept.ok) return
    const floor = unlessAhead(kept.value, new Date(now).toISOString())
    if (floor === null || laterOf(floor, not_before) !== floor)
      await this.#vault.commit([{ write: 'set_setting', key: RELAY_FLOOR, value: not_before }])
  }

  forget(): void {
    this.#levelAt = null
  }

  /** Returns the earliest believable arrival, with a tolerance because the two clocks may differ. */
  notBefore(): string | null {
    return this.#levelAt === null ? null : new Date(this.#levelAt - CLOCK_TOLERANCE_MS).toISOString()
  }
}
