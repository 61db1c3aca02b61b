import { create } from 'zustand'
import type { ServiceSettingsView } from '../../src-shared/domain/service-settings.ts'
import type { AppError, Result } from '../../src-shared/errors.ts'
import { call } from '../api/funding-desk.ts'

interface ServiceState {
  settings: ServiceSettingsView | null
  error: AppError | null
  load(): Promise<void>
  /** Runs a change and takes over what holds then; the failure of a change is the caller's to show. */
  change(work: () => Promise<Result<ServiceSettingsView>>): Promise<AppError | null>
}

/** How the service is talked to: paths, network, pace. */
export const useService = create<ServiceState>()((set) => ({
  settings: null,
  error: null,
  async load() {
    // Of another environment, or older than what another window kept: nothing of it may be shown, or be saved here.
    set({ settings: null, error: null })
    const read = await call('service.settings', {})
    set(read.ok ? { settings: read.value, error: null } : { error: read.error })
  },
  async change(work) {
    const changed = await work()
    if (!changed.ok) return changed.error
    set({ settings: changed.value })
    return null
  },
}))
