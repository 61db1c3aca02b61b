import { useEffect, useId, useRef } from 'react'
import { create } from 'zustand'
import { useAppearance } from '../page/appearance-store.ts'
import { IS_MAC, isBare, isSingle, matches, type Press } from './keys.ts'
import { on } from '../api/funding-desk.ts'
import { navigate, SETTINGS_SECTIONS } from '../navigation/route.ts'

/** Sections of actions, in the order of the shortcut sheet. */
export const ACTION_SECTIONS = ['go', 'pipeline', 'deal', 'app'] as const

/** Says which shortcuts work while the broker types: all, none, or (`chords`) all except single characters. */
type WhileTyping = boolean | 'chords'

/** An action that is available now. The command palette, the shortcut sheet, the menu, and the keyboard all use the same actions. */
export interface Action {
  /** A unique name that never changes, such as `pipeline.new_deal`. */
  id: string
  label: string
  section: (typeof ACTION_SECTIONS)[number]
  /** The shortcuts, for example `mod+shift+N`. `mod` is ⌘ on a Mac and Ctrl elsewhere. The app displays only the first shortcut. */
  keys?: string | readonly string[]
  /** Says whether the shortcuts also work while the focus is in a text field. */
  whileTyping?: WhileTyping
  /** True if the action runs repeatedly while the broker holds the keys down. */
  repeats?: boolean
  /**
   * Says when the shortcuts work: only while no dialog is open (`screen`, the default), only in an open dialog (`dialog`), or always
   * (`window`).
   */
  within?: 'screen' | 'dialog' | 'window'
  /** True if the action appears only in the results of a search in the palette, because there may be many such actions without keys. */
  searchOnly?: boolean
  run: () => void
  /** Returns what the action would do with a text that the broker types in the command palette, or null. */
  fromText?: (typed: string) => { label: string; run: () => void } | null
}

/** The actions that mounted components offer, by component. The most recently mounted component is last. */
const useOfferedActions = create<{ offered: ReadonlyMap<string, readonly Action[]> }>(() => ({
  offered: new Map(),
}))

function offer(by: string, actions: readonly Action[]): void {
  useOfferedActions.setState(({ offered }) => ({ offered: new Map(offered).set(by, actions) }))
}

function withdraw(by: string): void {
  useOfferedActions.setState(({ offered }) => {
    const left = new Map(offered)
    left.delete(by)
    return { offered: left }
  })
}

type Offered = Omit<Action, 'section'> & Partial<Pick<Action, 'section'>>

/**
 * Offers actions of a section while the component is mounted. An action may name another section. `false` means that an action is not
 * possible now.
 */
export function useActions(section: Action['section'], all: readonly (Offered | false)[]): void {
  const by = useId()
  const actions = all.flatMap((action): Action[] => (action === false ? [] : [{ section, ...action }]))
  const latest = useRef(actions)
  const reported = useRef('')
  useEffect(() => {
    latest.current = actions
    // Each render creates a new list of actions. Notify subscribers only if something visible in the list changed.
    const seen = JSON.stringify(actions)
    if (seen === reported.current) return
    reported.current = seen
    offer(
      by,
      actions.map((action) => ({
        ...action,
        run: () => latest.current.find(({ id }) => id === action.id)?.run(),
        ...(action.fromText && {
          fromText: (typed: string) =>
            latest.current.find(({ id }) => id === action.id)?.fromText?.(typed) ?? null,
        }),
      })),
    )
  })
  useEffect(
    () => () => {
      reported.current = ''
      withdraw(by)
    },
    [by],
  )
}

export function offeredActions(): Action[] {
  return [...useOfferedActions.getState().offered.values()].flat()
}

function runAction(id: string): boolean {
  const action = offeredActions().find((one) => one.id === id)
  action?.run()
  return action !== undefined
}

/** Returns the shortcuts of an action. The broker can turn off single-character shortcuts in the settings. */
export function keysOf({ keys = [] }: Action): readonly string[] {
  const all = typeof keys === 'string' ? [keys] : keys
  return useAppearance.getState().settings.single_keys ? all : all.filter((one) => !isSingle(one))
}

interface Situation {
  isTyping: boolean
  isDialogOpen: boolean
  /** True if a menu, a popover, or the list of a field is open. These handle their own keys. */
  isMenuOpen: boolean
  isMac?: boolean
}

/** Returns true if a shortcut also works in a text field. `chords` excludes the single characters, which would type themselves. */
const isMeant = (keys: string, whileTyping: WhileTyping) =>
  whileTyping === 'chords' ? !isSingle(keys) : whileTyping

/**
 * Returns true if a key press with ⌥ (the Option key) types a character. On a Mac, users of many keyboard layouts type @ and # in this way.
 */
const writes = ({ key, altKey, ctrlKey, metaKey }: Press, isMac: boolean) =>
  isMac && altKey && !ctrlKey && !metaKey && [...key].length === 1

function works(
  { within = 'screen', whileTyping = false, repeats = false }: Action,
  keys: readonly string[],
  isHeld: boolean,
  { isTyping, isDialogOpen, isMenuOpen }: Situation,
): boolean {
  if (within !== 'window' && isDialogOpen !== (within === 'dialog')) return false
  if (isHeld && !repeats) return false
  return keys.some(
    (one) => (!isTyping || isMeant(one, whileTyping)) && (!isMenuOpen || within === 'window' || !isBare(one)),
  )
}

export function actionFor(
  press: Press & { repeat: boolean },
  actions: readonly Action[],
  situation: Situation,
): Action | undefined {
  const { isTyping, isMac = IS_MAC } = situation
  if (isTyping && writes(press, isMac)) return undefined
  return actions.find((action) => {
    const keys = keysOf(action).filter((one) => matches(press, one, isMac))
    return works(action, keys, press.repeat, situation)
  })
}

/**
 * Returns the action of a menu entry if its shortcut works now. The keys themselves need no check, because the operating system has already
 * matched them with the entry.
 */
export function actionOfLine(
  id: string,
  isHeld: boolean,
  actions: readonly Action[],
  situation: Situation,
): Action | undefined {
  return actions.find((action) => action.id === id && works(action, keysOf(action), isHeld, situation))
}

let isHeld = false

/** Runs a menu entry whose shortcut was pressed, but only if the page would accept the same shortcut now. */
function runPressed(id: string): void {
  actionOfLine(id, isHeld, offeredActions(), lookAround(document.activeElement))?.run()
}

/** The key code of a key that an input method handles. */
const COMPOSING = 229

/** Runs actions when their keys are pressed. Call this once. Ignores a key that an input already handled. */
export function followKeys(): () => void {
  let situation = lookAround(null)
  // Examine the page in the capture phase. If the key closes an open menu, the menu is already removed in the bubble phase.
  const look = (event: KeyboardEvent) => {
    // While an input method composes a character, every key belongs to it. No handler of the page gets such a key, so that the Enter that
    // accepts a word submits nothing. On a Mac, only the key code tells this for the last key.
    if (event.isComposing || event.keyCode === COMPOSING) return event.stopImmediatePropagation()
    if (typeAhead(event)) {
      event.stopImmediatePropagation()
      event.preventDefault()
      return
    }
    situation = lookAround(event.target)
    isHeld = event.repeat
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const action = actionFor(event, offeredActions(), situation)
    if (action === undefined) return
    event.preventDefault()
    action.run()
  }
  window.addEventListener('keydown', look, true)
  window.addEventListener('keydown', pressed)
  return () => {
    window.removeEventListener('keydown', look, true)
    window.removeEventListener('keydown', pressed)
  }
}

/** Matches open popups that contain the focus or whose button has the focus. */
const OPEN_BESIDE =
  '[role="dialog"]:not([aria-modal="true"]), [aria-haspopup][aria-expanded="true"], [role="combobox"][aria-expanded="true"]'

function lookAround(target: EventTarget | null): Situation {
  return {
    isTyping: takesText(target),
    isDialogOpen: document.querySelector('[role="dialog"][aria-modal="true"]') !== null,
    isMenuOpen:
      document.querySelector('[role="menu"]') !== null ||
      (target instanceof Element && target.closest(OPEN_BESIDE) !== null),
  }
}

const WITHOUT_TEXT = new Set(['button', 'checkbox', 'radio', 'range', 'file', 'submit', 'reset', 'color'])

export function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.has(target.type)
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  )
}

interface Overlay {
  open: 'palette' | 'shortcuts' | null
  /** The text in the palette's field. */
  typed: string
  /** True if the broker pressed Enter in the palette. */
  isEntered: boolean
}

/** The overlay above every screen: the command palette, the shortcuts, or none. */
export const useOverlay = create<Overlay>(() => ({ open: null, typed: '', isEntered: false }))

export function showOverlay(open: Overlay['open']): void {
  useOverlay.setState({ open, typed: '', isEntered: false })
}

/**
 * Handles a key that is pressed after the palette opened and before its field has the focus: adds a character to the field, and remembers
 * Enter. Otherwise, the element behind the palette would get the first keys of a broker who types fast. Returns true if it handled the key.
 */
function typeAhead({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const { open, typed } = useOverlay.getState()
  const isThere = target instanceof Element && target.closest('[data-palette]') !== null
  if (open !== 'palette' || isThere || ctrlKey || metaKey || altKey || key === 'Escape') return false
  if ([...key].length === 1) useOverlay.setState({ typed: typed + key })
  if (key === 'Backspace') useOverlay.setState({ typed: typed.slice(0, -1) })
  if (key === 'Enter') useOverlay.setState({ isEntered: true })
  return true
}

/** Runs the entries that the broker selects in the app's menu. Call this once. */
export function followMenu(): () => void {
  return on('menu.run', ({ action_id, by_keys }) => {
    if (action_id === 'edit.undo') return takeStep('undo')
    if (action_id === 'edit.redo') return takeStep('redo')
    const section = SETTINGS_SECTIONS.find((one) => action_id === `settings.${one}`)
    if (section !== undefined) return navigate({ screen: 'settings', section })
    if (by_keys) runPressed(action_id)
    else runAction(action_id)
  })
}

/**
 * Simulates a press of the undo or redo key, so that a form with its own undo can handle it. If nothing handles the key, calls the
 * browser's own undo or redo.
 */
function takeStep(step: 'undo' | 'redo'): void {
  const key = new KeyboardEvent('keydown', {
    key: 'z',
    code: 'KeyZ',
    ctrlKey: !IS_MAC,
    metaKey: IS_MAC,
    shiftKey: step === 'redo',
    bubbles: true,
    cancelable: true,
  })
  const isLeft = (document.activeElement ?? document.body).dispatchEvent(key)
  if (isLeft) document.execCommand(step)
}
