import { Alert, Button, Checkbox, Group, List, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { Dialog, Question, useConfirmClose } from '../../platform/ui/dialog.tsx'
import { useCommand } from '../../platform/ui/command.tsx'
import { Hint } from '../../platform/ui/parts.tsx'
import {
  allPages,
  arrange,
  type ArrangedPage,
  freeName,
  isUnchanged,
  resultsOf,
  type Step,
} from './arrangement.ts'
import classes from './pages.module.css'
import { Thumbnail } from '../viewer/thumbnail.tsx'
import {
  type DealDocument,
  PAGE_LOSSES,
  STATEMENT_KINDS,
} from '../../../src-shared/features/documents/document.ts'

interface PageOrganizerProps {
  deal: Deal
  onClose: () => void
  onMade: (made: DealDocument[], of: DealDocument[]) => void
}

/** The maximum number of pages in one arrangement. */
const MOST_PAGES = 500

export function PageOrganizer({ deal, onClose, onMade }: PageOrganizerProps) {
  const documents = deal.document_list.filter(canArrange)
  const [chosen, setChosen] = useState<string[]>([])
  const [pages, setPages] = useState<ArrangedPage[]>([])
  const [names, setNames] = useState<Record<string, string>>({})
  const [at, setAt] = useState(0)
  const [reported, setReported] = useState('')
  const { busy, error, run } = useCommand()
  const [isAsking, setAsking] = useState(false)
  const grid = useRef<HTMLDivElement>(null)
  const text = messages().pages
  const sources = documents.filter(({ document_id }) => chosen.includes(document_id))
  const hasStatement = sources.some(({ kind }) => STATEMENT_KINDS.has(kind))
  const lossy = sources.filter(({ reading }) => reading?.losses !== undefined)
  const losses = PAGE_LOSSES.filter((loss) => lossy.some(({ reading }) => reading?.losses?.includes(loss)))
  const results = resultsOf(pages)
  const taken = new Set(deal.document_list.map(({ name }) => name))
  const named = results.map((result) => {
    const [first] = result as [ArrangedPage]
    const source = documents.find(({ document_id }) => document_id === first.document_id)
    const usual = freeName(source?.name ?? 'document.pdf', taken)
    const name = names[first.key] ?? usual
    taken.add(name)
    return { key: first.key, name, pages: result }
  })
  const isTooMany = pages.length > MOST_PAGES
  const canSave =
    results.length > 0 &&
    !isTooMany &&
    !isUnchanged(pages, sources) &&
    named.every(({ name }) => name.trim() !== '')

  // True after a page was moved, rotated, split off, or removed, or a name was typed.
  const isArranged = reported !== '' || Object.keys(names).length > 0
  const closing = useConfirmClose(isArranged, onClose)

  function choose(document_id: string, isChosen: boolean) {
    const now = isChosen ? [...chosen, document_id] : chosen.filter((one) => one !== document_id)
    setChosen(now)
    const added = documents.filter((one) => one.document_id === document_id)
    const next = isChosen
      ? [...pages, ...allPages(added).map((page) => ({ ...page, begins: page.begins && pages.length === 0 }))]
      : pages.filter((page) => page.document_id !== document_id)
    setPages(next.map((page, place) => (place === 0 ? { ...page, begins: true } : page)))
    setAt(0)
  }
  function take(step: Step) {
    const next = arrange(pages, step)
    setPages(next)
    const place =
      step.do === 'move'
        ? Math.min(next.length - 1, Math.max(0, step.to))
        : Math.min(step.at, next.length - 1)
    focus(Math.max(0, place))
    setReported(text.done[step.do](step.at + 1, place + 1))
  }
  function focus(place: number) {
    setAt(place)
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus())
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = stepOf(event, at)
    if (step !== null) take(step)
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown')
      focus(Math.min(pages.length - 1, at + 1))
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') focus(Math.max(0, at - 1))
    else return
    event.preventDefault()
  }
  /**
   * Saves the resulting documents. If a bank statement is among the documents, or their pages lose something, first asks the broker for
   * confirmation.
   */
  async function save(accepts_losses: boolean) {
    if ((hasStatement || losses.length > 0) && !accepts_losses) return setAsking(true)
    setAsking(false)
    const arranged = named.map(({ name, pages: result }) => ({
      name: /\.pdf$/i.test(name.trim()) ? name.trim() : `${name.trim()}.pdf`,
      pages: result.map(({ document_id, page, turn }) => ({ document_id, page, turn })),
    }))
    const made = await run(
      call('documents.arrange', { deal_id: deal.deal_id, results: arranged, accepts_losses }),
    )
    if (made === null) return
    onMade(made, sources)
    onClose()
  }

  const asked = (
    <Question
      question={hasStatement ? text.statement.question : text.losses.question}
      other={[text.statement.makeAnyway, () => void save(true)]}
      usual={[text.statement.sendOriginal, onClose]}
    />
  )
  return (
    <Dialog
      onClose={closing.onClose}
      size="xl"
      title={text.title}
      closeOnClickOutside={false}
      testId="page-organizer"
      error={error}
      question={closing.question ?? (isAsking ? asked : null)}
      action={{
        label: text.make(results.length),
        run: () => void save(false),
        busy,
        disabled: !canSave,
        onCancel: onClose,
      }}
    >
      <Checkbox.Group label={text.which} value={chosen}>
        <Group gap="md" mt={4}>
          {documents.map(({ document_id, name, pages: count }) => (
            <Checkbox
              key={document_id}
              value={document_id}
              size="xs"
              label={`${name} (${messages().documents.pages(count ?? 0)})`}
              onChange={({ currentTarget: { checked } }) => choose(document_id, checked)}
            />
          ))}
        </Group>
      </Checkbox.Group>
      {hasStatement && (
        <Alert color="orange" title={text.statement.title}>
          {text.statement.warning}
        </Alert>
      )}
      {losses.length > 0 && (
        <Alert color="orange" title={text.losses.title} data-testid="page-losses">
          {text.losses.warning(lossy.map(({ name }) => name).join(', '))}
          <List size="sm" mt={4}>
            {losses.map((loss) => (
              <List.Item key={loss}>{text.losses[loss]}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {pages.length > 0 && (
        <>
          <Tools pages={pages} at={at} onStep={take} />
          <div
            ref={grid}
            className={classes.grid}
            role="listbox"
            aria-label={text.order}
            aria-orientation="horizontal"
            onKeyDown={onKeyDown}
          >
            {pages.map((page, place) => (
              <PageTile
                key={page.key}
                page={page}
                place={place}
                document={documents.find((one) => one.document_id === page.document_id)}
                isCurrent={place === at}
                onChoose={() => setAt(place)}
                onDrop={(from) => take({ do: 'move', at: from, to: place })}
              />
            ))}
          </div>
          <Hint>{text.keys}</Hint>
          {named.map(({ key, name, pages: result }, place) => (
            <TextInput
              key={key}
              size="xs"
              label={text.nameOf(place + 1, messages().documents.pages(result.length))}
              value={name}
              maxLength={200}
              onChange={({ currentTarget: { value } }) => setNames((was) => ({ ...was, [key]: value }))}
            />
          ))}
        </>
      )}
      <VisuallyHidden role="status">{reported}</VisuallyHidden>
      {isTooMany && (
        <Text size="sm" c="red">
          {text.tooMany(MOST_PAGES)}
        </Text>
      )}
    </Dialog>
  )
}

function canArrange({ state, pages }: DealDocument): boolean {
  return (state === 'attached' || state === 'refused') && pages !== null
}

function stepOf({ key, altKey }: KeyboardEvent, at: number): Step | null {
  if (altKey && (key === 'ArrowLeft' || key === 'ArrowUp')) return { do: 'move', at, to: at - 1 }
  if (altKey && (key === 'ArrowRight' || key === 'ArrowDown')) return { do: 'move', at, to: at + 1 }
  if (key === 'r' || key === 'R') return { do: 'turn', at }
  if (key === 's' || key === 'S') return { do: 'split', at }
  if (key === 'Delete' || key === 'Backspace') return { do: 'remove', at }
  return null
}

function Tools({ pages, at, onStep }: { pages: ArrangedPage[]; at: number; onStep: (step: Step) => void }) {
  const text = messages().pages
  const page = pages[at]
  const buttons: [label: string, step: Step, disabled: boolean][] = [
    [text.earlier, { do: 'move', at, to: at - 1 }, at === 0],
    [text.later, { do: 'move', at, to: at + 1 }, at >= pages.length - 1],
    [text.turn, { do: 'turn', at }, false],
    [page?.begins === true ? text.join : text.split, { do: 'split', at }, at === 0],
    [text.remove, { do: 'remove', at }, pages.length < 2],
  ]
  return (
    <Group gap={4} role="toolbar" aria-label={text.tools(at + 1)}>
      {buttons.map(([label, step, disabled]) => (
        <Button
          key={label}
          size="compact-sm"
          variant="default"
          disabled={disabled}
          onClick={() => onStep(step)}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}

const DRAGGED = 'application/x-funding-desk-page'

interface PageTileProps {
  page: ArrangedPage
  place: number
  document: DealDocument | undefined
  isCurrent: boolean
  onChoose: () => void
  /** Called when a page is dropped here. Buttons and keys can move pages too. */
  onDrop: (from: number) => void
}

function PageTile({ page, place, document, isCurrent, onChoose, onDrop }: PageTileProps) {
  const text = messages().pages
  if (document === undefined) return null
  return (
    <div
      role="option"
      aria-selected={isCurrent}
      aria-label={text.page(place + 1, page.page + 1, document.name, page.turn, page.begins && place > 0)}
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
      <Hint className="tabular">{place + 1}</Hint>
    </div>
  )
}
