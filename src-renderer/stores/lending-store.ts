import { create } from 'zustand'
import type { LendingBox, LendingBoxes } from '../../src-shared/lending/lending-box.ts'
import type { AppError, Result } from '../../src-shared/errors.ts'
import { call, on } from '../api/funding-desk.ts'
import { shownOffice } from './shown-office.ts'

interface LendingState {
  /** Null until they were read. */
  boxes: LendingBox[] | null
  error: AppError | null
  load(): Promise<void>
  save(boxes: LendingBox[]): Promise<Result<LendingBoxes>>
}

/** The broker's lending boxes. */
export const useLending = create<LendingState>()((set) => ({
  boxes: null,
  error: null,
  async load() {
    const read = await call('lending.get', {})
    set(read.ok ? { boxes: read.value.boxes, error: null } : { error: read.error })
  },
  async save(boxes) {
    const saved = await call('lending.save', { boxes, shown: shownOffice() })
    if (saved.ok) set({ boxes: saved.value.boxes, error: null })
    return saved
  },
}))

/** Another window may have changed them. */
export function followLending(): () => void {
  void useLending.getState().load()
  return on('lending.changed', () => void useLending.getState().load())
}
