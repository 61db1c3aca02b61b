import { Button, Stack } from '@mantine/core'
import { AnnotationMode, TextLayer, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { findText } from './find-text.ts'
import { inTurn } from './page-turns.ts'
import type { SlowPages } from './slow-pages.ts'
import classes from './viewer.module.css'

interface PageViewProps {
  pdf: PDFDocumentProxy
  number: number
  /** CSS pixels to a point. */
  scale: number
  turn: number
  slow: SlowPages
  /** The size of a page in points, until this one tells its own. */
  estimate: { width: number; height: number }
  sought: string
  currentMatch: number | null
}

/** No canvas is made larger than this, however large a page is shown. */
const MOST_PIXELS = 16_000_000

/** One page: its picture, and its text on it, which can be selected, searched and read aloud. */
export function PageView({
  pdf,
  number,
  scale,
  turn,
  slow: { pages, giveUp, retry },
  estimate,
  sought,
  currentMatch,
}: PageViewProps) {
  const isSlow = pages.has(number)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [layer, setLayer] = useState<TextLayer | null>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)

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
        // What is typed in its form is shown; links and buttons are pictures only.
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
    // One that is scrolled away while it is drawn is left.
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
    return markMatches(layer, sought, currentMatch)
  }, [layer, sought, currentMatch])

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
        // Read by pdfjs, which sets its text by it.
        ['--total-scale-factor' as string]: scale,
      }}
    >
      <canvas ref={canvas} className={classes.canvas} aria-hidden="true" />
      <div ref={text} className={classes.textLayer} hidden={isSlow} />
      {isSlow && (
        <Stack className={classes.slow} align="center" role="status">
          {messages().viewer.tooSlow}
          <Button variant="default" size="xs" onClick={() => retry(number)}>
            {messages().viewer.tryPageAgain}
          </Button>
        </Stack>
      )}
    </section>
  )
}

/** Marks what was found without touching the page's elements; the answer takes the marks off. */
function markMatches({ textDivs, textContentItemsStr }: TextLayer, sought: string, current: number | null) {
  const ranges = findText(textContentItemsStr, sought).flatMap(({ start, end }) => {
    const [first, last] = [textDivs[start.string]?.firstChild, textDivs[end.string]?.firstChild]
    if (!(first instanceof Text) || !(last instanceof Text)) return []
    const range = new Range()
    range.setStart(first, Math.min(start.letter, first.length))
    range.setEnd(last, Math.min(end.letter, last.length))
    return [range]
  })
  const now = current === null ? undefined : ranges[current]
  const marks = {
    'viewer-found': ranges.filter((range) => range !== now),
    'viewer-current': now ? [now] : [],
  }
  for (const [name, marked] of Object.entries(marks)) for (const range of marked) highlight(name).add(range)
  now?.startContainer.parentElement?.scrollIntoView({ block: 'center' })
  return () => {
    for (const [name, marked] of Object.entries(marks))
      for (const range of marked) highlight(name).delete(range)
  }
}

function highlight(name: string): Highlight {
  const known = CSS.highlights.get(name)
  if (known !== undefined) return known
  const made = new Highlight()
  CSS.highlights.set(name, made)
  return made
}
