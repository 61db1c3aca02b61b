import { create } from 'zustand'
import type { VaultStatus } from '../../src-shared/domain/vault-status.ts'
import type { AppError, Result } from '../../src-shared/errors.ts'
import { call } from '../api/funding-desk.ts'

interface VaultState {
  status: VaultStatus | null
  error: AppError | null
  load(): Promise<void>
  /** Runs a change and takes over what holds then; the failure of a change is the caller's to show. */
  change(work: () => Promise<Result<VaultStatus>>): Promise<AppError | null>
}

/** How well the data is looked after: recovery code and backups. */
export const useVault = create<VaultState>()((set) => ({
  status: null,
  error: null,
  async load() {
    const read = await call('vault.status', {})
    set(read.ok ? { status: read.value, error: null } : { status: null, error: read.error })
  },
  async change(work) {
    const changed = await work()
    if (!changed.ok) return changed.error
    set({ status: changed.value, error: null })
    return null
  },
}))
