import type { RefObject } from 'react'

/** Delay before this module moves the focus. By then, a new dialog or screen has set its own focus. */
const SETTLE_MS = 60
/** Maximum number of delays while the screen is still loading. After the last delay, the focus moves even if the screen is not loaded. */
const MOST_TRIES = 50
/**
 * Number of previously focused elements to remember. If several dialogs are open above a list that changes, some of these elements no
 * longer exist, and the focus returns to an earlier one.
 */
const MOST_PLACES = 12

const FOCUSABLE = 'a[href], button, input, textarea, select, summary, [tabindex]'

/**
 * An element that had the focus, and its position. The position consists of the ancestors, each with the index of its child that contains
 * the element. The references are weak, because a strong reference would keep a removed element and its whole screen in memory.
 */
interface Place {
  element: WeakRef<HTMLElement>
  ancestors: { parent: WeakRef<Element>; at: number }[]
}

/**
 * Moves the focus to a nearby element when the focused one is removed, for example with a deleted row or a closed dialog. Without this
 * function, the browser would move the focus to the top of the page. Does not affect focus changes by the user. Call this function once.
 */
export function keepFocus(): () => void {
  let places: Place[] = []
  let timer = 0

  function restore(tries: number) {
    if (document.activeElement !== document.body || !document.hasFocus()) return
    if (tries > 0 && document.querySelector('main [aria-busy="true"]') !== null) return wait(tries - 1)
    const next = places.findLast((place) => nearest(place) !== null)
    const to = next === undefined ? heading() : nearest(next)
    to?.focus({ preventScroll: next === undefined })
  }
  function wait(tries: number) {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => restore(tries), SETTLE_MS)
  }
  const entered = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    places = [...places.filter(({ element }) => element.deref() !== target), placeOf(target)].slice(
      -MOST_PLACES,
    )
  }
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || relatedTarget !== null) return
    // Chrome fires this event before it removes the element. Only the next frame shows whether the element was removed.
    requestAnimationFrame(() => {
      if (!canTake(target)) wait(MOST_TRIES)
      // The user left the element deliberately, so do not focus it again after the next dialog.
      else if (document.activeElement === document.body) places = []
    })
  }
  document.addEventListener('focusin', entered)
  document.addEventListener('blur', left, true)
  return () => {
    window.clearTimeout(timer)
    document.removeEventListener('focusin', entered)
    document.removeEventListener('blur', left, true)
  }
}

function placeOf(element: HTMLElement): Place {
  const ancestors: Place['ancestors'] = []
  let child: Element = element
  for (let parent = child.parentElement; parent !== null && !isFrame(parent); parent = child.parentElement) {
    ancestors.push({ parent: new WeakRef(parent), at: [...parent.children].indexOf(child) })
    child = parent
  }
  return { element: new WeakRef(element), ancestors }
}

/**
 * Returns true for an element that encloses a screen or a dialog. The search for a nearby element stops at this element, because screens
 * and dialogs set the focus themselves: a new screen focuses its heading, and a closed dialog focuses the element that opened it.
 */
const isFrame = (element: Element) => element.matches('body, #root, main, [role="dialog"]')

/**
 * Returns the element itself if it can still get the focus. Otherwise returns the element at its former position, or the nearest remaining
 * element. Returns null if no element remains.
 */
function nearest({ element, ancestors }: Place): HTMLElement | null {
  const former = element.deref()
  if (former !== undefined && canTake(former)) return former
  for (const { parent: held, at } of ancestors) {
    const parent = held.deref()
    if (parent?.isConnected !== true) continue
    for (const near of [parent.children[at], parent.children[at - 1], parent]) {
      const found = near === undefined ? undefined : focusableIn(near)
      if (found !== undefined) return found
    }
  }
  return null
}

function focusableIn(root: Element): HTMLElement | undefined {
  const all = [root, ...root.querySelectorAll(FOCUSABLE)]
  // Skip choice fields, because focusing one would open its list.
  return all.find(
    (one): one is HTMLElement =>
      one instanceof HTMLElement &&
      one.tabIndex >= 0 &&
      canTake(one) &&
      !one.ariaHasPopup?.includes('listbox'),
  )
}

const canTake = (element: HTMLElement) =>
  element.isConnected &&
  element.matches(FOCUSABLE) &&
  !element.matches(':disabled') &&
  element.checkVisibility({ visibilityProperty: true })

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('main [data-screen-heading], main h1, main h2')
  if (found !== null) found.tabIndex = -1
  return found
}

/** Lists whose lines have `data-line` can be walked with the keyboard. The attribute is on the element that takes the focus. */
const LINE = '[data-line]'

export function lineInFocus(list: RefObject<HTMLElement | null>): string | null {
  const line = document.activeElement?.closest<HTMLElement>(`${LINE}, li:has(${LINE})`)
  if (!line || list.current?.contains(line) !== true) return null
  return (line.matches(LINE) ? line : line.querySelector<HTMLElement>(LINE))?.dataset['line'] ?? null
}

/** Moves the focus by this many lines. If no line has the focus, moves it to the first line. */
export function walkLines(list: RefObject<HTMLElement | null>, step: number): void {
  const lines = [...(list.current?.querySelectorAll<HTMLElement>(LINE) ?? [])]
  const present = lineInFocus(list)
  const at = lines.findIndex(({ dataset }) => dataset['line'] === present)
  const next = at < 0 ? 0 : Math.min(lines.length - 1, Math.max(0, at + step))
  lines[next]?.focus()
  lines[next]?.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus away from a line that is about to disappear: to the next line, or else to the previous one. */
export function leaveLine(list: RefObject<HTMLElement | null>): void {
  const before = document.activeElement
  walkLines(list, 1)
  if (document.activeElement === before) walkLines(list, -1)
}

/** Repeats `work` after each change of the page until it returns true, for at most `longest_ms`. Returns a function that ends this. */
export function retryOnChange(
  work: () => boolean,
  longest_ms: number,
  root: Element = document.body,
): () => void {
  const watch = new MutationObserver(() => work() && end())
  const limit = setTimeout(end, longest_ms)
  function end() {
    clearTimeout(limit)
    watch.disconnect()
  }
  watch.observe(root, { childList: true, subtree: true, attributes: true })
  return end
}
