import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { create } from 'zustand'
import type {
  Deal,
  DraftChange,
  DraftHistory,
  FormValue,
  FormValues,
} from '../../../src-shared/features/deals/deal.ts'
import {
  ok,
  type AppError,
  type FieldProblem,
  type Result,
} from '../../../src-shared/platform/base/errors.ts'
import { applyChanges, concreteFields, valueAt } from '../../../src-shared/features/form/form-path.ts'
import { call, WINDOW_ID } from '../../platform/api/funding-desk.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { notifications } from '@mantine/notifications'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { maskValue } from '../../../src-shared/features/form/sensitive.ts'

const AGAIN_MS = 5_000

type SaveState = { state: 'saved' | 'unsaved' | 'saving' } | { state: 'failed'; error: AppError }

interface DealState {
  /**
   * The deal as last loaded. State that changes with every key press is in separate properties, so that a key press renders only the
   * components that read these properties.
   */
  deal: Deal | null
  revision: number
  /** The name, the reference, and the amount in the deal's header, as typed. */
  liveSummary: LiveSummary
  error: AppError | null
  /** The values of the form, as typed. Sensitive values are masked, except the value that the broker is typing. */
  values: FormValues
  problems: FieldProblem[]
  notes: FieldProblem[]
  /** Paths of the fields that the broker changed. */
  changed: ReadonlySet<string>
  /**
   * Paths of the fields that the broker left after a change or with a value, or to which the broker went because of their problem. Until
   * the broker tries to submit, the form shows only the problems of these fields, and of values that were there when the deal was opened.
   */
  touched: ReadonlySet<string>
  showAllProblems: boolean
  save: SaveState
  pending: DraftChange[]
  history: DraftHistory
  /** The bytes sent so far of each document that is being uploaded, in any deal. The key is the document id. */
  progress: Record<string, { sent: number; total: number }>
  submitting: boolean
  open(deal_id: string): Promise<void>
  reload(): Promise<void>
  change(change: DraftChange): void
  touch(path: string): void
  /** Handles that the focus leaves a field. An empty field that the broker did not change stays untouched. */
  leave(path: string): void
  showMasked(path: string, mask: string): void
  revealProblems(): void
  flush(): Promise<boolean>
  /** Undoes or redoes the last change. Returns the path of the changed field, or null if no change was made. */
  step(direction: 'undo' | 'redo'): Promise<Result<{ path: string | null }>>
  /**
   * Moves an orphaned value (a value for which the form has no field) into a field if `use` is true. Otherwise, deletes the value.
   */
  settleOrphan(orphan_id: number, use: boolean): Promise<Result<unknown>>
  discardOrphan(path: string): Promise<Result<unknown>>
  setSubmitting(submitting: boolean): void
}

const closed = {
  deal: null,
  revision: 0,
  liveSummary: { legal_name: '', reference: '', amount_cents: null },
  error: null,
  values: {},
  problems: [],
  notes: [],
  changed: new Set<string>(),
  touched: new Set<string>(),
  showAllProblems: false,
  save: { state: 'saved' },
  pending: [],
  history: { undo: null, redo: null, undo_at: null },
  submitting: false,
} satisfies Partial<DealState>

let flushing: Promise<boolean> | null = null
/** True if an event arrived during a write. The deal is loaded again after the write. */
let newsWaits = false
/** Counts the calls of `open`. The store ignores a response if `open` was called again after its request. */
let questions = 0
let again: ReturnType<typeof setTimeout> | undefined

/** The open deal. All edits are saved one after another, in order. */
export const useDeal = create<DealState>()((set, get) => {
  /** Writes pending edits to main until none remain. Edits whose write failed stay pending, in the same order. */
  async function write(deal_id: string): Promise<boolean> {
    for (;;) {
      const edits = get().pending.slice(0, EDITS_A_CALL)
      if (edits.length === 0) return true
      set({ save: unlessFailed('saving'), pending: get().pending.slice(EDITS_A_CALL) })
      const saved = await call('drafts.save', { deal_id, window_id: WINDOW_ID, edits })
      if (get().deal?.deal_id !== deal_id) return saved.ok
      if (!saved.ok) {
        const { error } = saved
        if (isFinal(error)) {
          notifyUnwritten(deal_id, get().liveSummary.legal_name, error)
          set({ save: { state: 'saved' }, pending: [] })
          await get().open(deal_id)
        } else {
          set({ save: { state: 'failed', error }, pending: [...edits, ...get().pending] })
          tryAgainLater()
        }
        return false
      }
      if (get().save.state === 'failed') notifications.hide(noteId(deal_id))
      const { revision, field_problems, field_notes, history, legal_name, reference, amount_cents } =
        saved.value
      const isBeside = (path: string) => get().deal?.orphans.some((one) => one.path === path) ?? false
      newsWaits ||= edits.some(({ path }) => isBeside(path))
      set({
        revision,
        liveSummary: same(get().liveSummary, { legal_name, reference, amount_cents }),
        problems: same(get().problems, field_problems),
        notes: same(get().notes, field_notes),
        history: same(get().history, history),
        save: { state: get().pending.length === 0 ? 'saved' : 'unsaved' },
      })
    }
  }

  /** Returns `state` or, if the last write failed, the failed state, so that the failure stays visible until a write succeeds. */
  function unlessFailed(state: 'unsaved' | 'saving'): SaveState {
    const { save } = get()
    return save.state === 'failed' ? save : { state }
  }

  function tryAgainLater(): void {
    clearTimeout(again)
    again = setTimeout(() => {
      void writeAll().then((isWritten) => isWritten || tryAgainLater())
    }, AGAIN_MS)
  }

  /** Closes the open deal. Edits that could not be saved stay in this window's memory. */
  async function leave(question: number): Promise<void> {
    const isWritten = await get().flush()
    const { deal, liveSummary, pending } = get()
    if (question !== questions || deal === null) return
    if (!isWritten && pending.length > 0)
      kept.set(deal.deal_id, { legal_name: liveSummary.legal_name, edits: pending })
    set(closed)
  }

  /** Shows a newly loaded deal together with the edits that main has not stored yet. */
  function show(fresh: Deal, typed: FormValues): void {
    const profile = useEnvironment.getState().value?.profile ?? null
    const { pending } = get()
    set({
      ...read(fresh),
      error: null,
      values: profile === null ? fresh.values : mergeValues({ profile, fresh, typed, pending }),
      ...(pending.length > 0 ? {} : { problems: fresh.field_problems, notes: fresh.field_notes }),
    })
  }

  /** Loads the open deal again. If `rebuildsForm`, the form is built again from main's values, so sensitive values are masked. */
  async function reloadDeal(deal_id: string, rebuildsForm: boolean): Promise<void> {
    const got = await call('deals.get', { deal_id })
    if (get().deal?.deal_id !== deal_id) return
    if (!got.ok) {
      // The deal could not be loaded. Close the form only if it has no unwritten edits. A write in progress may still fail, and its edits
      // must then stay in the form.
      if (rebuildsForm && get().pending.length === 0 && flushing === null)
        set({ ...closed, error: got.error })
      return
    }
    // If a write is still running, the data that was just loaded may already be outdated. Load the deal again after the write.
    newsWaits = flushing !== null
    if (newsWaits) return
    if (got.value.revision < get().revision) return reloadDeal(deal_id, rebuildsForm)
    const { state } = got.value
    show(got.value, rebuildsForm || (state !== 'draft' && state !== 'refused') ? {} : get().values)
  }

  /** Lets main change the stored draft after everything typed is written. Returns `nothing` if no deal is open or it cannot be written. */
  async function changeStored<T>(
    work: (of: { deal_id: string; window_id: string }) => Promise<Result<T>>,
    nothing: T,
  ): Promise<Result<T>> {
    const { deal, flush, reload } = get()
    if (deal === null || !(await flush())) return ok(nothing)
    const done = await work({ deal_id: deal.deal_id, window_id: WINDOW_ID })
    await reload()
    return done
  }

  return {
    ...closed,
    progress: {},
    async open(deal_id) {
      const question = ++questions
      if (get().deal?.deal_id === deal_id) return reloadDeal(deal_id, true)
      await leave(question)
      const got = await call('deals.get', { deal_id })
      if (question !== questions) return
      if (!got.ok) return set({ ...closed, error: got.error })
      // The form shows the edits that could not be written before, and writes them.
      const pending = kept.get(deal_id)?.edits ?? []
      kept.delete(deal_id)
      set({
        ...closed,
        ...read(got.value),
        problems: got.value.field_problems,
        notes: got.value.field_notes,
        pending,
      })
      show(got.value, {})
      if (pending.length > 0) void get().flush()
    },
    async reload() {
      const { deal } = get()
      if (deal !== null && useEnvironment.getState().value?.profile !== null)
        await reloadDeal(deal.deal_id, false)
    },
    change(change) {
      const profile = useEnvironment.getState().value?.profile ?? null
      const { values, pending, deal } = get()
      if (profile === null || deal === null) return
      const next = applyChanges(profile, values, [change])
      if (next === null) return
      set({
        values: next,
        pending: merge(pending, change),
        changed: get().changed.has(change.path) ? get().changed : new Set([...get().changed, change.path]),
        save: unlessFailed('unsaved'),
      })
      // Write each change immediately. Edits made during a write are part of the next write.
      void get().flush()
    },
    touch(path) {
      if (!get().touched.has(path)) set({ touched: new Set([...get().touched, path]) })
    },
    leave(path) {
      const { changed, values, touch } = get()
      if (changed.has(path) || textOf(valueAt(values, path)) !== '') touch(path)
    },
    showMasked(path, mask) {
      const profile = useEnvironment.getState().value?.profile ?? null
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
    step: (direction) =>
      changeStored<{ path: string | null }>((of) => call(`drafts.${direction}`, of), { path: null }),
    settleOrphan: (orphan_id, use) =>
      changeStored((of) => call('drafts.settle_orphan', { ...of, orphan_id, use }), undefined),
    discardOrphan: (path) => changeStored((of) => call('drafts.discard_orphan', { ...of, path }), undefined),
    setSubmitting: (submitting) => set({ submitting }),
  }
})

/** Returns true if every edit of this window is on disk. */
export function isAllWritten(): boolean {
  return useDeal.getState().pending.length === 0 && flushing === null && kept.size === 0
}

/** Saves everything typed in this window. Returns true if it is on disk. */
export async function writeAll(): Promise<boolean> {
  const written = await Promise.all([useDeal.getState().flush(), writeUnwritten()])
  return written.every(Boolean)
}

/** Returns the edits of this window that are not on disk, by deal. */
export function unwrittenEdits(): Record<string, Unwritten> {
  const { deal, pending, liveSummary } = useDeal.getState()
  const open =
    deal === null || pending.length === 0
      ? {}
      : { [deal.deal_id]: { legal_name: liveSummary.legal_name, edits: pending } }
  return { ...Object.fromEntries(kept), ...open }
}

/** Adopts edits that this window could not write before the lock, and writes them. */
export async function adoptUnwritten(unwritten: Record<string, Unwritten>): Promise<void> {
  for (const [deal_id, one] of Object.entries(unwritten)) kept.set(deal_id, one)
  if (kept.size === 0) return
  await writeUnwritten()
  await useDeal.getState().reload()
}

/** Explains why the last edit is not saved, if no visible form shows the reason. */
export function notifyUnsaved(): void {
  const { deal, liveSummary, save } = useDeal.getState()
  if (deal !== null && save.state === 'failed')
    notifyUnwritten(deal.deal_id, liveSummary.legal_name, save.error)
}

/** Returns the problem to show at a field. Empty while an empty field was not touched, and while the broker types the value. */
export function useProblem(path: string): string {
  return useDeal(({ problems, values, changed, touched, showAllProblems, deal }) => {
    const problem = problems.find((one) => one.path === path)
    if (problem === undefined) return ''
    const isFilled = !changed.has(path) && textOf(valueAt(values, path)) !== ''
    return showAllProblems || touched.has(path) || isFilled || deal?.state === 'refused'
      ? formatMessage(problem.message)
      : ''
  })
}

export function useNote(path: string): string {
  return useDeal(({ notes }) => formatMessage(notes.find((one) => one.path === path)?.message ?? ''))
}

export function textOf(value: FormValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** The values in the header of the deal. Main returns these values after each save of the form. */
type LiveSummary = Pick<Deal, 'legal_name' | 'reference' | 'amount_cents'>

function read(deal: Deal) {
  const { revision, legal_name, reference, amount_cents, history } = deal
  return { deal, revision, liveSummary: { legal_name, reference, amount_cents }, history }
}

/** Returns the old object if the new object has the same content, so that React renders nothing again. */
function same<T>(before: T, now: T): T {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now
}

/** Adds an edit to the pending ones. If the last pending edit set the same field, replaces that edit. */
function merge(pending: DraftChange[], edit: DraftChange): DraftChange[] {
  const last = pending.at(-1)
  const isSameField = edit.op === 'set' && last?.op === 'set' && last.path === edit.path
  return [...(isSameField ? pending.slice(0, -1) : pending), edit]
}

const EDITS_A_CALL = 200

export interface Unwritten {
  legal_name: string
  edits: DraftChange[]
}

/** Unwritten edits of deals that are no longer open in this window, by deal. The store retries the write until it succeeds. */
const kept = new Map<string, Unwritten>()

/** Writes the edits of closed deals. Returns true when no unwritten edits remain. */
async function writeUnwritten(): Promise<boolean> {
  for (const [deal_id, unwritten] of kept) {
    const edits = unwritten.edits.slice(0, EDITS_A_CALL)
    // Write one deal after another. If a write fails, the disk is probably the cause, so do not try the other deals.
    const saved = await call('drafts.save', { deal_id, window_id: WINDOW_ID, edits })
    if (!saved.ok && !isFinal(saved.error)) return false
    // The broker opened the deal again during the write. From now on, its form saves the edits.
    if (kept.get(deal_id) !== unwritten) continue
    if (!saved.ok) notifyUnwritten(deal_id, unwritten.legal_name, saved.error)
    const left = saved.ok ? unwritten.edits.slice(EDITS_A_CALL) : []
    kept.delete(deal_id)
    if (left.length > 0) kept.set(deal_id, { ...unwritten, edits: left })
    else if (saved.ok) notifications.hide(noteId(deal_id))
  }
  return kept.size === 0
}

/** Returns true when a retry is pointless because the deal is no longer editable. */
function isFinal({ code }: AppError): boolean {
  return code === 'DEAL_NOT_EDITABLE' || code === 'INVALID_INPUT' || code === 'DEAL_NOT_FOUND'
}

/** Reports an unsaved edit of a deal that this window does not show or that is no longer editable. */
function notifyUnwritten(deal_id: string, legal_name: string, error: AppError): void {
  const { deal } = messages()
  notifications.show({
    id: noteId(deal_id),
    title: deal.notSavedIn(legal_name || messages().pipeline.newApplication, formatMessage(error.message)),
    message: isFinal(error) ? formatMessage(error.advice) : deal.savingRetried,
    color: 'red',
    autoClose: false,
  })
}

const noteId = (deal_id: string) => `unwritten-${deal_id}`

interface Merging {
  profile: PayloadProfile
  fresh: Pick<Deal, 'values'>
  typed: FormValues
  pending: DraftChange[]
}

/**
 * Returns the form's values after the deal was loaded again, including unwritten edits. Omits edits of fields in a row that another window
 * removed. Main stores the omitted value as an orphaned value (a value without a field).
 */
export function mergeValues({ profile, fresh, typed, pending }: Merging): FormValues {
  let values = fresh.values
  const apply = (change: Parameters<typeof applyChanges>[2][number]) => {
    values = applyChanges(profile, values, [change]) ?? values
  }
  for (const edit of pending) apply(edit)
  // Main returns sensitive values masked. Show the typed text instead if it is the same value, so that the broker can read it while typing.
  for (const { path, field, value } of concreteFields(profile, values)) {
    const mine = valueAt(typed, path)
    if (!field.sensitive || typeof mine !== 'string' || mine === '') continue
    if (maskValue(field.type, mine) === value) apply({ op: 'set', path, value: mine })
  }
  return values
}
