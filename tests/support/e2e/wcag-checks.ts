import type { Page } from 'playwright-core'
import type { TestEnvironment } from './environment.ts'

// Each check returns the violations of an accessibility rule (WCAG) that it found, one per entry. The checks are strings of code, because
// they run in the page.

const NAMED = `const named = (one) =>
  one.tagName.toLowerCase() + ' “' +
  (one.getAttribute('aria-label') ?? one.dataset.path ?? one.innerText ?? '').trim().slice(0, 40) + '” ' +
  (typeof one.className === 'string' ? one.className.split(' ').at(-1) : '')`

/**
 * Checks WCAG 2.5.8, target size: an element to click is at least 24 × 24 CSS px. A smaller element passes if a circle of 24 px on its
 * center touches no other element to click, and no such circle of another small element. Skips links within a sentence and elements that
 * the browser draws.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`{
    ${NAMED}
    const dialog = [...document.querySelectorAll('[role="dialog"], [role="menu"]')].at(-1)
    const inSight = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const all = [...(dialog ?? document).querySelectorAll(
      'a[href], button, input:not([type=hidden]):not([type=file]), select, textarea, summary, [role=button], [role=option],' +
      '[role=tab], [role=slider], [role=separator][tabindex], [role=menuitem], [role=switch]',
    )].filter((one) => inSight(one) && !one.disabled && one.getAttribute('aria-hidden') !== 'true')
    // A click on a label reaches the labeled element, so the label is part of the target.
    const boxOf = (one) => {
      const boxes = [one, ...(one.labels ?? [])].map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0)
      if (boxes.length === 0) return one.getBoundingClientRect()
      const left = Math.min(...boxes.map((box) => box.left)), top = Math.min(...boxes.map((box) => box.top))
      return new DOMRect(left, top,
        Math.max(...boxes.map((box) => box.right)) - left, Math.max(...boxes.map((box) => box.bottom)) - top)
    }
    const isInline = (one) => {
      if (getComputedStyle(one).display !== 'inline') return false
      const around = one.parentElement?.innerText ?? ''
      return around.trim().length > (one.innerText ?? '').trim().length
    }
    const targets = all.map((one) => ({ one, box: boxOf(one) })).filter(({ box }) => box.width > 1 && box.height > 1)
    const isSmall = ({ box }) => box.width < 23.9 || box.height < 23.9
    const middle = ({ box }) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
    const meets = (target, other) => {
      if (target.one.contains(other.one) || other.one.contains(target.one)) return false
      const at = middle(target)
      if (isSmall(other)) {
        const to = middle(other)
        return Math.hypot(at.x - to.x, at.y - to.y) < 24
      }
      const x = Math.max(other.box.left, Math.min(at.x, other.box.right))
      const y = Math.max(other.box.top, Math.min(at.y, other.box.bottom))
      return Math.hypot(at.x - x, at.y - y) < 12
    }
    const found = targets
      .filter((target) => isSmall(target) && !isInline(target.one))
      .flatMap((target) => {
        const other = targets.find((one) => one !== target && meets(target, one))
        const { width, height } = target.box
        return other === undefined ? [] :
          ['2.5.8 ' + named(target.one) + ' ' + width.toFixed(1) + '×' + height.toFixed(1) + ' by ' + named(other.one)]
      })
    ;[...new Set(found)].slice(0, 12)
  }`)
}

/**
 * Checks WCAG 2.4.11, focus not obscured: presses Tab through the whole screen, and back. Some part of each focused element must be
 * visible.
 */
export async function obscuredStops(page: Page, most = 90): Promise<string[]> {
  const found = new Set<string>()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop < most; stop++) {
      await page.keyboard.press(key)
      const { problem, isRound } = await page.evaluate<{ problem: string; isRound: boolean }>(`{
        ${NAMED}
        const at = document.activeElement
        const isRound = at.__passed === true
        at.__passed = true
        const isUnseen = () => {
          const box = at.getBoundingClientRect()
          if (at === document.body || box.width < 2 || box.height < 2) return false
          const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y]))
          return points.every(([x, y]) => {
            const seen = document.elementFromPoint(x, y)
            return seen === null || !(at.contains(seen) || seen.contains(at) || [...(at.labels ?? [])].some((one) => one.contains(seen)))
          })
        }
        const seenNow = !isUnseen()
        const result = seenNow ? { problem: '', isRound } : new Promise((done) =>
          // Scrolling to it is immediate.
          requestAnimationFrame(() => requestAnimationFrame(() => done({ problem: isUnseen() ? '2.4.11 ' + named(at) : '', isRound }))))
        result
      }`)
      if (isRound) break
      if (problem !== '') found.add(problem)
    }
    await page.evaluate("for (const one of document.querySelectorAll('*')) delete one.__passed")
  }
  return [...found]
}

/** Checks a window of 1280 × 800 at a zoom of 200 %: the page does not scroll sideways, and no text is cut off or covered by another one. */
export async function hiddenByZoom(environment: TestEnvironment): Promise<string[]> {
  await zoom(environment, 2)
  try {
    const hidden = await environment.page.evaluate<string[]>(`{
      ${NAMED}
      const root = document.documentElement
      const found = []
      if (root.scrollWidth > root.clientWidth) found.push('200 %: the page scrolls sideways, ' + root.scrollWidth + ' > ' + root.clientWidth)
      const main = document.querySelector('main')
      if (main !== null && main.scrollWidth > main.clientWidth + 1) found.push('200 %: main is wider than the window')
      for (const one of document.querySelectorAll('button, a[href], h1, h2, h3, label')) {
        const { overflowX, textOverflow, clip } = getComputedStyle(one)
        if (!one.checkVisibility() || one.clientWidth < 2 || clip !== 'auto') continue
        const isCut = overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1 && textOverflow !== 'ellipsis'
        if (isCut) found.push('200 %: cut: ' + named(one))
      }
      found.slice(0, 8)
    }`)
    return [...hidden, ...(await coveredTexts(environment.page))]
  } finally {
    await zoom(environment, 1)
  }
}

/** Returns the texts that cover another text of the same entry of a list or table. */
function coveredTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`{
    // The parts of a text's lines that its element shows. None if only a screen reader reads the text.
    function shownLines(text) {
      const element = text.parentElement
      if (text.data.trim() === '' || !element.checkVisibility({ opacityProperty: true })) return []
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()]
      return getComputedStyle(element).overflowX === 'visible'
        ? lines
        : lines.map((line) => common(line, element.getBoundingClientRect())).filter((part) => area(part) > 4)
    }
    function common(one, other) {
      return {
        left: Math.max(one.left, other.left),
        top: Math.max(one.top, other.top),
        right: Math.min(one.right, other.right),
        bottom: Math.min(one.bottom, other.bottom),
      }
    }
    function area({ left, top, right, bottom }) {
      return Math.max(0, right - left) * Math.max(0, bottom - top)
    }
    const covered = new Set()
    for (const entry of document.querySelectorAll('li, tr, [role="row"], a[href], button')) {
      const texts = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT)
      const before = []
      while (texts.nextNode() && before.length < 50) {
        const words = texts.currentNode.data.trim()
        for (const line of shownLines(texts.currentNode)) {
          // Lines of one text stand closely below each other. Their boxes may therefore overlap slightly.
          const other = before.find((one) => one.words !== words && area(common(one.line, line)) > 40)
          if (other !== undefined) covered.add('covered: "' + other.words + '" by "' + words + '"')
          before.push({ words, line })
        }
      }
    }
    const found = [...covered].slice(0, 5)
    found
  }`)
}

/** Makes the window 1280 × 800 pixels large and zooms its page by this factor. */
export async function zoom({ app, page }: TestEnvironment, factor: number): Promise<void> {
  await app.application.evaluate(({ BrowserWindow }, to) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.setContentSize(1280, 800)
    window?.webContents.setZoomFactor(to)
  }, factor)
  await page.waitForFunction((width) => Math.abs(innerWidth - width) < 3, 1280 / factor)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** Returns the running animations that take longer than 10 ms. Call it while the system requests reduced motion. */
export function longMotions(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`{
    ${NAMED}
    document.getAnimations().filter((one) => one.playState === 'running')
      .filter(({ effect }) => Number(effect.getComputedTiming().activeDuration) > 10)
      .map(({ effect }) => 'motion: ' + named(effect.target))
      .slice(0, 5)
  }`)
}
