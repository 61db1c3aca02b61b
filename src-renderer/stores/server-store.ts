import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { AppError, Result } from '../../src-shared/errors.ts'

export interface ServerState<T, Initial> {
  value: T | Initial
  /** The error of the last request, if it failed. */
  error: AppError | null
  load(): Promise<void>
  /** Runs a change, and shows the value that it returns. If the change fails, returns the error, which the caller must show. */
  change(work: () => Promise<Result<T>>): Promise<AppError | null>
}

export interface ServerStore<T, Initial = null> extends UseBoundStore<StoreApi<ServerState<T, Initial>>> {
  /** Shows a value that an event delivered. */
  adopt(this: void, value: T): void
  /** Reads the value and keeps it current until the returned function is called. */
  follow(this: void): () => void
}

interface ServerStoreOptions<T, Initial> {
  read(): Promise<Result<T>>
  /** The value before the first response. */
  initial: Initial
  /** Subscribes to the events that change the value. Returns the functions that unsubscribe. */
  listen?(store: { load(): void; adopt(value: T): void }): (() => void)[]
  /** Hides the old value while a new one is read, because it may belong to another environment. */
  clearsOnLoad?: boolean
}

/** Creates a store for one value that main owns. Drops responses that are older than a newer request or event. */
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
      const changed = await work()
      if (!changed.ok) return changed.error
      adopt(changed.value)
      return null
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
