import { Button, Group, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useRef, type RefObject } from 'react'
import type { InboxItem } from '../../../src-shared/features/inbox/notification.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { markRead, useInbox } from '../../platform/page/server-stores.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { formatCents, formatInstant } from '../../platform/ui/formats.ts'
import { lineInFocus, walkLines } from '../../platform/ui/keep-focus.ts'
import { run, undoLast } from '../../platform/ui/command.tsx'
import { askWhen, REMIND_KEYS } from '../follow-ups/remind.ts'
import { readItem } from '../today/today-store.ts'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { Reading } from '../../platform/ui/loaded.tsx'
import classes from './inbox.module.css'
import { inListItem, RowBoundary } from '../../platform/ui/error-boundary.tsx'
import { call } from '../../platform/api/funding-desk.ts'

export function InboxScreen() {
  const { value, error, load } = useInbox()
  const items = value?.items ?? null
  useEffect(() => {
    void load()
  }, [load])
  const readAll = () => void run(markRead())
  const list = useSeen(items)
  const text = messages().inbox.actions
  /** Runs work on the focused item. If no item has the focus, focuses the first one. */
  function onItem(work: (item: InboxItem) => void) {
    const number = lineInFocus(list)
    const item = items?.find((one) => String(one.number) === number)
    if (item === undefined) walkLines(list, 1)
    else work(item)
  }
  const read = ({ number }: InboxItem) => void run(...readItem(number, null))
  const snooze = ({ number, body }: InboxItem) => askWhen({ of: 'item', number, name: formatMessage(body) })
  const walk = (step: number) => walkLines(list, step)
  useActions('go', [
    { id: 'inbox.next', label: text.next, keys: 'J', repeats: true, run: () => walk(1) },
    {
      id: 'inbox.previous',
      label: text.previous,
      keys: 'K',
      repeats: true,
      run: () => walk(-1),
    },
    { id: 'inbox.read', label: text.read, keys: 'E', run: () => onItem(read) },
    { id: 'inbox.snooze', label: text.snooze, keys: REMIND_KEYS, run: () => onItem(snooze) },
    {
      id: 'inbox.undo',
      label: messages().common.undo,
      keys: 'mod+Z',
      run: () => void undoLast(),
    },
    {
      id: 'inbox.read_all',
      label: messages().inbox.markAllRead,
      keys: 'R',
      run: readAll,
    },
  ])
  return (
    <ScrollArea h="100%">
      <Stack className="page" gap="md">
        <Group justify="space-between">
          <Title order={1}>{messages().inbox.title}</Title>
          {items !== null && items.length > 0 && (
            <Button variant="default" size="xs" disabled={value?.unread === 0} onClick={readAll}>
              {messages().inbox.markAllRead}
            </Button>
          )}
        </Group>
        {error !== null && <ErrorNote error={error} onAgain={() => void load()} />}
        {items === null && error === null && <Reading />}
        {items !== null && items.length === 0 && <Empty />}
        {items !== null && items.length > 0 && (
          <ol className={classes.list} aria-label={messages().inbox.newestFirst} ref={list}>
            {items.map((item) => (
              <RowBoundary key={item.number} of={item} renderNote={inListItem}>
                <Line item={item} />
              </RowBoundary>
            ))}
          </ol>
        )}
      </Stack>
    </ScrollArea>
  )
}

function Line({ item: { number, deal_id, status, title, body, amount, at, read_at } }: { item: InboxItem }) {
  const isUnread = read_at === null
  return (
    <li data-inbox={status} data-unread={isUnread || undefined} data-number={number}>
      <a className={classes.line} href={hrefOf({ screen: 'deal', deal_id })} data-line={number}>
        <span className={classes.dot} aria-hidden="true" />
        {isUnread && <span className="visually-hidden">{messages().inbox.unread} </span>}
        <Text span size="sm" fw={isUnread ? 650 : 400} className={classes.name} truncate>
          {formatMessage(body)}
        </Text>
        <Text span size="sm" c="dimmed" className={`tabular ${classes.amount}`}>
          {amount !== null && amountText(amount)}
        </Text>
        <Text span size="sm" className={classes.title} {...(isUnread ? {} : { c: 'dimmed' })}>
          {formatMessage(title)}
        </Text>
        <Text span size="xs" c="dimmed" className={`tabular ${classes.time}`}>
          <time dateTime={at}>{formatInstant(at)}</time>
        </Text>
      </a>
    </li>
  )
}

function amountText({ cents, of }: NonNullable<InboxItem['amount']>): string {
  return of === 'offer' ? formatCents(cents) : messages().inbox.requested(formatCents(cents))
}

function Empty() {
  const text = messages().inbox
  return (
    <EmptyState icon={IconBell} title={text.nothingYet} text={text.whatComes}>
      <Button variant="default" component="a" href={hrefOf({ screen: 'pipeline' })}>
        {messages().common.goToPipeline}
      </Button>
    </EmptyState>
  )
}

/** Time for which an entry must be in view before it counts as seen. */
const SEEN_MS = 1_000
/** The part of an entry that must be in view. */
const IN_VIEW = 0.6

/**
 * Marks the unread entries of the inbox as read that the broker saw: entries that were in view for a moment while the window had the focus.
 * Entries below the visible part of the list stay unread. Returns a ref for the list, whose items have the attribute `data-number`.
 */
function useSeen(items: readonly InboxItem[] | null): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (items === null) return
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[data-unread][data-number]') ?? [])]
    if (entries.length === 0) return
    const inView = new Map<number, number>()
    let timer = 0
    const look = () => {
      clearTimeout(timer)
      const now = performance.now()
      if (!document.hasFocus()) {
        for (const number of inView.keys()) inView.set(number, now)
        return
      }
      const seen = [...inView].flatMap(([number, since]) => (now - since >= SEEN_MS ? [number] : []))
      for (const number of seen) inView.delete(number)
      if (seen.length > 0) void call('inbox.read', { numbers: seen })
      const next = Math.min(...inView.values()) + SEEN_MS - now
      if (Number.isFinite(next)) timer = window.setTimeout(look, Math.max(0, next))
    }
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          const number = Number((target as HTMLElement).dataset['number'])
          if (isIntersecting) inView.set(number, performance.now())
          else inView.delete(number)
        }
        look()
      },
      { threshold: IN_VIEW },
    )
    for (const entry of entries) observer.observe(entry)
    window.addEventListener('focus', look)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      window.removeEventListener('focus', look)
    }
  }, [items])
  return list
}
