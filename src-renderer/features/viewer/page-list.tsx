import { useElementSize } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { PageView } from './page-view.tsx'
import type { SlowPages } from './slow-pages.ts'
import type { Found } from './use-search.ts'
import type { Zoom } from './zoom.ts'
import classes from './viewer.module.css'

export interface PageListHandle {
  goTo(page: number): void
}

interface PageListProps {
  ref: Ref<PageListHandle>
  pdf: PDFDocumentProxy
  name: string
  zoom: Zoom
  /** Degrees by which every page is turned for looking; nothing is changed by it. */
  turn: number
  slow: SlowPages
  sought: string
  current: Found | null
  onPage: (page: number) => void
  onFitted: (scale: number) => void
}

const GAP = 12
const MARGIN = 24
/** A US letter page in points, until the pages tell their own size. */
const LETTER = { width: 612, height: 792 }

/** The pages below one another, of which only those in sight are drawn. */
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
  const scroller = useRef<HTMLDivElement | null>(null)
  const [size, setSize] = useState(LETTER)
  useEffect(() => {
    void pdf.getPage(1).then(
      (page) => {
        const { width: across, height } = page.getViewport({ scale: 1, rotation: (page.rotate + turn) % 360 })
        setSize({ width: across, height })
      },
      // A page that cannot be read leaves the guess.
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
      data-autofocus
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
                currentMatch={current?.page === index + 1 ? current.index : null}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** A hundred percent is a page in the size of its paper. */
const CSS_PER_POINT = 96 / 72
