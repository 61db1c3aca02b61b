import { Alert, Button, Checkbox, Group, List, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { Dialog, Question, useConfirmClose } from '../../platform/ui/dialog.tsx'
import { useCommand } from '../../platform/ui/command.tsx'
import { Hint } from '../../platform/ui/parts.tsx'
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

const DRAGGED = 'application/x-funding-desk-page'

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

  const buttons: [label: string, step: Step, disabled: boolean][] = [
    [text.earlier, { do: 'move', at, to: at - 1 }, at === 0],
    [text.later, { do: 'move', at, to: at + 1 }, at >= pages.length - 1],
    [text.turn, { do: 'turn', at }, false],
    [pages[at]?.begins === true ? text.join : text.split, { do: 'split', at }, at === 0],
    [text.remove, { do: 'remove', at }, pages.length < 2],
  ]
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
      title={messages().pages.open}
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
          {/* Buttons and keys move pages, too, for a broker who cannot drag them. */}
          <Group gap={4} role="toolbar" aria-label={text.tools(at + 1)}>
            {buttons.map(([label, step, disabled]) => (
              <Button key={label} size="compact-sm" disabled={disabled} onClick={() => take(step)}>
                {label}
              </Button>
            ))}
          </Group>
          <div
            ref={grid}
            className={classes.grid}
            role="listbox"
            aria-label={text.order}
            aria-orientation="horizontal"
            onKeyDown={onKeyDown}
          >
            {pages.map(({ key, document_id, page, turn, begins }, place) => {
              const document = documents.find((one) => one.document_id === document_id)
              if (document === undefined) return null
              const startsNew = begins && place > 0
              return (
                <div
                  key={key}
                  role="option"
                  aria-selected={place === at}
                  aria-label={text.page(place + 1, page + 1, document.name, turn, startsNew)}
                  tabIndex={place === at ? 0 : -1}
                  className={classes.tile}
                  data-place={place}
                  data-begins={startsNew || undefined}
                  draggable
                  onFocus={() => setAt(place)}
                  onClick={() => setAt(place)}
                  onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(place))}
                  onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
                  onDrop={(event) => {
                    const from = event.dataTransfer.getData(DRAGGED)
                    if (from !== '') take({ do: 'move', at: Number(from), to: place })
                  }}
                >
                  <div className={classes.picture} style={{ transform: `rotate(${turn}deg)` }}>
                    <Thumbnail document={document} page={page + 1} />
                  </div>
                  <Hint className="tabular">{place + 1}</Hint>
                </div>
              )
            })}
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
      {isTooMany && <Text c="red">{text.tooMany(MOST_PAGES)}</Text>}
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

/** A page in the arrangement (the pages of all documents in their new order). */
export interface ArrangedPage {
  /** Identifies this page. It does not change when the page moves. */
  key: string
  document_id: string
  /** Index of the page in its document, from 0. */
  page: number
  turn: 0 | 90 | 180 | 270
  begins: boolean
}

export type Step =
  | { do: 'move'; at: number; to: number }
  | { do: 'turn'; at: number }
  | { do: 'remove'; at: number }
  /** Makes a page the first page of a new document. If the page already begins a document, joins that document to the previous one. */
  | { do: 'split'; at: number }

export function allPages(
  documents: readonly { document_id: string; pages: number | null }[],
): ArrangedPage[] {
  return documents.flatMap(({ document_id, pages }, place) =>
    Array.from({ length: pages ?? 0 }, (_, page): ArrangedPage => ({
      key: `${document_id} ${page}`,
      document_id,
      page,
      turn: 0,
      begins: place === 0 && page === 0,
    })),
  )
}

/** Returns the pages after a step. The first page always begins a document. An impossible step changes nothing. */
export function arrange(pages: readonly ArrangedPage[], step: Step): ArrangedPage[] {
  const page = pages[step.at]
  if (page === undefined) return [...pages]
  const others = pages.toSpliced(step.at, 1)
  switch (step.do) {
    case 'move': {
      const to = Math.min(others.length, Math.max(0, step.to))
      // Keep the positions at which new documents begin. Only the pages move.
      const begins = pages.map((one) => one.begins)
      return others.toSpliced(to, 0, page).map((one, index) => ({ ...one, begins: begins[index] === true }))
    }
    case 'turn':
      return pages.with(step.at, { ...page, turn: ((page.turn + 90) % 360) as ArrangedPage['turn'] })
    case 'remove':
      // If the removed page began a document, the next page begins the document now.
      return others.map((one, index) => (index === step.at && page.begins ? { ...one, begins: true } : one))
    case 'split':
      return step.at === 0 ? [...pages] : pages.with(step.at, { ...page, begins: !page.begins })
  }
}

export function resultsOf(pages: readonly ArrangedPage[]): ArrangedPage[][] {
  const results: ArrangedPage[][] = []
  for (const page of pages) {
    if (page.begins || results.length === 0) results.push([page])
    else results.at(-1)?.push(page)
  }
  return results
}

export function isUnchanged(
  pages: readonly ArrangedPage[],
  documents: readonly { document_id: string; pages: number | null }[],
): boolean {
  return resultsOf(pages).every(
    (result) =>
      result.every(
        (one, index) => one.turn === 0 && one.page === index && one.document_id === result[0]?.document_id,
      ) &&
      documents.find(({ document_id }) => document_id === result[0]?.document_id)?.pages === result.length,
  )
}

/** Returns an unused name that derives from the original's, such as `statement (2).pdf`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/\.pdf$/i, '')
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? `${stem}.pdf` : `${stem} (${number}).pdf`
    if (!taken.has(candidate)) return candidate
  }
}
