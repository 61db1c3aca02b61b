import { create } from 'zustand'
import type { Deal, DraftChange, FormValue, FormValues } from '../../src-shared/domain/deal.ts'
import type { AppError, FieldProblem } from '../../src-shared/errors.ts'
import { applyChanges } from '../../src-shared/profile/form-path.ts'
import { call, on } from '../api/funding-desk.ts'
import { useOffice } from './office-store.ts'

/** Typing pauses this long before a change is written: shorter than the time it takes to pull a plug on purpose. */
const SAVE_AFTER_MS = 150

export type SaveState = { state: 'saved' | 'unsaved' | 'saving' } | { state: 'failed'; error: AppError }

interface DealState {
  deal: Deal | null
  error: AppError | null
  /** The form as it is typed. Sensitive values stand in it masked, but for the one being typed. */
  values: FormValues
  problems: FieldProblem[]
  /** Fields the broker has been at: only their problems are shown until a submission was tried. */
  touched: ReadonlySet<string>
  showAllProblems: boolean
  save: SaveState
  pending: DraftChange[]
  /** Bytes sent of the documents on their way. */
  progress: Record<string, { sent: number; total: number }>
  submitting: boolean
  open(deal_id: string): Promise<void>
  reload(): Promise<void>
  change(change: DraftChange): void
  touch(path: string): void
  showMasked(path: string, mask: string): void
  revealProblems(): void
  flush(): Promise<boolean>
  setSubmitting(submitting: boolean): void
}

const closed = {
  deal: null,
  error: null,
  values: {},
  problems: [],
  touched: new Set<string>(),
  showAllProblems: false,
  save: { state: 'saved' },
  pending: [],
  progress: {},
  submitting: false,
} satisfies Partial<DealState>

let timer: ReturnType<typeof setTimeout> | null = null
let flushing: Promise<boolean> | null = null

/** The open deal, with the one queue through which everything typed is saved in order. */
export const useDeal = create<DealState>()((set, get) => {
  /** Writes what is pending until nothing is. What could not be written stays pending, in order. */
  async function write(deal_id: string): Promise<boolean> {
    for (;;) {
      const changes = get().pending
      if (changes.length === 0) return true
      set({ save: { state: 'saving' }, pending: [] })
      const saved = await call('drafts.save', { deal_id, changes: changes.slice(0, 200) })
      if (get().deal?.deal_id !== deal_id) return saved.ok
      if (!saved.ok) {
        const gone = saved.error.code === 'DEAL_NOT_EDITABLE' || saved.error.code === 'INVALID_INPUT'
        set({
          save: { state: 'failed', error: saved.error },
          pending: gone ? [] : [...changes, ...get().pending],
        })
        if (gone) await get().open(deal_id)
        return false
      }
      const { revision, field_problems } = saved.value
      const rest = [...changes.slice(200), ...get().pending]
      const deal = get().deal
      set({
        deal: deal === null ? null : { ...deal, revision },
        problems: field_problems,
        pending: rest,
        save: { state: rest.length === 0 ? 'saved' : 'unsaved' },
      })
    }
  }

  return {
    ...closed,
    async open(deal_id) {
      if (get().deal !== null && get().deal?.deal_id !== deal_id) {
        await get().flush()
        set(closed)
      }
      const got = await call('deals.get', { deal_id })
      if (!got.ok) return set({ ...closed, error: got.error })
      const deal = got.value
      set({ deal, error: null, values: deal.values, problems: deal.field_problems })
    },
    async reload() {
      const { deal } = get()
      if (deal === null) return
      const got = await call('deals.get', { deal_id: deal.deal_id })
      if (!got.ok || get().deal?.deal_id !== deal.deal_id) return
      const fresh = got.value
      // What is typed here is newer than what main has, unless somebody else changed the form.
      const isTyping = get().pending.length > 0 || flushing !== null
      const same = fresh.revision === get().deal?.revision && fresh.state === deal.state
      set({
        deal: fresh,
        ...(isTyping || same ? {} : { values: fresh.values }),
        ...(isTyping ? {} : { problems: fresh.field_problems }),
      })
    },
    change(change) {
      const { profile } = useOffice.getState()
      const { values, pending } = get()
      if (profile === null) return
      const next = applyChanges(profile, values, [change])
      if (next === null) return
      set({ values: next, pending: merge(pending, change), save: { state: 'unsaved' } })
      if (timer !== null) clearTimeout(timer)
      timer = setTimeout(() => void get().flush(), SAVE_AFTER_MS)
    },
    touch(path) {
      if (!get().touched.has(path)) set({ touched: new Set([...get().touched, path]) })
    },
    showMasked(path, mask) {
      const { profile } = useOffice.getState()
      const next = profile && applyChanges(profile, get().values, [{ op: 'set', path, value: mask }])
      if (next) set({ values: next })
    },
    revealProblems: () => set({ showAllProblems: true }),
    flush() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      const { deal, pending } = get()
      if (deal === null || (pending.length === 0 && flushing === null)) return Promise.resolve(true)
      flushing ??= write(deal.deal_id).finally(() => {
        flushing = null
        // What main derives from the form, such as the name above it, is read anew.
        void get().reload()
      })
      return flushing
    },
    setSubmitting: (submitting) => set({ submitting }),
  }
})

/** A later value of the same field replaces an earlier one, unless the rows moved in between. */
function merge(pending: DraftChange[], change: DraftChange): DraftChange[] {
  const last = pending.at(-1)
  const replaces = change.op === 'set' && last?.op === 'set' && last.path === change.path
  return replaces ? [...pending.slice(0, -1), change] : [...pending, change]
}

/** Follows main's news of the open deal, and writes what is typed before the window goes. */
export function followOpenDeal(): () => void {
  const stops = [
    on('deal.changed', ({ deal_id }) => {
      if (useDeal.getState().deal?.deal_id === deal_id) void useDeal.getState().reload()
    }),
    on('document.progress', ({ document_id, sent, total }) =>
      useDeal.setState(({ progress }) => ({ progress: { ...progress, [document_id]: { sent, total } } })),
    ),
  ]
  const beforeUnload = (event: BeforeUnloadEvent) => {
    const { pending, save, flush } = useDeal.getState()
    if ((pending.length === 0 && flushing === null) || save.state === 'failed') return
    event.preventDefault()
    void flush().then(() => window.close())
  }
  window.addEventListener('beforeunload', beforeUnload)
  return () => {
    window.removeEventListener('beforeunload', beforeUnload)
    for (const stop of stops) stop()
  }
}

/** The problem to show at a field, empty while the broker has not been there. */
export function useProblem(path: string): string {
  return useDeal(({ problems, touched, showAllProblems, deal }) => {
    const problem = problems.find((one) => one.path === path)
    if (problem === undefined) return ''
    return showAllProblems || touched.has(path) || deal?.state === 'refused' ? problem.message : ''
  })
}

/** The value of a field as it is typed. */
export function textOf(value: FormValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
