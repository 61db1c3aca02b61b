import { Text } from '@mantine/core'
import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { Thumbnail } from '../viewer/thumbnail.tsx'
import type { ArrangedPage } from './arrangement.ts'
import classes from './pages.module.css'

const DRAGGED = 'application/x-funding-desk-page'

interface PageTileProps {
  page: ArrangedPage
  place: number
  document: DealDocument | undefined
  isCurrent: boolean
  onChoose: () => void
  /** Another page, by its place, was dropped here: an extra beside the buttons and keys. */
  onDrop: (from: number) => void
}

/** A page in the arrangement. */
export function PageTile({ page, place, document, isCurrent, onChoose, onDrop }: PageTileProps) {
  const t = messages().pages
  if (document === undefined) return null
  return (
    <div
      role="option"
      aria-selected={isCurrent}
      aria-label={t.page(place + 1, page.page + 1, document.name, page.turn, page.begins && place > 0)}
      tabIndex={isCurrent ? 0 : -1}
      className={classes.tile}
      data-place={place}
      data-begins={(page.begins && place > 0) || undefined}
      draggable
      onFocus={onChoose}
      onClick={onChoose}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(place))}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={(event) => {
        const from = event.dataTransfer.getData(DRAGGED)
        if (from !== '') onDrop(Number(from))
      }}
    >
      <div className={classes.picture} style={{ transform: `rotate(${page.turn}deg)` }}>
        <Thumbnail document={document} page={page.page + 1} />
      </div>
      <Text size="xs" c="dimmed" className="tabular">
        {place + 1}
      </Text>
    </div>
  )
}
