import { Anchor, Button, Group, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconClockPause, IconPhone, IconSun } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { DealWhere } from '../../../src-shared/features/pipeline/deal-match.ts'
import type { Need } from '../../../src-shared/features/deals/need.ts'
import { statusMessage } from '../../../src-shared/platform/words/status-labels.ts'
import {
  LISTED,
  QUEUED,
  type Reason,
  isAboutOffers,
  TODAY_KINDS,
  type TodayKind,
  type TodayLine,
} from '../../../src-shared/features/today/today.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { dueText } from '../../../src-shared/platform/texts/plural.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { keysText } from '../../platform/actions/keys.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { finishLine, nameOf, newsOf, readAll, snoozeLine, useToday } from './today-store.ts'
import { EmptyState, IconButton, Quiet } from '../../platform/ui/parts.tsx'
import { copyText } from '../../platform/ui/command.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { inListItem, RowBoundary } from '../../platform/ui/error-boundary.tsx'
import { formatAgo, formatCents, formatCount, formatDay, joinTexts } from '../../platform/ui/formats.ts'
import { nameOfLine } from '../../platform/ui/periods.ts'
import { leaveLine, lineInFocus, walkLines } from '../../platform/ui/keep-focus.ts'
import { Reading } from '../../platform/ui/loaded.tsx'
import { useQueue } from '../../platform/page/server-stores.ts'
import { usePipeline } from '../pipeline/pipeline-store.ts'
import { REMIND_KEYS } from '../follow-ups/remind.ts'
import classes from './today.module.css'
import { nameAndAmount } from '../../../src-shared/features/today/news-amount.ts'

/** What needs the broker: one list of deals, most urgent first. Each line can be opened, done, and snoozed by keyboard. */
export function TodayScreen() {
  const { value, error, load } = useToday()
  const [showsDone, setShowsDone] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const seen = useSeen(showsDone)
  const text = messages().today
  useEffect(() => {
    void load()
  }, [load])
  useFirstLine(list, value !== null)
  const { lines = [], coming = [], dismissed = [], count = 0, updates = 0 } = value ?? {}
  const toDo = messages().notifications.toDo(count, updates)
  const done = [...dismissed, ...seen]
  /** Runs work on the focused line. If no line has the focus, focuses the first one. */
  function act(work: (line: TodayLine) => void) {
    const key = lineInFocus(list)
    const line = [...lines, ...coming, ...done].find((one) => keyOf(one) === key)
    if (line === undefined) walkLines(list, 1)
    else work(line)
  }
  const finish = (line: TodayLine) => {
    leaveLine(list)
    finishLine(line, done.includes(line))
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
    { id: 'today.read_all', label: text.readAll, keys: 'R', run: () => readAll(lines) },
  ])
  return (
    <ScrollArea h="100%">
      <Stack className={`page ${classes.page}`} gap="md">
        <Group justify="space-between" align="start" wrap="nowrap">
          <div>
            <Title order={1}>{text.title}</Title>
            {toDo !== '' && (
              <Text c="dimmed" role="status">
                {toDo}. {text.keys}
              </Text>
            )}
          </div>
          {newsOf(lines).length > 0 && (
            <Button size="xs" flex="none" onClick={() => readAll(lines)}>
              {text.readAll}
            </Button>
          )}
        </Group>
        {error !== null && <ErrorNote error={error} onAgain={() => void load()} />}
        {value === null && error === null && <Reading lines={6} />}
        {value !== null && value.queued > 0 && <Queued count={value.queued} />}
        {value !== null && value.queued === 0 && lines.length === 0 && <Empty />}
        {value !== null && (
          <Stack ref={list} gap="lg">
            {TODAY_KINDS.map((kind) => (
              <Section
                key={kind}
                id={kind}
                title={text.kinds[kind]}
                lines={lines.filter(({ reasons: [first] }) => first?.kind === kind)}
                {...((kind === 'offer' || kind === 'need') && {
                  more: value.more[kind],
                  where: LISTED[kind],
                })}
                onFinish={finish}
              />
            ))}
            <Section id="coming" title={text.coming} lines={coming} onFinish={finish} />
            {showsDone && <Section id="done" title={text.done} lines={done} onFinish={finish} />}
          </Stack>
        )}
        {value !== null && (
          <Quiet
            size="compact-sm"
            className={classes.more}
            aria-expanded={showsDone}
            onClick={() => setShowsDone(!showsDone)}
          >
            {showsDone ? text.hideDone : text.showDone}
          </Quiet>
        )}
      </Stack>
    </ScrollArea>
  )
}

/** Loads the news that the broker has seen, again after each change of the other lines. */
function useSeen(isShown: boolean): TodayLine[] {
  const [seen, setSeen] = useState<TodayLine[]>([])
  useEffect(() => {
    if (!isShown) return
    const read = () => void call('today.list_done', {}).then((done) => done.ok && setSeen(done.value))
    read()
    return useToday.subscribe(read)
  }, [isShown])
  return isShown ? seen : []
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
  id: TodayKind | 'coming' | 'done'
  title: string
  lines: readonly TodayLine[]
  /** Number of deals that are not listed, and the filter of the pipeline that finds them with those that are. */
  more?: number
  where?: DealWhere
  onFinish: (line: TodayLine) => void
}

function Section({ id, title, lines, more = 0, where = {}, onFinish }: SectionProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (lines.length + more === 0) return null
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
          <RowBoundary key={keyOf(line)} of={line} renderNote={inListItem}>
            <Line line={line} isDone={id === 'done'} onFinish={onFinish} />
          </RowBoundary>
        ))}
      </ol>
      {rest > 0 && (
        <Quiet size="compact-sm" mt={6} onClick={() => setShowsAll(true)}>
          {more > 0 ? messages().today.showSome(rest, rest + more) : messages().today.showMore(rest)}
        </Quiet>
      )}
      {rest === 0 && more > 0 && (
        <Quiet
          component="a"
          size="compact-sm"
          mt={6}
          href={hrefOf({ screen: 'pipeline' })}
          onClick={() => usePipeline.getState().choose({ search: '', filter: 'all', where })}
        >
          {messages().today.allInPipeline}
        </Quiet>
      )}
    </section>
  )
}

/** A deal can have several lines: one for all that it needs now, one for a later reminder, and one for each seen news item. */
function keyOf({ deal_id, reasons }: TodayLine): string {
  const [first] = reasons
  return `${deal_id} ${first?.kind} ${reasons.length === 1 && first?.kind === 'news' ? first.number : ''}`
}

interface LineProps {
  line: TodayLine
  isDone: boolean
  onFinish: (line: TodayLine) => void
}

function Line({ line, isDone, onFinish }: LineProps) {
  const text = messages().today
  const name = nameOf(line)
  const [first] = line.reasons
  // An offer that expires soon already says that the broker must reply.
  const hasOffer = line.reasons.some(({ kind }) => kind === 'offer')
  const tasks = line.reasons.filter(
    (one) => one.kind !== 'news' && !(hasOffer && one.kind === 'need' && one.need === 'decision'),
  )
  const [newest, ...earlier] = line.reasons.filter(({ kind }) => kind === 'news')
  const { phone, best } = line
  // A line names the best offer once, and does not list the news about the others.
  const others = best === null ? earlier : earlier.filter((one) => !isAboutOffers(one))
  const isSaid = tasks.some(isAboutOffers)
  const canFinish = !isDone || first?.kind !== 'news' || first.can_return
  return (
    <li className={classes.row} data-today={first?.kind} data-done={isDone || undefined}>
      <a className={classes.line} href={hrefOf(placeOf(line))} data-line={keyOf(line)}>
        <Text span fw={isDone ? 400 : 500} className={classes.name}>
          {name}
        </Text>
        <span className={classes.reasons}>
          {tasks.length > 0 && (
            <span className={classes.tasks}>
              {tasks.map((reason) => (
                <ReasonText
                  key={reason.kind}
                  reason={reason}
                  best={best}
                  isOnly={line.reasons.length === 1}
                />
              ))}
            </span>
          )}
          {newest !== undefined && (
            <ReasonText
              reason={newest}
              best={best}
              isBestSaid={isSaid}
              isOnly={false}
              earlier={others.length}
            />
          )}
        </span>
      </a>
      {phone !== '' && (
        <span className={classes.phone}>
          <Quiet
            size="compact-sm"
            className="tabular"
            leftSection={<IconPhone size={14} />}
            aria-label={text.copyPhone(phone)}
            title={text.copyPhone(phone)}
            onClick={() => void copyText(phone)}
          >
            {phone}
          </Quiet>
        </span>
      )}
      <span className={classes.buttons}>
        <IconButton
          icon={IconClockPause}
          label={text.snoozeOf(name)}
          hint={withKeys(text.actions.snooze, 'H')}
          size={28}
          iconSize={16}
          onClick={() => snoozeLine(line)}
        />
        {canFinish && (
          <IconButton
            icon={isDone ? IconArrowBackUp : IconCheck}
            label={(isDone ? text.putBackOf : text.doneOf)(name)}
            hint={withKeys(isDone ? text.actions.putBack : text.actions.done, 'E')}
            size={28}
            iconSize={16}
            onClick={() => onFinish(line)}
          />
        )}
      </span>
    </li>
  )
}

interface ReasonTextProps {
  reason: Reason
  best: TodayLine['best']
  /** True if another reason of the line names the best offer. */
  isBestSaid?: boolean
  isOnly: boolean
  /** The number of older updates that the line does not show. */
  earlier?: number
}

function ReasonText({ reason, best, isBestSaid = false, isOnly, earlier = 0 }: ReasonTextProps) {
  const { detail, time } = wordsOf(reason, isOnly, best, isBestSaid)
  const until = 'until' in reason ? reason.until : null
  return (
    <span className={classes.reason} data-reason={reason.kind}>
      <span className={classes.detail}>
        {detail}
        {earlier > 0 && (
          <Text span size="xs" c="dimmed">
            {' '}
            {messages().today.earlier(earlier)}
          </Text>
        )}
      </span>
      <Text span size="xs" c="dimmed" className="tabular">
        {until === null ? time : dueText(until.wall ?? until.at)}
      </Text>
    </span>
  )
}

const withKeys = (label: string, keys: string) => `${label} (${keysText(keys)})`

/** Needs that the broker answers with papers. */
const PAPER_NEEDS: ReadonlySet<Need> = new Set(['news', 'documents', 'information', 'unsent_documents'])

const isOfPapers = ({ need, missing }: Extract<Reason, { kind: 'need' }>) =>
  PAPER_NEEDS.has(need) || missing.length > 0

/** Returns the place where the broker acts on the most urgent reason. */
function placeOf({ deal_id, reasons: [first] }: TodayLine): Parameters<typeof hrefOf>[0] {
  if (first?.kind === 'renewal') return { screen: 'money', tab: 'renewals' }
  if (first?.kind === 'offer') return { screen: 'deal', deal_id, part: 'offers' }
  if (first?.kind === 'need' && isOfPapers(first)) return { screen: 'deal', deal_id, at: 'checklist' }
  return { screen: 'deal', deal_id }
}

/** Returns the words of a reason. The other reasons of a line say its status, so that a reminder says it only if it is alone. */
function wordsOf(
  reason: Reason,
  isOnly: boolean,
  best: TodayLine['best'],
  isBestSaid: boolean,
): { detail: string; time: string } {
  const text = messages().today
  const bestText = best === null ? '' : text.offers(best.offers, formatCents(best.amount_cents))
  switch (reason.kind) {
    case 'follow_up': {
      const { status, due_at, follow_up } = reason
      const still = status === null ? '' : text.still(formatMessage(statusMessage(status)))
      const said = joinTexts([follow_up.note, isOnly && still], ' · ')
      return { detail: said || messages().followUps.mark, time: dueText(due_at) }
    }
    case 'offer':
      return {
        detail: bestText || text.needs.decision,
        time: joinTexts([formatAgo(reason.expires_at), dueText(reason.expires_at)], ' · '),
      }
    case 'need':
      return {
        detail:
          reason.rejected.length > 0
            ? text.rejected(reason.rejected)
            : reason.missing.length > 0
              ? text.missing(reason.missing.map(nameOfLine))
              : reason.undecided > 0
                ? messages().deal.next.confirmAccount(reason.undecided)
                : reason.is_expired
                  ? text.offerExpired
                  : text.needs[reason.need],
        time: isOfPapers(reason) ? text.documents(reason.documents) : isAboutOffers(reason) ? bestText : '',
      }
    case 'renewal':
      return {
        detail: text.renewal(formatCents(reason.amount_cents)),
        time: formatDay(`${reason.due_on}T12:00`),
      }
    case 'news':
      return {
        detail:
          best !== null && isAboutOffers(reason)
            ? joinTexts([formatMessage(reason.title), isBestSaid ? '' : bestText], ' · ')
            : formatMessage(nameAndAmount(reason.title, reason.amount)),
        time: dueText(reason.at),
      }
  }
}

/** Says that applications wait in the submission queue, and opens them in the pipeline. */
function Queued({ count }: { count: number }) {
  const { state } = useQueue(({ value }) => value)
  const text = messages().today
  return (
    <Anchor
      href={hrefOf({ screen: 'pipeline' })}
      onClick={() => usePipeline.getState().choose({ search: '', filter: 'all', where: QUEUED })}
      data-queued={state}
    >
      {state === 'waiting' ? text.waitsForConnection(count) : text.queued(count)}
    </Anchor>
  )
}

function Empty() {
  const text = messages().today
  return (
    <div data-empty>
      <EmptyState icon={IconSun} title={text.emptyTitle} text={text.emptyText} />
    </div>
  )
}
