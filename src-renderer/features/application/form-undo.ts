import { useEffect, type RefObject } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { say } from '../../ui/live-region.tsx'
import { goToField } from '../deal/go-to-field.ts'

/*
 * One undo for the whole form. The browser's own undo knows one input at a time, forgets what a mask or a choice put there,
 * and ends with the window; so inside the form its key, and its entry in the menu, take back the last change of the draft.
 * Other inputs, such as the search, keep their own.
 */

/** Takes a change back or does it again, and brings its field into sight. */
export async function takeStep(direction: 'undo' | 'redo'): Promise<void> {
  const { deal, history, step } = useDeal.getState()
  const what = history[direction]
  const done = await step(direction)
  if (done === null || deal === null) return
  if (!done.ok) {
    if (done.error.code !== 'NOTHING_TO_UNDO') notifyError(done.error)
    return
  }
  const said = messages().deal
  if (what !== null) say((direction === 'undo' ? said.undone : said.redone)(formatMessage(what)))
  const { path } = done.value
  requestAnimationFrame(() => document.activeElement?.matches(fieldAt(path)) || goToField(deal.deal_id, path))
}

/** Listens for the keys of undo while the form, or nothing else that is typed in, has them. */
export function useFormUndo(form: RefObject<HTMLElement | null>, isEditable: boolean): void {
  useEffect(() => {
    if (!isEditable) return
    const isOurs = (target: EventTarget | null) => {
      // What is not in sight is not changed by a key that was meant for what is.
      if (form.current?.checkVisibility() !== true) return false
      if (target === document.body) return true
      if (!(target instanceof HTMLElement)) return false
      return form.current.contains(target) || target.closest('input, textarea, [role="dialog"]') === null
    }
    const key = (event: KeyboardEvent) => {
      const direction = directionOf(event)
      if (direction === null || !isOurs(event.target)) return
      event.preventDefault()
      void takeStep(direction)
    }
    // What the menu or the context menu of the system asks for.
    const beforeInput = (event: InputEvent) => {
      const direction = { historyUndo: 'undo', historyRedo: 'redo' }[event.inputType] as
        | 'undo'
        | 'redo'
        | undefined
      if (direction === undefined || !isOurs(event.target)) return
      event.preventDefault()
      void takeStep(direction)
    }
    window.addEventListener('keydown', key)
    window.addEventListener('beforeinput', beforeInput)
    return () => {
      window.removeEventListener('keydown', key)
      window.removeEventListener('beforeinput', beforeInput)
    }
  }, [form, isEditable])
}

function directionOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' && !event.shiftKey ? 'redo' : null
}

const fieldAt = (path: string) => `[data-path="${CSS.escape(path)}"]`
