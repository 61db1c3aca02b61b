import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { AppError, Result } from '../../../src-shared/platform/base/errors.ts'

export interface ServerState<T, Initial> {
  value: T | Initial
  error: AppError | null
  load(): Promise<void>
  /** Waits for `work` and stores the value that it returns. If `work` fails, the caller must show the error. */
  change(work: Promise<Result<T>>): Promise<Result<T>>
}

export interface ServerStore<T, Initial = null> extends UseBoundStore<StoreApi<ServerState<T, Initial>>> {
  /** Stores a value that the caller received, for example with an event. */
  adopt(this: void, value: T): void
  /** Loads the value and updates it after each event until the returned function is called. */
  follow(this: void): () => void
}

interface ServerStoreOptions<T, Initial> {
  read(): Promise<Result<T>>
  initial: Initial
  /** Subscribes to the events that change the value. Returns the functions that unsubscribe. */
  listen?(store: { load(): void; adopt(value: T): void }): (() => void)[]
  /** True to hide the old value while a new value is loaded, because the old value may belong to another environment. */
  clearsOnLoad?: boolean
}

/**
 * Creates a store for one value that the main process owns. Ignores the response to a request if the store has since sent a newer request
 * or received an event.
 */
export function createServerStore<T, Initial extends T | null = null>({
  read,
  initial,
  listen,
  clearsOnLoad = false,
}: ServerStoreOptions<T, Initial>): ServerStore<T, Initial> {
  let latest = 0
  const useStore = create<ServerState<T, Initial>>()((set) => ({
    value: initial,
    error: null,
    async load() {
      const request = ++latest
      if (clearsOnLoad) set({ value: initial, error: null })
      const answer = await read()
      if (request === latest) set(answer.ok ? { value: answer.value, error: null } : { error: answer.error })
    },
    async change(work) {
      const changed = await work
      if (changed.ok) adopt(changed.value)
      return changed
    },
  }))
  function adopt(value: T): void {
    latest++
    useStore.setState({ value, error: null })
  }
  const load = () => void useStore.getState().load()

  function follow(): () => void {
    const stops = listen?.({ load, adopt }) ?? []
    load()
    return () => stops.forEach((stop) => stop())
  }
  return Object.assign(useStore, { adopt, follow })
}
