import { useElementSize } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  AnnotationMode,
  type PageViewport,
  type PDFDocumentProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { inTurn, type SlowPages } from './page-turns.ts'
import { findText, type Found } from './use-search.ts'
import { type Mark, useViewer } from './viewer-store.ts'
import classes from './viewer.module.css'
import { Button, Stack } from '@mantine/core'

export interface PageListHandle {
  goTo(page: number): void
}

interface PageListProps {
  ref: Ref<PageListHandle>
  pdf: PDFDocumentProxy
  name: string
  zoom: Zoom
  /** Degrees by which the viewer rotates every page on the screen. The stored document does not change. */
  turn: number
  slow: SlowPages
  sought: string
  current: Found | null
  onPage: (page: number) => void
  onFitted: (scale: number) => void
}

const GAP = 12
const MARGIN = 24
/** The assumed size of a page in points (US letter), until the pages report their real size. */
const LETTER = { width: 612, height: 792 }

export function PageList({
  ref,
  pdf,
  name,
  zoom,
  turn,
  slow,
  sought,
  current,
  onPage,
  onFitted,
}: PageListProps) {
  const { ref: measure, width } = useElementSize()
  const hasAside = useViewer((state) => state.aside !== null)
  const mark = useViewer((state) => state.mark)
  const scroller = useRef<HTMLDivElement | null>(null)
  const centered = useRef<Found | null>(null)
  const [size, setSize] = useState(LETTER)
  useEffect(() => {
    void pdf.getPage(1).then(
      (page) => {
        const { width: across, height } = page.getViewport({ scale: 1, rotation: (page.rotate + turn) % 360 })
        setSize({ width: across, height })
      },
      // If the page cannot be read, keep using the estimated size.
      () => {},
    )
  }, [pdf, turn])
  const fitted = Math.max(0.1, (Math.min(width, 1100) - 2 * MARGIN) / size.width)
  const scale = zoom === 'fit' ? fitted : zoom * CSS_PER_POINT
  useEffect(() => onFitted(fitted / CSS_PER_POINT), [fitted, onFitted])
  const pages = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => size.height * scale + GAP,
    overscan: 1,
    paddingStart: GAP,
  })
  useEffect(() => pages.measure(), [pages, scale, size.height])
  useImperativeHandle(ref, () => ({
    goTo: (page) => pages.scrollToIndex(page - 1, { align: 'start' }),
  }))
  // The pages have no places until the width of the list is known.
  const isMeasured = width > 0
  useEffect(() => {
    if (mark === null || !isMeasured) return
    const index = Math.min(pdf.numPages, Math.max(1, mark.page)) - 1
    // A page that is already shown scrolls to its mark by itself. Scrolling to the page would hide a mark in the lower part.
    const isShown = pages.getVirtualItems().some((item) => item.index === index)
    if (!isShown || mark.boxes.length === 0) pages.scrollToIndex(index, { align: 'start' })
  }, [mark, isMeasured, pages, pdf])
  // A page may be rendered again while its match is still the current one. Do not scroll to the match a second time.
  const scrollOnce = useCallback((match: Found, element: Element) => {
    if (centered.current === match) return
    centered.current = match
    element.scrollIntoView({ block: 'center' })
  }, [])
  const middle = (pages.scrollOffset ?? 0) + (pages.scrollRect?.height ?? 0) / 3
  const shown = pages.getVirtualItems()
  const at = (shown.findLast(({ start }) => start <= middle) ?? shown[0])?.index ?? 0
  useEffect(() => onPage(at + 1), [at, onPage])
  return (
    <div
      ref={(element) => {
        scroller.current = element
        measure(element)
      }}
      className={classes.pages}
      tabIndex={0}
      role="region"
      aria-label={messages().viewer.pagesOf(name)}
      // If a list beside the pages is open, one of its rows gets the focus instead.
      {...(!hasAside && { 'data-autofocus': true })}
    >
      {width > 0 && (
        <div style={{ height: pages.getTotalSize(), position: 'relative' }}>
          {shown.map(({ index, start, key }) => (
            <div
              key={key}
              ref={pages.measureElement}
              data-index={index}
              className={classes.place}
              style={{ transform: `translateY(${start}px)` }}
            >
              <PageView
                pdf={pdf}
                number={index + 1}
                scale={scale}
                turn={turn}
                slow={slow}
                estimate={size}
                sought={sought}
                current={current?.page === index + 1 ? current : null}
                onCurrent={scrollOnce}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** CSS pixels per point of a page at 100 % zoom. At this zoom, a page on the screen is as large as on paper. */
const CSS_PER_POINT = 96 / 72

interface PageViewProps {
  pdf: PDFDocumentProxy
  number: number
  scale: number
  turn: number
  slow: SlowPages
  /** The assumed size of this page in points, until the page reports its real size. */
  estimate: { width: number; height: number }
  sought: string
  current: Found | null
  /** Scrolls to the current match, which is in `element`. Does nothing if the pages already scrolled to this match. */
  onCurrent: (match: Found, element: Element) => void
}

/** Maximum number of pixels of a canvas, at any zoom. */
const MOST_PIXELS = 16_000_000

/** Shows one page: its image, and a text layer for selecting, searching, and reading aloud. */
function PageView({
  pdf,
  number,
  scale,
  turn,
  slow: { pages, giveUp, retry },
  estimate,
  sought,
  current,
  onCurrent,
}: PageViewProps) {
  const isSlow = pages.has(number)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [layer, setLayer] = useState<TextLayer | null>(null)
  const [size, setSize] = useState<PageViewport | null>(null)
  const mark = useViewer((state) => (state.mark?.page === number ? state.mark : null))

  useEffect(() => {
    if (isSlow) return
    let stop = () => {}
    let isGone = false
    async function draw() {
      if (isGone) return
      const page = await pdf.getPage(number)
      if (isGone || canvas.current === null || text.current === null) return
      const rotation = (page.rotate + turn) % 360
      const viewport = page.getViewport({ scale, rotation })
      setSize(page.getViewport({ scale: 1, rotation }))
      const dense = Math.min(
        window.devicePixelRatio,
        Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)),
      )
      canvas.current.width = Math.floor(viewport.width * dense)
      canvas.current.height = Math.floor(viewport.height * dense)
      const drawing = page.render({
        canvas: canvas.current,
        viewport,
        transform: [dense, 0, 0, dense, 0, 0],
        // Draw the values of form fields and other annotations. Links and buttons do nothing when clicked.
        annotationMode: AnnotationMode.ENABLE,
      })
      text.current.replaceChildren()
      const textLayer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: text.current,
        viewport,
      })
      stop = () => {
        drawing.cancel()
        textLayer.cancel()
      }
      await Promise.all([drawing.promise, textLayer.render()])
      if (!isGone) setLayer(textLayer)
    }
    // If the broker scrolls a page away before it is drawn, its drawing is skipped or canceled. Ignore the resulting error.
    void inTurn(pdf, draw, () => {
      isGone = true
      stop()
      giveUp(pdf, number)
    }).catch(() => {})
    return () => {
      isGone = true
      stop()
    }
  }, [pdf, number, scale, turn, isSlow, giveUp])

  useEffect(() => {
    if (layer === null) return
    const { element, unmark } = markMatches(layer, sought, current)
    if (current !== null && element !== null) onCurrent(current, element)
    return unmark
  }, [layer, sought, current, onCurrent])

  const { width, height } = size ?? estimate
  return (
    <section
      className={classes.page}
      aria-label={messages().viewer.pageNumber(number)}
      data-page={number}
      data-drawn={(layer !== null && !isSlow) || undefined}
      style={{
        width: width * scale,
        height: height * scale,
        // pdfjs uses this CSS variable to position the text layer.
        ['--total-scale-factor' as string]: scale,
      }}
    >
      <canvas ref={canvas} className={classes.canvas} aria-hidden="true" />
      <div ref={text} className={classes.textLayer} hidden={isSlow} />
      {mark !== null && size !== null && (
        <Marked key={mark.boxes.join(' ')} mark={mark} viewport={size} scale={scale} />
      )}
      {isSlow && (
        <Stack className={classes.slow} align="center" role="status">
          {messages().viewer.tooSlow}
          <Button size="xs" onClick={() => retry(number)}>
            {messages().viewer.tryPageAgain}
          </Button>
        </Stack>
      )}
    </section>
  )
}

function Marked({ mark, viewport, scale }: { mark: Mark; viewport: PageViewport; scale: number }) {
  const first = useRef<HTMLDivElement>(null)
  // A block, because newer versions of Chromium return a promise, and React would call it as the function that ends the effect.
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'center', inline: 'nearest' })
  }, [])
  const count = Math.floor(mark.boxes.length / 4)
  return Array.from({ length: count }, (_, at) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = mark.boxes.slice(4 * at, 4 * at + 4)
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom)
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top)
    return (
      <div
        key={at}
        ref={at === count - 1 ? first : null}
        className={classes.mark}
        data-testid="viewer-mark"
        aria-hidden="true"
        style={{
          left: Math.min(x1, x2) * scale - 3,
          top: Math.min(y1, y2) * scale - 3,
          width: Math.abs(x2 - x1) * scale + 6,
          height: Math.abs(y2 - y1) * scale + 6,
        }}
      />
    )
  })
}

/**
 * Highlights matches without changing the page's elements. Returns the element that contains the current match, if any, and a function
 * that removes the highlights.
 */
function markMatches({ textDivs, textContentItemsStr }: TextLayer, sought: string, current: Found | null) {
  const ranges = findText(textContentItemsStr, sought).flatMap(({ start, end }) => {
    const [first, last] = [textDivs[start.string]?.firstChild, textDivs[end.string]?.firstChild]
    if (!(first instanceof Text) || !(last instanceof Text)) return []
    const range = new Range()
    range.setStart(first, Math.min(start.letter, first.length))
    range.setEnd(last, Math.min(end.letter, last.length))
    return [range]
  })
  const now = current === null ? undefined : ranges[current.index]
  const marks = {
    'viewer-found': ranges.filter((range) => range !== now),
    'viewer-current': now ? [now] : [],
  }
  for (const [name, marked] of Object.entries(marks)) for (const range of marked) highlight(name).add(range)
  const unmark = () => {
    for (const [name, marked] of Object.entries(marks))
      for (const range of marked) highlight(name).delete(range)
  }
  return { element: now?.startContainer.parentElement ?? null, unmark }
}

function highlight(name: string): Highlight {
  const known = CSS.highlights.get(name)
  if (known !== undefined) return known
  const made = new Highlight()
  CSS.highlights.set(name, made)
  return made
}

/** The zoom of the viewer. `fit` makes a page as wide as the window. A number is a factor: 1 means 100 percent. */
export type Zoom = 'fit' | number

export const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const
export const SMALLEST = STEPS[0]
export const LARGEST = 4

export function nextZoom(from: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? STEPS.find((step) => step > from + 0.01) : STEPS.findLast((step) => step < from - 0.01)
  return next ?? (direction === 1 ? LARGEST : SMALLEST)
}
