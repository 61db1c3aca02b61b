import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { takesText, useActions, type Action } from '../../platform/actions/actions.ts'
import { useDeal } from './deal-store.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { useEffect, type RefObject } from 'react'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { lastUndoable, run } from '../../platform/ui/command.tsx'
import { say } from '../../platform/ui/live-region.tsx'
import { isIn } from '../../../src-shared/features/form/completeness.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { hrefOf, navigate } from '../../platform/navigation/route.ts'

/** Registers shortcuts that move the focus through the form: to the next or previous problem or section. */
export function useFormKeys(deal_id: string, isEditable: boolean, isSeen: boolean): void {
  const text = messages().application.actions
  const problem = (step: 1 | -1) => () => {
    const { problems, touch } = useDeal.getState()
    const paths = problems.map(({ path }) => path)
    const to = neighbour(paths, (path) => document.querySelector(`[data-path="${CSS.escape(path)}"]`), step)
    if (to === undefined) return
    touch(to)
    goToField(deal_id, to)
  }
  const section = (step: 1 | -1) => () => {
    const ids = useEnvironment.getState().value?.profile.sections.map(({ id }) => id) ?? []
    const to = neighbour(ids, (id) => document.getElementById(`section-${id}`), step)
    if (to !== undefined) goToSection(to)
  }
  const action = (id: string, label: string, keys: string, work: () => void): Action => ({
    id: `form.${id}`,
    label,
    section: 'deal',
    keys,
    whileTyping: true,
    run: work,
  })
  useActions('deal', [
    ...(isEditable
      ? [
          action('next_problem', text.nextProblem, 'F8', problem(1)),
          action('previous_problem', text.previousProblem, 'shift+F8', problem(-1)),
        ]
      : []),
    ...(isSeen
      ? [
          action('next_section', text.nextSection, 'alt+PageDown', section(1)),
          action('previous_section', text.previousSection, 'alt+PageUp', section(-1)),
        ]
      : []),
  ])
}

/** Returns the name whose element follows (or precedes) the focused element in page order. The first name follows the last one. */
function neighbour(
  names: readonly string[],
  elementOf: (name: string) => Element | null,
  step: 1 | -1,
): string | undefined {
  const focused = document.activeElement ?? document.body
  const elements = names.map(elementOf)
  const here = elements.findIndex((element) => element?.contains(focused) === true)
  const before = elements.filter(
    (element) =>
      element !== null && (element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  ).length
  const from = here !== -1 ? here : step === 1 ? before - 1 : before
  return names[(from + step + names.length) % names.length]
}

/*
 * While the focus is in the form, the undo key and the menu entry Undo revert the last change of the draft. The browser's own undo would
 * not be enough: it covers only one input, does not know values that the app entered, and ends when the window closes. Other inputs, such
 * as the search field, use the browser's undo.
 */

/** Undoes or redoes a change of the draft, and scrolls to the changed field. */
export async function takeStep(direction: 'undo' | 'redo'): Promise<void> {
  const { deal, history, step } = useDeal.getState()
  const what = history[direction]
  const done = await run(step(direction))
  if (done === null || done.path === null || deal === null) return
  const text = messages().deal
  if (what !== null) say((direction === 'undo' ? text.undone : text.redone)(formatMessage(what)))
  const { path } = done
  requestAnimationFrame(() => document.activeElement?.matches(fieldAt(path)) || goToField(deal.deal_id, path))
}

/** Handles the undo keys, unless a text field outside the form has the focus. */
export function useFormUndo(form: RefObject<HTMLElement | null>, isEditable: boolean): void {
  useEffect(() => {
    if (!isEditable) return
    const isOurs = (target: EventTarget | null) => {
      // Handle the key only while the form is visible, so that an undo never changes a hidden field.
      if (form.current?.checkVisibility() !== true) return false
      if (target === document.body) return true
      if (!(target instanceof HTMLElement)) return false
      return form.current.contains(target) || target.closest('input, textarea, [role="dialog"]') === null
    }
    const key = (event: KeyboardEvent) => {
      const direction = directionOf(event)
      if (direction === null || !isOurs(event.target)) return
      // What a toast said after the last change of the form is the last action.
      if (direction === 'undo' && lastUndoable() > lastChange() && !takesText(event.target)) return
      event.preventDefault()
      void takeStep(direction)
    }
    // Handles Undo and Redo from the app's menu or from the context menu.
    const beforeInput = (event: InputEvent) => {
      const direction = { historyUndo: 'undo', historyRedo: 'redo' }[event.inputType] as
        | 'undo'
        | 'redo'
        | undefined
      if (direction === undefined || !isOurs(event.target)) return
      event.preventDefault()
      void takeStep(direction)
    }
    // Before the app's own shortcuts, because the undo key of the app undoes what the last toast said.
    window.addEventListener('keydown', key, true)
    window.addEventListener('beforeinput', beforeInput)
    return () => {
      window.removeEventListener('keydown', key, true)
      window.removeEventListener('beforeinput', beforeInput)
    }
  }, [form, isEditable])
}

/** Returns when the change of the form was made that the next undo would affect: now, while it is not stored yet. */
function lastChange(): number {
  const { history, save } = useDeal.getState()
  return save.state === 'saved' ? Date.parse(history.undo_at ?? '1970-01-01') : Date.now()
}

function directionOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' && !event.shiftKey ? 'redo' : null
}

const fieldAt = (path: string) => `[data-path="${CSS.escape(path)}"]`

export function goToSection(id: string): void {
  document.getElementById(`section-${id}`)?.scrollIntoView({ block: 'start' })
  document.getElementById(`title-${id}`)?.focus({ preventScroll: true })
}

/**
 * Scrolls to a field and focuses it. If the path names a list or another group of fields, goes to the first field in it. Opens a collapsed
 * part of the page that contains the field. If the form does not show such a field, goes to the section to which the field belongs.
 */
export function goToProblem(profile: PayloadProfile, path: string): void {
  const field =
    document.querySelector<HTMLElement>(fieldAt(path)) ??
    document.querySelector<HTMLElement>(`[data-path^="${CSS.escape(`${path}.`)}"]`)
  if (field !== null) {
    openAround(field)
    field.scrollIntoView({ block: 'center' })
    field.focus({ preventScroll: true })
    return
  }
  const section = profile.sections.find((one) => isIn(one, path))
  if (section !== undefined) goToSection(section.id)
}

/** Opens every collapsed part of the page around an element, so that the element can be scrolled to and focused. */
function openAround(element: Element): void {
  for (let outer = element.closest('details'); outer !== null;) {
    outer.open = true
    outer = outer.parentElement?.closest('details') ?? null
  }
}

/**
 * Goes to a field of the form from any part of the deal. The page's address contains the field, so that the broker can return to it with
 * the Back command.
 */
export function goToField(deal_id: string, field: string): void {
  const route = { screen: 'deal', deal_id, part: 'application', field } as const
  if (window.location.hash !== hrefOf(route)) return navigate(route)
  const profile = useEnvironment.getState().value?.profile ?? null
  if (profile !== null) goToProblem(profile, field)
}
