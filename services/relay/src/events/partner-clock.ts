/** Reads the clocks. `wall` is this machine's clock in milliseconds since the epoch. `steady` counts milliseconds and is never set. */
interface Clocks {
  wall: () => number
  steady: () => number
}

const SYSTEM_CLOCKS: Clocks = { wall: () => Date.now(), steady: () => performance.now() }

/**
 * Compares this machine's clock with the partner's. The partner's time comes from the `Date` header of its key set, which the relay reads
 * every 15 minutes. Between two readings, a clock that nobody sets continues the partner's time. A jump of this machine's clock is therefore
 * visible at once.
 */
export class PartnerClock {
  readonly #clocks: Clocks
  /** For each key URL, the partner's time minus the steady clock. */
  readonly #readings = new Map<string, number>()

  constructor(clocks: Clocks = SYSTEM_CLOCKS) {
    this.#clocks = clocks
  }

  observe(jwks_url: string, partnerTime: number): void {
    if (Number.isFinite(partnerTime)) this.#readings.set(jwks_url, partnerTime - this.#clocks.steady())
  }

  secondsAhead(jwks_url: string): number | null {
    const reading = this.#readings.get(jwks_url)
    return reading === undefined ? null : (this.#clocks.wall() - this.#clocks.steady() - reading) / 1000
  }
}
