import { notifyError } from '../../platform/ui/command.tsx'
import { call, on } from '../../platform/api/funding-desk.ts'
import { navigate, takeUnlockedId } from '../../platform/navigation/route.ts'
import { adoptUnwritten, type Unwritten, unwrittenEdits, writeAll } from '../drafts/deal-store.ts'
import { retryOnChange } from '../../platform/ui/keep-focus.ts'
import { usePipeline } from '../pipeline/pipeline-store.ts'
import { useNoteDrafts, useUnsavedForms } from '../../platform/page/unsaved-store.ts'

/** The state that main keeps in memory for this window while the app is locked. A typed secret is not part of it. */
interface KeptState {
  notes: ReturnType<typeof useNoteDrafts.getState>['texts']
  forms: ReturnType<typeof useUnsavedForms.getState>['forms']
  /** Edits that could not be saved, for example because the disk is full. */
  unwritten: Record<string, Unwritten>
  list: Pick<ReturnType<typeof usePipeline.getState>, 'search' | 'filter' | 'where'>
  focus: KeptFocus | null
}

interface KeptFocus {
  selector: string
  caret: [start: number, end: number] | null
}

/** Locks all windows. Without a PIN, opens the settings in which the broker can set one. */
export async function lockNow(): Promise<void> {
  const started = await call('lock.start', {})
  if (started.ok) return
  if (started.error.code === 'PIN_NOT_SET') navigate({ screen: 'settings', section: 'lock' })
  else notifyError(started.error)
}

/**
 * Prepares this window for the lock when main announces it: hides the content immediately, saves what was typed, and passes the rest to main.
 * Main then ends this page and its process. Call this once.
 */
export function followLock(): () => void {
  return on('lock.starting', ({ state_id }) => {
    const focus = focusNow()
    document.documentElement.dataset['locking'] = ''
    document.title = 'Funding Desk'
    void writeAll().then(() => {
      const { search, filter, where } = usePipeline.getState()
      const state: KeptState = {
        notes: useNoteDrafts.getState().texts,
        forms: useUnsavedForms.getState().forms,
        unwritten: unwrittenEdits(),
        list: { search, filter, where },
        focus,
      }
      return call('lock.save_state', { state_id, state: JSON.stringify(state) })
    })
  })
}

/** Continues where this window was before the lock: unsaved text, filters of the list, and the focused field. Call this once. */
export async function resumeAfterLock(): Promise<void> {
  const state_id = takeUnlockedId()
  if (state_id === null) return
  const kept = await call('lock.restore_state', { state_id })
  if (!kept.ok || kept.value.state === null) return
  const state = JSON.parse(kept.value.state) as KeptState
  useNoteDrafts.setState({ texts: state.notes })
  useUnsavedForms.setState({ forms: state.forms })
  const { search, filter, where } = state.list
  if (search !== '' || filter !== 'all' || Object.keys(where).length > 0)
    usePipeline.getState().choose(state.list)
  if (state.focus !== null) focusOnceShown(state.focus)
  await adoptUnwritten(state.unwritten)
}

const NAMES = ['data-path', 'data-search-deals', 'aria-label', 'name']

function focusNow(): KeptFocus | null {
  const at = document.activeElement
  const name = NAMES.find((one) => at?.hasAttribute(one))
  if (at === null || name === undefined) return null
  const selector = `${at.tagName}[${name}="${CSS.escape(at.getAttribute(name) ?? '')}"]`
  const isText = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement
  const { selectionStart: start, selectionEnd: end } = isText
    ? at
    : { selectionStart: null, selectionEnd: null }
  return { selector, caret: start === null || end === null ? null : [start, end] }
}

const LONGEST_WAIT_MS = 5_000

function focusOnceShown({ selector, caret }: KeptFocus): void {
  const focus = () => {
    const field = document.querySelector<HTMLElement>(selector)
    if (field === null) return false
    // The broker may already be working elsewhere.
    if (document.activeElement !== document.body) return true
    field.focus()
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (isText && caret !== null) field.setSelectionRange(...caret)
    return true
  }
  if (!focus()) retryOnChange(focus, LONGEST_WAIT_MS)
}
