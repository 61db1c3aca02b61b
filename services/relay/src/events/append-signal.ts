import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import type { RelayStore } from '../store/relay-store.ts'

/** Wakes readers when an event is appended in their environment. */
export class AppendSignal {
  readonly #waiting = new Map<Environment, Set<() => void>>()
  readonly #unsubscribe: () => void

  constructor(store: Pick<RelayStore, 'onAppended'>) {
    this.#unsubscribe = store.onAppended((environment) => this.#wake(environment))
  }

  /**
   * Starts listening. To miss no event, call `listen` first, then read the log, and `wait` only if the read found nothing. `wait` resolves
   * with true on the first append since `listen`, and with false after `milliseconds` or when `signal` aborts. Always call `end`.
   */
  listen(environment: Environment): {
    wait: (milliseconds: number, signal: AbortSignal) => Promise<boolean>
    end: () => void
  } {
    let settle = (_appended: boolean) => {}
    const settled = new Promise<boolean>((resolve) => {
      settle = resolve
    })
    const wake = () => settle(true)
    const giveUp = () => settle(false)
    const waiting = this.#waiting.get(environment) ?? new Set()
    this.#waiting.set(environment, waiting.add(wake))
    return {
      wait: async (milliseconds, signal) => {
        if (signal.aborted) return false
        const timer = setTimeout(giveUp, milliseconds)
        signal.addEventListener('abort', giveUp, { once: true })
        const appended = await settled
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        return appended
      },
      end: () => waiting.delete(wake),
    }
  }

  close(): void {
    this.#unsubscribe()
  }

  #wake(environment: Environment): void {
    const waiting = this.#waiting.get(environment)
    if (waiting === undefined) return
    for (const wake of waiting) wake()
    waiting.clear()
  }
}
