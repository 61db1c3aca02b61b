import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { projectFolder } from '../../../build/runtime/cache.mjs'

/** Number of Tab presses after which the search for an element on a screen fails. */
const MOST_STOPS = 150
const GRACE_MS = 120_000

/** Operates the app like a broker without a mouse. Presses only keys, and checks after each move where the focus is. */
export class Hands {
  readonly #page: Page
  /** Number of key presses so far. Keys that are held together count as one, and typed text does not count. */
  keys = 0

  /** The tasks that were done so far, with their numbers of keys. */
  readonly tasks: Record<string, number> = {}

  constructor(page: Page) {
    this.#page = page
  }

  /** Does a task, and counts its keys. Throws if the same task took another number of keys before. */
  async task(name: string, work: () => Promise<void>): Promise<void> {
    const before = this.keys
    await work()
    const keys = this.keys - before
    const earlier = this.tasks[name] ?? keys
    if (keys !== earlier) throw new Error(`"${name}" took ${earlier} keys before, and now ${keys}.`)
    this.tasks[name] = keys
  }

  async press(keys: string): Promise<void> {
    this.keys++
    await this.#page.keyboard.press(keys)
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  /** Presses Tab until the target has the focus. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const passed: string[] = []
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      // Sequential: each key press follows after the check of the previous focus.
      if (await hasFocus(target)) return this.expectFocus()
      passed.push(await focusedName(this.#page))
      await this.press(key)
    }
    throw new Error(`Tab does not lead to ${String(target)}. It leads to: ${passed.join(' > ')}`)
  }

  /** Moves to the target with Tab and activates it with Enter. */
  async tabAndPress(target: Locator): Promise<void> {
    await this.tabTo(target)
    await this.press('Enter')
  }

  /** Expects that the focused element is visible and looks focused. With `within`, the focus must be inside that element. */
  async expectFocus(within?: Locator | string): Promise<void> {
    await this.#until(() => problemOfFocus(this.#page))
    if (within === undefined) return
    const place = typeof within === 'string' ? this.#page.locator(within) : within
    await this.#until(async () =>
      (await holdsFocus(place))
        ? ''
        : `The focus is at ${await focusedName(this.#page)}, not in ${String(place)}`,
    )
  }

  /** Waits until `problem` returns an empty string. Throws the problem if it remains. */
  async #until(problem: () => Promise<string>): Promise<void> {
    const end = Date.now() + GRACE_MS
    for (;;) {
      const now = await problem()
      if (now === '') return
      if (Date.now() > end) throw new Error(now)
      await this.#page.waitForTimeout(30)
    }
  }
}

/** Returns the tasks of the table below `heading` in docs/design.md, with the number that the column "Now" starts with. */
export function keysPerTask(heading: string): Record<string, number> {
  const text = readFileSync(join(projectFolder, 'docs', 'design.md'), 'utf8')
  const section = text.split(/^#+ /m).find((one) => one.startsWith(`${heading}\n`)) ?? ''
  const rows = section.split('\n').flatMap((line): [string, number][] => {
    const [, task = '', , now = ''] = line.split('|').map((cell) => cell.trim())
    const keys = Number.parseInt(now, 10)
    return Number.isNaN(keys) ? [] : [[task, keys]]
  })
  return Object.fromEntries(rows)
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((all) => all.some((one) => one === one.ownerDocument.activeElement))

const holdsFocus = (place: Locator): Promise<boolean> =>
  place.evaluateAll((all) => all.some((one) => one.contains(one.ownerDocument.activeElement)))

function focusedName(page: Page): Promise<string> {
  return page.evaluate<string>(`{
    const at = document.activeElement
    ;(at.getAttribute('aria-label') ?? at.dataset?.path ?? (at.tagName + ' ' + at.textContent.trim().slice(0, 30)))
  }`)
}

/** Returns the reason why the user cannot see the focus. Returns an empty string if the user can. */
function problemOfFocus(page: Page): Promise<string> {
  return page.evaluate<string>(`{
    const at = document.activeElement
    const name = at.getAttribute('aria-label') ?? (at.tagName + ' ' + at.textContent.trim().slice(0, 30))
    const box = at.getBoundingClientRect()
    const isSeen =
      box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
    // A checkbox, slider, or switch may draw its focus ring on the part next to the input. Text fields show the caret.
    const marked = [at, at.parentElement, at.nextElementSibling, at.parentElement?.parentElement].filter(Boolean)
    const hasOutline = marked.some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1
    })
    const hasCaret = at.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea')
    // After a change of screen, a heading may have the focus without a mark, because nothing on it can be pressed. So may a dialog's text.
    const isRest = at.tabIndex < 0 && at.matches('h1, h2, main, [data-screen-heading], [data-autofocus]')
    const all = at === document.body ? 'no element has the focus'
      : !isSeen ? name + ' has the focus out of sight'
      : !hasOutline && !hasCaret && !isRest ? name + ' has the focus without a mark'
      : ''
    all
  }`)
}
