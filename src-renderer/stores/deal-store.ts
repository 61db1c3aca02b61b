import { create } from 'zustand'
import type {
  Deal,
  DraftChange,
  DraftEdit,
  DraftHistory,
  FormValue,
  FormValues,
} from '../../src-shared/domain/deal.ts'
import type { AppError, FieldProblem, Result } from '../../src-shared/errors.ts'
import { applyChanges, valueAt } from '../../src-shared/profile/form-path.ts'
import { call, on } from '../api/funding-desk.ts'
import { mergeValues } from './merge-values.ts'
import { useOffice } from './office-store.ts'

/** What this window calls itself, so that it knows its own changes among those of all windows. */
export const WINDOW_ID = crypto.randomUUID()

export type SaveState = { state: 'saved' | 'unsaved' | 'saving' } | { state: 'failed'; error: AppError }

interface DealState {
  /** The deal as it was read last. What changes with every key stands apart, so that only its own readers are drawn anew. */
  deal: Deal | null
  revision: number
  row_moves: number
  /** What stands above the form, as it is typed. */
  heading: Pick<Deal, 'legal_name' | 'amount_cents'>
  error: AppError | null
  /** The form as it is typed. Sensitive values stand in it masked, but for the one being typed. */
  values: FormValues
  problems: FieldProblem[]
  /** Fields the broker has been at: only their problems are shown until a submission was tried. */
  touched: ReadonlySet<string>
  showAllProblems: boolean
  save: SaveState
  pending: DraftEdit[]
  /** Fields that another window changed while they were typed in here, with what this window had seen in them. */
  disputes: Record<string, string | boolean | null>
  history: DraftHistory
  /** Bytes sent of the documents on their way, whichever deal is open. */
  progress: Record<string, { sent: number; total: number }>
  submitting: boolean
  open(deal_id: string): Promise<void>
  reload(): Promise<void>
  change(change: DraftChange): void
  touch(path: string): void
  showMasked(path: string, mask: string): void
  revealProblems(): void
  flush(): Promise<boolean>
  /** Takes the last change back, or does it again; answers where it was, or why it could not be. */
  step(direction: 'undo' | 'redo'): Promise<Result<{ path: string }> | null>
  /** Puts a value that lies aside into its field, or removes it; answers what went wrong. */
  settleAside(aside_id: number, use: boolean): Promise<AppError | null>
  removeUnfit(path: string): Promise<AppError | null>
  setSubmitting(submitting: boolean): void
}

const closed = {
  deal: null,
  revision: 0,
  row_moves: 0,
  heading: { legal_name: '', amount_cents: null },
  error: null,
  values: {},
  problems: [],
  touched: new Set<string>(),
  showAllProblems: false,
  save: { state: 'saved' },
  pending: [],
  disputes: {},
  history: { undo: null, redo: null },
  submitting: false,
} satisfies Partial<DealState>

let flushing: Promise<boolean> | null = null
/** News came while something was being written: the deal is read again when that is done. */
let newsWaits = false

/** The open deal, with the one queue through which everything typed is saved in order. */
export const useDeal = create<DealState>()((set, get) => {
  /** Writes what is pending until nothing is. What could not be written stays pending, in order. */
  async function write(deal_id: string): Promise<boolean> {
    for (;;) {
      const edits = get().pending.slice(0, 200)
      if (edits.length === 0) return true
      set({ save: { state: 'saving' }, pending: get().pending.slice(200) })
      const saved = await call('drafts.save', { deal_id, window_id: WINDOW_ID, edits })
      if (get().deal?.deal_id !== deal_id) return saved.ok
      if (!saved.ok) {
        const gone = saved.error.code === 'DEAL_NOT_EDITABLE' || saved.error.code === 'INVALID_INPUT'
        set({
          save: { state: 'failed', error: saved.error },
          pending: gone ? [] : [...edits, ...get().pending],
        })
        if (gone) await get().open(deal_id)
        return false
      }
      const { revision, field_problems, history, conflicts, legal_name, amount_cents } = saved.value
      const isBeside = (path: string) => get().deal?.unfit.some((one) => one.path === path) ?? false
      newsWaits ||= conflicts.length > 0 || edits.some(({ path }) => isBeside(path))
      const { pending, disputes, row_moves } = get()
      // Rows that moved by these edits alone lie as this window shows them.
      const before = edits[0]?.row_moves ?? 0
      const moves = edits.some(({ op }) => op !== 'set') ? before + 1 : before
      const isOurs = saved.value.row_moves === moves && before === row_moves
      set({
        revision,
        ...(isOurs && { row_moves: moves }),
        heading: same(get().heading, { legal_name, amount_cents }),
        problems: same(get().problems, field_problems),
        history: same(get().history, history),
        ...(conflicts.length > 0 && {
          disputes: { ...Object.fromEntries(seenOf(edits, conflicts)), ...disputes },
        }),
        pending: isOurs
          ? pending.map((edit) => (edit.row_moves === before ? { ...edit, row_moves: moves } : edit))
          : pending,
        save: { state: pending.length === 0 ? 'saved' : 'unsaved' },
      })
    }
  }

  return {
    ...closed,
    progress: {},
    async open(deal_id) {
      if (get().deal !== null && get().deal?.deal_id !== deal_id) {
        await get().flush()
        set(closed)
      }
      const got = await call('deals.get', { deal_id })
      if (!got.ok) return set({ ...closed, error: got.error })
      const deal = got.value
      set({
        ...read(deal),
        error: null,
        values: deal.values,
        problems: deal.field_problems,
        disputes: {},
      })
    },
    async reload() {
      const { deal } = get()
      const { profile } = useOffice.getState()
      if (deal === null || profile === null) return
      const got = await call('deals.get', { deal_id: deal.deal_id })
      if (!got.ok || get().deal?.deal_id !== deal.deal_id) return
      // What is being written is newer than this; when it is written, the deal is read again.
      newsWaits = flushing !== null
      if (newsWaits) return
      const fresh = got.value
      if (fresh.revision < get().revision) return get().reload()
      const { values, pending, disputes, row_moves } = get()
      const standing = Object.entries(disputes).filter(([path]) =>
        fresh.aside.some((aside) => aside.path === path && aside.reason === 'two_windows'),
      )
      set({
        ...read(fresh),
        values: mergeValues({
          profile,
          fresh,
          typed: values,
          pending,
          disputed: standing.map(([path]) => path),
          rowsMoved: fresh.row_moves !== row_moves,
        }),
        disputes: Object.fromEntries(standing),
        ...(pending.length > 0 ? {} : { problems: fresh.field_problems }),
      })
    },
    change(change) {
      const { profile } = useOffice.getState()
      const { values, pending, deal, disputes, row_moves } = get()
      if (profile === null || deal === null) return
      const next = applyChanges(profile, values, [change])
      if (next === null) return
      const { path } = change
      const seen = disputes[path] ?? scalar(valueAt(values, path))
      const edit: DraftEdit = change.op === 'set' ? { ...change, seen, row_moves } : { ...change, row_moves }
      set({ values: next, pending: merge(pending, edit), save: { state: 'unsaved' } })
      // Each change is written at once; what is typed meanwhile goes with the next write.
      void get().flush()
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
      const { deal, pending } = get()
      if (deal === null || (pending.length === 0 && flushing === null)) return Promise.resolve(true)
      flushing ??= write(deal.deal_id).finally(() => {
        flushing = null
        if (newsWaits) void get().reload()
      })
      return flushing
    },
    async step(direction) {
      const { deal, flush, reload } = get()
      if (deal === null || !(await flush())) return null
      const done = await call(`drafts.${direction}`, { deal_id: deal.deal_id, window_id: WINDOW_ID })
      await reload()
      return done
    },
    async settleAside(aside_id, use) {
      const { deal, flush, reload } = get()
      if (deal === null || !(await flush())) return null
      const { deal_id } = deal
      const settled = await call('drafts.settle_aside', { deal_id, window_id: WINDOW_ID, aside_id, use })
      await reload()
      return settled.ok ? null : settled.error
    },
    async removeUnfit(path) {
      const { deal, flush, reload } = get()
      if (deal === null || !(await flush())) return null
      const removed = await call('drafts.remove_unfit', { deal_id: deal.deal_id, window_id: WINDOW_ID, path })
      await reload()
      return removed.ok ? null : removed.error
    },
    setSubmitting: (submitting) => set({ submitting }),
  }
})

/** What of the state follows from a deal that was read. */
function read(deal: Deal): Pick<DealState, 'deal' | 'revision' | 'row_moves' | 'heading' | 'history'> {
  const { revision, row_moves, legal_name, amount_cents, history } = deal
  return { deal, revision, row_moves, heading: { legal_name, amount_cents }, history }
}

/** The value that was there, where the new one is the same: then nothing is drawn anew. */
function same<T>(before: T, now: T): T {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now
}

/** A later value of the same field replaces an earlier one, unless the rows moved in between. */
function merge(pending: DraftEdit[], edit: DraftEdit): DraftEdit[] {
  const last = pending.at(-1)
  if (edit.op !== 'set' || last?.op !== 'set' || last.path !== edit.path) return [...pending, edit]
  return [...pending.slice(0, -1), { ...edit, seen: last.seen }]
}

/** What this window had seen in the fields that were not written. */
function seenOf(edits: DraftEdit[], conflicts: string[]): [string, string | boolean | null][] {
  return edits.flatMap((edit) =>
    edit.op === 'set' && conflicts.includes(edit.path) ? [[edit.path, edit.seen]] : [],
  )
}

function scalar(value: FormValue | undefined): string | boolean | null {
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}

/** Follows main's news of the open deal, and writes what is typed before the window goes. */
export function followOpenDeal(): () => void {
  const stops = [
    on('deal.changed', ({ deal_id }) => {
      if (useDeal.getState().deal?.deal_id === deal_id) void useDeal.getState().reload()
    }),
    on('draft.changed', ({ deal_id, window_id }) => {
      const { deal, reload } = useDeal.getState()
      if (deal?.deal_id === deal_id && window_id !== WINDOW_ID) void reload()
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
