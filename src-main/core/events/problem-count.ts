import { ok, type Result } from '../../../src-shared/errors.ts'
import type { Vault } from '../ports/vault.ts'

/** Number of rejected or suspicious notifications, for the connection status. */
export class ProblemCount {
  readonly #vault: Vault
  readonly #changed: () => void
  count = 0

  constructor(vault: Vault, changed: () => void) {
    this.#vault = vault
    this.#changed = changed
  }

  async recount(): Promise<void> {
    const problems = await this.#vault.eventProblems()
    if (!problems.ok) return
    this.count = problems.value.reduce((sum, { count }) => sum + count, 0)
    this.#changed()
  }

  async clear(): Promise<Result<void>> {
    const cleared = await this.#vault.commit([{ write: 'clear_event_problems' }])
    if (!cleared.ok) return cleared
    await this.recount()
    return ok(undefined)
  }
}
