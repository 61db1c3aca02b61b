import type { OfficeEnvironment } from '../relay-store.ts'
import { INLETS_IN_USE, OFFICE_ENVIRONMENT } from '../columns.ts'
import type { Query } from './connections.ts'

const MAX_BATCH = 500

interface Waiting {
  inlet: string
  resolve: (environment: OfficeEnvironment | null) => void
  reject: (error: unknown) => void
}

/**
 * Finds the environments of inlets (webhook addresses). One statement serves all notifications that arrive in one turn of the event loop,
 * and those that arrive during a statement wait for the next one. There is no cache, so that a revoked inlet stops working at once at every
 * relay process.
 */
export class InletLookup {
  readonly #query: Query
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(query: Query) {
    this.#query = query
  }

  find(inlet: string): Promise<OfficeEnvironment | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ inlet, resolve, reject })
      if (this.#isRunning) return
      this.#isRunning = true
      setImmediate(() => void this.#run())
    })
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH)
      try {
        const rows = await this.#query<OfficeEnvironment & { inlet: string }>(
          `SELECT inlets.inlet, ${OFFICE_ENVIRONMENT} FROM ${INLETS_IN_USE} AND inlets.inlet = ANY($1)`,
          [[...new Set(batch.map(({ inlet }) => inlet))]],
        )
        const found = new Map(rows.map(({ inlet, ...environment }) => [inlet, environment]))
        for (const { inlet, resolve } of batch) resolve(found.get(inlet) ?? null)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isRunning = false
  }
}
