import type { CreditBox } from '../../src-shared/credit-box/credit-box.ts'
import { ok, type AppError } from '../../src-shared/errors.ts'
import { call, on } from '../api/funding-desk.ts'
import { createServerStore } from './server-store.ts'

/** The broker's credit boxes. */
export const useCreditBoxes = createServerStore<CreditBox[]>({
  initial: null,
  async read() {
    const read = await call('credit_box.get', {})
    return read.ok ? ok(read.value.boxes) : read
  },
  listen: ({ load }) => [on('credit_box.changed', load)],
})

export function saveCreditBoxes(boxes: CreditBox[]): Promise<AppError | null> {
  return useCreditBoxes.getState().change(async () => {
    const saved = await call('credit_box.save', { boxes })
    return saved.ok ? ok(saved.value.boxes) : saved
  })
}
