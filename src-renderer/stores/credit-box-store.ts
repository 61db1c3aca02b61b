import { create } from 'zustand'
import type { CreditBox, CreditBoxes } from '../../src-shared/credit-box/credit-box.ts'
import type { AppError, Result } from '../../src-shared/errors.ts'
import { call, on } from '../api/funding-desk.ts'

interface CreditBoxState {
  /** Null until they were read. */
  boxes: CreditBox[] | null
  error: AppError | null
  load(): Promise<void>
  save(boxes: CreditBox[]): Promise<Result<CreditBoxes>>
}

/** The broker's credit boxes. */
export const useCreditBoxes = create<CreditBoxState>()((set) => ({
  boxes: null,
  error: null,
  async load() {
    const read = await call('credit_box.get', {})
    set(read.ok ? { boxes: read.value.boxes, error: null } : { error: read.error })
  },
  async save(boxes) {
    const saved = await call('credit_box.save', { boxes })
    if (saved.ok) set({ boxes: saved.value.boxes, error: null })
    return saved
  },
}))

/** Another window may have changed them. */
export function followCreditBoxes(): () => void {
  void useCreditBoxes.getState().load()
  return on('credit_box.changed', () => void useCreditBoxes.getState().load())
}
