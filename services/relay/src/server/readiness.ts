import type { EnvironmentKeys } from '../events/environment-keys.ts'
import type { RelayStore } from '../store/relay-store.ts'

/** A report is cached this long, because each check writes to the disk and anyone may ask. */
const HOLDS_MS = 2000

export interface ReadinessReport {
  ready: boolean
  /** Result of each check: `ok`, or the problem. */
  checks: Record<string, string>
}

/** Checks whether the relay can take notifications now: the store is writable and the partner's keys are known. */
export class Readiness {
  readonly #store: RelayStore
  readonly #keys: EnvironmentKeys
  readonly #stopping: AbortSignal
  #last: { at: number; report: Promise<ReadinessReport> } | null = null

  constructor(store: RelayStore, keys: EnvironmentKeys, stopping: AbortSignal) {
    this.#store = store
    this.#keys = keys
    this.#stopping = stopping
  }

  async report(): Promise<ReadinessReport> {
    if (this.#stopping.aborted) return { ready: false, checks: { relay: 'stopping' } }
    const now = performance.now()
    if (this.#last === null || now - this.#last.at > HOLDS_MS) this.#last = { at: now, report: this.#look() }
    return this.#last.report
  }

  async #look(): Promise<ReadinessReport> {
    try {
      await this.#store.probe()
      const environments = await this.#store.listEnvironments()
      const known = await Promise.all(
        environments.map(async (environment) => [
          `keys ${environment.name}`,
          (await this.#keys.areKnown(environment)) ? 'ok' : 'not known',
        ]),
      )
      const checks: Record<string, string> = {
        storage: 'ok',
        environments: environments.length > 0 ? 'ok' : 'none is set',
        ...Object.fromEntries(known),
      }
      return { ready: Object.values(checks).every((state) => state === 'ok'), checks }
    } catch {
      return { ready: false, checks: { storage: 'cannot be written' } }
    }
  }
}
