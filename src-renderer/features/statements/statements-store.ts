import { create } from 'zustand'
import type { ChannelInput, ChannelOutput, EventPayload } from '../../../src-shared/app/contract.ts'
import { type AppError, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type {
  DealStatements,
  StatementRow,
  StatementSuggestion,
} from '../../../src-shared/features/statements/deal-statements.ts'
import type { TransactionClass } from '../../../src-shared/features/statements/transaction-class.ts'
import { call, on, WINDOW_ID } from '../../platform/api/funding-desk.ts'
import { createServerStore } from '../../platform/page/server-store.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { inOrder } from '../../../src-shared/features/prefill/prefill.ts'
import { openSuggestion } from '../viewer/viewer-store.ts'

let openDeal = ''

export const useStatements = createServerStore<DealStatements>({
  initial: null,
  read: () => call('statements.view', { deal_id: openDeal }),
})

type ReadingProgress = Omit<EventPayload<'statements.progress'>, 'deal_id' | 'document_id'>

/** The newest progress of each document that the app reads now, by document id. */
export const useReadingProgress = create<Readonly<Record<string, ReadingProgress>>>()(() => ({}))

/** Loads the statements of a deal, and keeps them current until the returned function is called. */
export function followStatements(deal_id: string): () => void {
  if (openDeal !== deal_id) {
    openDeal = deal_id
    useStatements.setState({ value: null, error: null })
    useReadingProgress.setState({}, true)
    closeRows()
  }
  const load = () => {
    void useStatements.getState().load()
    void loadRows()
  }
  const stops = [
    on('statements.changed', ({ deal_id: of }) => {
      if (of !== openDeal) return
      // The statements themselves contain the newest progress when they are loaded.
      useReadingProgress.setState({}, true)
      load()
    }),
    on('statements.progress', ({ deal_id: of, document_id, ...progress }) => {
      if (of === openDeal) useReadingProgress.setState({ [document_id]: progress })
    }),
  ]
  load()
  return () => stops.forEach((stop) => stop())
}

export type RowsOf = ChannelInput<'statements.rows'>['of']

export interface RowsRequest {
  title: string
  /** The entries of several months are one list. */
  of: readonly RowsOf[]
  /** If given, the list has only the entries of this calendar month (`2026-03`). */
  month?: string
  onlySuggested?: boolean
}

interface RowsState {
  request: RowsRequest | null
  rows: StatementRow[] | null
  error: AppError | null
  onlySuggested: boolean
  editing: string | null
}

const CLOSED: RowsState = { request: null, rows: null, error: null, onlySuggested: false, editing: null }

/** The list of entries that the screen shows beside the figures or beside a document. */
export const useRows = create<RowsState>()(() => CLOSED)

export function showRows(request: RowsRequest): void {
  useRows.setState({ ...CLOSED, request, onlySuggested: request.onlySuggested ?? false })
  void loadRows()
}

export function closeRows(): void {
  useRows.setState(CLOSED)
}

export function editClass(row_id: string | null): void {
  useRows.setState({ editing: row_id })
}

/** Loads the open list of entries again. Ignores the answer if another list was opened meanwhile. */
export async function loadRows(): Promise<void> {
  const { request } = useRows.getState()
  if (request === null) return
  const read = await readRows(request.of)
  if (useRows.getState().request !== request) return
  if (!read.ok) return useRows.setState({ error: read.error })
  const { month } = request
  useRows.setState({
    error: null,
    rows: month === undefined ? read.value : read.value.filter(({ date }) => date.startsWith(month)),
  })
}

export async function readRows(of: readonly RowsOf[]): Promise<Result<StatementRow[]>> {
  const deal_id = openDeal
  const answers = await Promise.all(of.map((one) => call('statements.rows', { deal_id, of: one })))
  const rows = new Map<string, StatementRow>()
  for (const answer of answers) {
    if (!answer.ok) return answer
    for (const row of answer.value) rows.set(row.row_id, row)
  }
  return ok([...rows.values()].toSorted((one, other) => one.date.localeCompare(other.date)))
}

export type ClassScope = ChannelInput<'statements.classify'>['applies_to']

export function classify(
  row_id: string,
  to: TransactionClass | null,
  applies_to: ClassScope,
): Promise<Result<DealStatements>> {
  return changed(call('statements.classify', { deal_id: openDeal, row_id, class: to, applies_to }))
}

/** Makes the suggested classes of these rows the broker's, or undoes that. */
export function confirmClasses(row_ids: string[], confirmed: boolean): Promise<Result<DealStatements>> {
  return changed(call('statements.confirm_classes', { deal_id: openDeal, row_ids, confirmed }))
}

export function confirmPosition(
  position_id: string,
  confirmed: 'yes' | 'no' | null,
): Promise<Result<DealStatements>> {
  return changed(call('statements.confirm_position', { deal_id: openDeal, position_id, confirmed }))
}

/** Stores whether an account in another name is the merchant's. Null removes the answer. */
export function confirmAccount(
  account_id: string,
  confirmed: 'yes' | 'no' | null,
): Promise<Result<DealStatements>> {
  return changed(call('statements.confirm_account', { deal_id: openDeal, account_id, confirmed }))
}

/** Shows the new figures, unless the broker opened another deal meanwhile. */
async function changed(
  writing: Promise<Result<ChannelOutput<'statements.classify'>>>,
): Promise<Result<DealStatements>> {
  const written = await writing
  if (written.ok && written.value.deal_id === openDeal) {
    useStatements.adopt(written.value)
    await loadRows()
  }
  return written
}

interface SuggestionsState {
  deal_id: string
  suggestions: readonly StatementSuggestion[] | null
  error: AppError | null
  current: string | null
  /** Number of suggestions that the broker accepted and can undo. */
  accepted: number
  /** True after the broker dismissed the suggestions of this deal. They appear again after a restart. */
  isDismissed: boolean
}

const NONE: SuggestionsState = {
  deal_id: '',
  suggestions: null,
  error: null,
  current: null,
  accepted: 0,
  isDismissed: false,
}

/** The values that verified bank statements suggest for the form of the open deal. */
export const useSuggestions = create<SuggestionsState>()(() => NONE)

/** Compares the statements of a deal with its form as it is stored now. */
export async function loadSuggestions(deal_id: string): Promise<void> {
  if (useSuggestions.getState().deal_id !== deal_id) useSuggestions.setState({ ...NONE, deal_id })
  const read = await call('statements.view_suggestions', { deal_id })
  if (useSuggestions.getState().deal_id !== deal_id) return
  useSuggestions.setState(read.ok ? { suggestions: read.value, error: null } : { error: read.error })
}

/** Puts suggested values into the form. Returns the number of values that were left out because something changed meanwhile. */
export async function acceptSuggestions(
  deal_id: string,
  chosen: readonly StatementSuggestion[],
): Promise<Result<{ outdated: number }>> {
  const { flush, reload } = useDeal.getState()
  if (chosen.length === 0 || !(await flush())) return ok({ outdated: 0 })
  const done = await call('statements.accept', {
    deal_id,
    window_id: WINDOW_ID,
    suggestion_ids: chosen.map(({ suggestion_id }) => suggestion_id),
    replaces: chosen.every(({ state }) => state === 'replaces'),
  })
  await Promise.all([reload(), loadSuggestions(deal_id)])
  if (done.ok) useSuggestions.setState(({ accepted }) => ({ accepted: accepted + done.value.accepted }))
  return done
}

export async function undoSuggestions(deal_id: string): Promise<Result<unknown>> {
  const done = await useDeal.getState().step('undo')
  await loadSuggestions(deal_id)
  useSuggestions.setState({ accepted: 0 })
  return done
}

/** Opens the viewer at the source of the first value, with all values beside it. Does nothing if there are none. */
export function reviewSuggestions(): void {
  const [first] = inOrder(useSuggestions.getState().suggestions ?? [])
  const [place] = first?.places ?? []
  if (first === undefined || place === undefined) return
  useSuggestions.setState({ current: first.suggestion_id, accepted: 0 })
  openSuggestion(place.document_id, { page: place.page, boxes: place.boxes })
}
