import { Button, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconClockPause, IconSun } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Need } from '../../../src-shared/features/deals/need.ts'
import { statusMessage } from '../../../src-shared/platform/words/status-labels.ts'
import { TODAY_KINDS, type TodayKind, type TodayLine } from '../../../src-shared/features/today/today.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { dueText } from '../../../src-shared/platform/texts/plural.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { keysText } from '../../platform/actions/keys.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { finishLine, keyOfLine, snoozeLine, useToday } from './today-store.ts'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { undoLast } from '../../platform/ui/command.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { inListItem, RowBoundary } from '../../platform/ui/error-boundary.tsx'
import { formatAgo, formatCents, formatCount, formatDay, formatInstant } from '../../platform/ui/formats.ts'
import { leaveLine, lineInFocus, walkLines } from '../../platform/ui/keep-focus.ts'
import { Reading } from '../../platform/ui/loaded.tsx'
import { REMIND_KEYS } from '../follow-ups/remind.ts'
import classes from './today.module.css'
import { IconButton } from '../../platform/ui/parts.tsx'
import { nameAndAmount } from '../../../src-shared/features/inbox/news-amount.ts'

/** The tasks of today: one list of all kinds, most urgent first. Each line can be opened, done, and snoozed by keyboard. */
export function TodayScreen() {
  const { value, error, load } = useToday()
  const list = useRef<HTMLDivElement>(null)
  const text = messages().today
  useEffect(() => {
    void load()
  }, [load])
  useFirstLine(list, value !== null)
  const all = [...(value?.lines ?? []), ...(value?.coming ?? [])]
  /** Runs work on the focused line. If no line has the focus, focuses the first one. */
  function act(work: (line: TodayLine) => void) {
    const key = lineInFocus(list)
    const line = all.find((one) => keyOfLine(one) === key)
    if (line === undefined) walkLines(list, 1)
    else work(line)
  }
  const finish = (line: TodayLine) => {
    leaveLine(list)
    finishLine(line)
  }
  useActions('go', [
    {
      id: 'today.next',
      label: text.actions.next,
      keys: 'J',
      repeats: true,
      run: () => walkLines(list, 1),
    },
    {
      id: 'today.previous',
      label: text.actions.previous,
      keys: 'K',
      repeats: true,
      run: () => walkLines(list, -1),
    },
    { id: 'today.done', label: text.actions.done, keys: 'E', run: () => act(finish) },
    {
      id: 'today.snooze',
      label: text.actions.snooze,
      keys: REMIND_KEYS,
      run: () => act(snoozeLine),
    },
    {
      id: 'today.undo',
      label: messages().common.undo,
      keys: 'mod+Z',
      run: () => void undoLast(),
    },
  ])
  return (
    <ScrollArea h="100%">
      <Stack className="page" gap="md">
        <div>
          <Title order={1}>{text.title}</Title>
          {value !== null && value.count > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {text.lines(value.count)}. {text.keys}
            </Text>
          )}
        </div>
        {error !== null && <ErrorNote error={error} onAgain={() => void load()} />}
        {value === null && error === null && <Reading lines={6} />}
        {value !== null && value.lines.length === 0 && <Empty />}
        {value !== null && (
          <Stack ref={list} gap="lg">
            {TODAY_KINDS.map((kind) => (
              <Section
                key={kind}
                id={kind}
                title={text.kinds[kind]}
                lines={value.lines.filter((line) => line.kind === kind)}
                more={value.more[kind] ?? 0}
                onFinish={finish}
              />
            ))}
            <Section id="coming" title={text.coming} lines={value.coming} more={0} onFinish={finish} />
          </Stack>
        )}
      </Stack>
    </ScrollArea>
  )
}

/** Focuses the first line when the list appears, unless the broker has already focused something else. */
function useFirstLine(list: React.RefObject<HTMLElement | null>, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return
    const focused = document.activeElement
    if (focused === null || focused === document.body || focused.matches('h1, main, nav a'))
      walkLines(list, 1)
  }, [list, isThere])
}

/** Number of lines that a section shows at first, so that a long section does not hide the next ones. */
const CALM = 8

interface SectionProps {
  id: TodayKind | 'coming'
  title: string
  lines: readonly TodayLine[]
  more: number
  onFinish: (line: TodayLine) => void
}

function Section({ id, title, lines, more, onFinish }: SectionProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (lines.length === 0) return null
  const shown = showsAll || lines.length <= CALM + 1 ? lines : lines.slice(0, CALM)
  const rest = lines.length - shown.length
  return (
    <section aria-labelledby={`today-${id}`} data-section={id}>
      <Title order={2} id={`today-${id}`} mb={6}>
        {title}{' '}
        <Text span c="dimmed" inherit className="tabular">
          {formatCount(lines.length + more)}
        </Text>
      </Title>
      <ol className={classes.list}>
        {shown.map((line) => (
          <RowBoundary key={keyOfLine(line)} of={line} renderNote={inListItem}>
            <Line line={line} onFinish={onFinish} />
          </RowBoundary>
        ))}
      </ol>
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setShowsAll(true)}>
          {messages().today.showMore(rest)}
        </Button>
      )}
      {rest === 0 && more > 0 && (
        <Text size="sm" c="dimmed" mt={6}>
          {messages().today.more(more)}
        </Text>
      )}
    </section>
  )
}

function Line({ line, onFinish }: { line: TodayLine; onFinish: (line: TodayLine) => void }) {
  const text = messages().today
  const name = nameOf(line)
  const isTask = line.kind === 'follow_up' || line.kind === 'news'
  const { detail, time } = wordsOf(line)
  const doneOf = {
    follow_up: text.doneOf,
    news: text.readOf,
    offer: text.dismissOf,
    need: text.dismissOf,
    renewal: text.dismissOf,
  }
  return (
    <li className={classes.row} data-today={line.kind}>
      <a className={classes.line} href={hrefOf(placeOf(line))} data-line={keyOfLine(line)}>
        <Text span size="sm" fw={600} truncate>
          {name}
        </Text>
        <Text span size="sm" c="dimmed" truncate className={classes.detail}>
          {detail}
        </Text>
        <Text span size="xs" c="dimmed" className={`tabular ${classes.time}`}>
          {time}
        </Text>
      </a>
      <span className={classes.buttons}>
        <IconButton
          icon={IconClockPause}
          label={text.snoozeOf(name)}
          hint={withKeys(text.actions.snooze, 'H')}
          size={28}
          iconSize={16}
          onClick={() => snoozeLine(line)}
        />
        <IconButton
          icon={IconCheck}
          label={doneOf[line.kind](name)}
          hint={withKeys(isTask ? text.actions.done : text.actions.dismiss, 'E')}
          size={28}
          iconSize={16}
          onClick={() => onFinish(line)}
        />
      </span>
    </li>
  )
}

const withKeys = (label: string, keys: string) => `${label} (${keysText(keys)})`

function nameOf(line: TodayLine): string {
  return (line.kind === 'news' ? formatMessage(line.body) : line.name) || messages().today.noName
}

/** Needs that the broker answers with papers. */
const PAPER_NEEDS: ReadonlySet<Need> = new Set(['news', 'documents', 'information', 'unsent_documents'])

function placeOf(line: TodayLine): Parameters<typeof hrefOf>[0] {
  const { deal_id } = line
  if (line.kind === 'renewal') return { screen: 'money', tab: 'renewals' }
  if (line.kind === 'offer') return { screen: 'deal', deal_id, part: 'offers' }
  if (line.kind === 'need' && PAPER_NEEDS.has(line.need)) return { screen: 'deal', deal_id, at: 'checklist' }
  return { screen: 'deal', deal_id }
}

function wordsOf(line: TodayLine): { detail: string; time: string } {
  const text = messages().today
  const status = (of: string) => formatMessage(statusMessage(of))
  switch (line.kind) {
    case 'follow_up':
      return {
        detail: line.status === null ? text.nothingYet : text.still(status(line.status)),
        time: dueText(line.due_at),
      }
    case 'offer':
      return {
        detail: text.offers(line.offers, formatCents(line.offer_cents)),
        time: formatAgo(line.expires_at),
      }
    case 'need':
      return {
        detail: text.needs[line.need],
        time: text.documents(line.documents),
      }
    case 'renewal':
      return { detail: text.renewal(formatCents(line.amount_cents)), time: formatDay(`${line.due_on}T12:00`) }
    case 'news':
      return {
        detail: formatMessage(nameAndAmount(line.title, line.amount)),
        time: line.until === null ? formatInstant(line.at) : dueText(line.until.wall ?? line.until.at),
      }
  }
}

function Empty() {
  const text = messages().today
  return (
    <div data-empty>
      <EmptyState icon={IconSun} title={text.emptyTitle} text={text.emptyText} />
    </div>
  )
}
