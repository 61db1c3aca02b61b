import { useEffect, useId, useRef } from 'react'
import { create } from 'zustand'
import { useAppearance } from '../stores/appearance-store.ts'
import { IS_MAC, isBare, isSingle, matches, type Press } from './keys.ts'
import { on } from '../api/funding-desk.ts'
import { navigate, SETTINGS_SECTIONS } from '../navigation/route.ts'

/** In the order of the sheet of shortcuts. */
export const ACTION_SECTIONS = ['go', 'pipeline', 'deal', 'app'] as const

/** `chords`: of its keys those with Ctrl or ⌘. */
type WhileTyping = boolean | 'chords'

/** Something that the broker can do now. The command palette, the sheet of shortcuts, the menu and the keyboard all read the same list. */
export interface Action {
  /** `pipeline.new_deal`: stable, unique. */
  id: string
  label: string
  section: (typeof ACTION_SECTIONS)[number]
  /** `mod+shift+N`; `mod` is ⌘ on a Mac, Ctrl elsewhere. The first of several is displayed. */
  keys?: string | readonly string[]
  /** The keys work while one types, too. */
  whileTyping?: WhileTyping
  /** Holding the keys does it again and again. */
  repeats?: boolean
  /** The scope of the keys: the screen without a dialog (default), the dialog that offers the action, or always. */
  within?: 'screen' | 'dialog' | 'window'
  run: () => void
}

/** Actions that mounted components offer now; the last mounted comes last. */
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

/** Offers actions while the component is mounted. */
export function useActions(actions: readonly Action[]): void {
  const by = useId()
  const latest = useRef(actions)
  const reported = useRef('')
  useEffect(() => {
    latest.current = actions
    // Each render builds the list again. Listeners are notified only if something visible in it changed.
    const seen = JSON.stringify(actions)
    if (seen === reported.current) return
    reported.current = seen
    offer(
      by,
      actions.map((action) => ({
        ...action,
        run: () => latest.current.find(({ id }) => id === action.id)?.run(),
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

/** All that is offered, each once. */
export function offeredActions(): Action[] {
  return [...useOfferedActions.getState().offered.values()].flat()
}

/** Runs the action of this id; returns false when there is none. */
function runAction(id: string): boolean {
  const action = offeredActions().find((one) => one.id === id)
  action?.run()
  return action !== undefined
}

/** Returns the shortcuts of an action. The settings can turn off those with a single character. */
export function keysOf({ keys = [] }: Action): readonly string[] {
  const all = typeof keys === 'string' ? [keys] : keys
  return useAppearance.getState().settings.single_keys ? all : all.filter((one) => !isSingle(one))
}

interface Situation {
  /** Something that takes text has the focus. */
  isTyping: boolean
  /** A dialog lies over the screen. */
  isDialogOpen: boolean
  /** A menu or a small window lies over it, or a list that opened at a field: they know their own keys. */
  isMenuOpen: boolean
  isMac?: boolean
}

/** In a field a single key is a letter; a chord is not. */
const isMeant = (keys: string, whileTyping: WhileTyping) =>
  whileTyping === 'chords' ? keys.startsWith('mod+') : whileTyping

/** On a Mac ⌥ is how many keyboards write @ and #. */
const writes = ({ key, altKey, ctrlKey, metaKey }: Press, isMac: boolean) =>
  isMac && altKey && !ctrlKey && !metaKey && [...key].length === 1

/** Returns true when any key of the action works now. */
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

/** The action that a press means now. */
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

/** The action of a line of the app's menu, if its keys mean it now. They were found by the menu. */
export function actionOfLine(
  id: string,
  isHeld: boolean,
  actions: readonly Action[],
  situation: Situation,
): Action | undefined {
  return actions.find((action) => action.id === id && works(action, keysOf(action), isHeld, situation))
}

/** True while the last pressed key is held. */
let isHeld = false

/** Does what a line of the app's menu names, whose keys were pressed: what they do not mean in the page, they do not by the menu. */
function runPressed(id: string): void {
  actionOfLine(id, isHeld, offeredActions(), lookAround(document.activeElement))?.run()
}

/** Runs actions by their keys. Call it once. Leaves a key alone that an input already handled. */
export function followKeys(): () => void {
  let situation = lookAround(null)
  // Before anybody else: a menu that the press closes is gone when it comes here.
  const look = ({ target, repeat }: KeyboardEvent) => {
    situation = lookAround(target)
    isHeld = repeat
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
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

/** Popups over a part of the screen that have the focus, or whose opener has it. */
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

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.has(target.type)
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  )
}

/** The overlay above every screen: the command palette, the shortcuts, or none. */
export const useOverlay = create<{ open: 'palette' | 'shortcuts' | null }>(() => ({ open: null }))

export function showOverlay(open: 'palette' | 'shortcuts' | null): void {
  useOverlay.setState({ open })
}

/** Runs choices of the app's menu. Call it once. */
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

/** Acts like the key: a form with its own undo handles it; any other input uses the browser's undo. */
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
