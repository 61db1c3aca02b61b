/** Whoever takes the focus on purpose (a dialog, a new screen) has done so by then. */
const SETTLE_MS = 60
/** A screen that is still read by then shows nothing that could take the focus. */
const MOST_TRIES = 50
/** How many places are remembered: a dialog over a dialog over a list that changed below them. */
const MOST_PLACES = 12

const FOCUSABLE = 'a[href], button, input, textarea, select, summary, [tabindex]'

/**
 * An element that had the focus, and where it stood: each ancestor, with the place of the next within it. Held weakly, since what is
 * gone from the page helps no more, and would keep the whole screen around it.
 */
interface Place {
  element: WeakRef<HTMLElement>
  ancestors: { parent: WeakRef<Element>; at: number }[]
}

/**
 * When what has the focus is taken away (a row deleted, a button that has done its work, a dialog closed), the keyboard goes on
 * nearby instead of at the top of the page. What is left on purpose stays left. To be called once.
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
    // Chrome tells while the element is still there: whether it went is known only afterwards.
    requestAnimationFrame(() => {
      if (!canTake(target)) wait(MOST_TRIES)
      // Who left it for nothing else does not want to be back there after the next dialog.
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

/** What is beyond is no neighbourhood: there a new screen has its heading, and a dialog what it was opened from. */
const isFrame = (element: Element) => element.matches('body, #root, main, [role="dialog"]')

/** The element itself, else what took its place, else what is left around it; null when all of it is gone. */
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
  // A list of choices would open.
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
