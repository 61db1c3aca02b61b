import type { Vault } from '../ports/vault.ts'
import { CLOCK_TOLERANCE_MS, laterOf, unlessAhead } from './arrival.ts'
import { RELAY_FLOOR } from './receive-events.ts'

/** Knows an instant before which no further event can have arrived, so that the relay cannot date one back. */
export class ArrivalFloor {
  readonly #vault: Vault
  /** When this computer last had every event of the relay, in milliseconds since the epoch. */
  #levelAt: number | null = null

  constructor(vault: Vault) {
    this.#vault = vault
  }

  /** Everything that the relay had by `now` is here. */
  level(now: number): void {
    this.#levelAt = now
  }

  /** The same, and a later start still knows it. */
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

  /** The clocks of the two computers may differ. */
  notBefore(): string | null {
    return this.#levelAt === null ? null : new Date(this.#levelAt - CLOCK_TOLERANCE_MS).toISOString()
  }
}
