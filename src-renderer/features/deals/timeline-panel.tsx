import {
  Box,
  Button,
  Group,
  Menu,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  Title,
  Tooltip,
} from '@mantine/core'
import { type ComponentType, memo, type Ref, useImperativeHandle, useRef, useState } from 'react'
import {
  type Deal,
  kindsOf,
  TIMELINE_FILTERS,
  type TimelineEntry,
  type TimelineFilter,
} from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { navigate } from '../../platform/navigation/route.ts'
import { formatAgo, formatDay, formatInstant, formatInstantExactly } from '../../platform/ui/formats.ts'
import { useMinute } from '../../platform/ui/clock.ts'
import classes from './timeline.module.css'
import { inListItem, RowBoundary } from '../../platform/ui/error-boundary.tsx'
import {
  IconAlarm,
  IconAlarmOff,
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowUpRight,
  IconBell,
  IconCheck,
  IconClock,
  IconFile,
  IconFileCertificate,
  IconFileCode,
  IconFileTypePdf,
  IconMail,
  IconNote,
  IconPencil,
  IconRosetteDiscountCheck,
  IconSearch,
  IconShare2,
  IconSignature,
  IconX,
} from '@tabler/icons-react'
import { nameAndAmount } from '../../../src-shared/features/today/news-amount.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { changeNote, useNoteDrafts } from '../../platform/page/unsaved-store.ts'
import { run, saveFile, useBusy, useCommand } from '../../platform/ui/command.tsx'
import { useSupportMode } from '../../platform/page/appearance-store.ts'
import { Hint, Quiet } from '../../platform/ui/parts.tsx'

export function TimelinePanel({ deal }: { deal: Deal }) {
  const { deal_id } = deal
  const [filter, setFilter] = useState<TimelineFilter>('all')
  const { entries: read, more, readMore } = useTimeline(deal, filter)
  const isTechnical = useSupportMode()
  const entries = isTechnical ? read : withoutEarlierSteps(read)
  const note = useRef<NoteField>(null)
  const now = useMinute()
  const text = messages().timeline
  const wasSent =
    deal.application_id !== null || deal.timeline.some(({ kind }) => kind === 'application_sent')
  useActions('deal', [
    {
      id: 'deal.write_note',
      label: text.writeNote,
      keys: 'mod+shift+M',
      whileTyping: true,
      run: () => {
        navigate({ screen: 'deal', deal_id, part: 'timeline' })
        requestAnimationFrame(() => note.current?.write(null))
      },
    },
  ])
  return (
    <section aria-labelledby="timeline-title" data-testid="timeline">
      <Group justify="space-between" mb="xs" mih={30}>
        <Title order={2} id="timeline-title">
          {messages().deal.part.timeline}
        </Title>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label={text.filters}
            value={filter}
            onChange={setFilter}
            data={TIMELINE_FILTERS.map((value) => ({ value, label: text.filter[value] }))}
          />
          {wasSent && <ProofButton deal_id={deal_id} />}
        </Group>
      </Group>
      <AddNote deal_id={deal_id} field={note} />
      {entries.length === 0 && !more && (
        <Text c="dimmed" py="md">
          {text.nothing}
        </Text>
      )}
      {byDay(entries, now).map(({ day, label, lines }) => (
        <section key={day} aria-label={label}>
          <Title order={3} className={classes.day}>
            {label}
          </Title>
          <ol>
            {lines.map((entry) => (
              <RowBoundary key={entry.entry_id} of={entry} renderNote={inListItem}>
                <TimelineRow entry={entry} onCorrect={correct} />
              </RowBoundary>
            ))}
          </ol>
        </section>
      ))}
      {more && (
        <Stack align="center" mt="md">
          <Button size="xs" onClick={readMore}>
            {text.earlier}
          </Button>
        </Stack>
      )}
    </section>
  )

  /** Starts a new note that corrects a saved note, because a saved note can no longer be changed. */
  function correct({ at }: TimelineEntry) {
    note.current?.write(text.correction(formatInstant(at)))
  }
}

const ICONS: Record<TimelineEntry['kind'], ComponentType<{ size: number }>> = {
  created: IconPencil,
  document_added: IconFile,
  document_removed: IconX,
  document_handed_out: IconShare2,
  message_made: IconMail,
  application_queued: IconClock,
  application_taken_back: IconArrowBackUp,
  application_sent: IconArrowUpRight,
  application_received: IconCheck,
  application_refused: IconX,
  application_not_received: IconX,
  application_unknown: IconAlertTriangle,
  application_id_repeated: IconAlertTriangle,
  document_queued: IconClock,
  document_taken_back: IconArrowBackUp,
  document_sent: IconArrowUpRight,
  document_received: IconCheck,
  document_refused: IconX,
  document_not_received: IconX,
  document_unknown: IconAlertTriangle,
  event: IconBell,
  found: IconSearch,
  offer_accept_sent: IconArrowUpRight,
  offer_accepted: IconCheck,
  offer_not_accepted: IconX,
  offer_accept_unknown: IconAlertTriangle,
  offer_sent: IconArrowUpRight,
  offer_declined: IconX,
  follow_up_set: IconAlarm,
  follow_up_due: IconAlarm,
  follow_up_ended: IconAlarmOff,
  note: IconNote,
}

interface TimelineLineProps {
  entry: TimelineEntry
  onCorrect: (entry: TimelineEntry) => void
}

/**
 * Shows one entry: the event, its exact time, and how it was verified. Entries never change, except when the partner confirms an unverified
 * event, or reports the amount of its offer.
 */
const TimelineRow = memo(
  function TimelineRow({ entry, onCorrect }: TimelineLineProps) {
    const Icon = ICONS[entry.kind]
    const isTechnical = useSupportMode()
    const text = messages().timeline
    const isNote = entry.kind === 'note'
    const { offer_cents } = entry
    const amount = typeof offer_cents === 'number' ? ({ cents: offer_cents, of: 'offer' } as const) : null
    const full = formatMessage(entry.detail)
    // A broker reads the word that says how an entry was verified. The hashes are in the proof and in the package.
    const detail = !isNote && !isTechnical && full.includes('SHA-256') ? '' : full
    return (
      <li className={classes.entry} data-kind={entry.kind}>
        <span className={classes.icon} aria-hidden="true">
          <Icon size={14} />
        </span>
        <Box miw={0}>
          {isNote ? (
            <Text className={classes.note}>{detail}</Text>
          ) : (
            <Text fw={500}>{formatMessage(nameAndAmount(entry.title, amount))}</Text>
          )}
          {!isNote && detail !== '' && (
            <Text
              size="xs"
              c="dimmed"
              className={classes.detail}
              {...(detail.includes('SHA-256') ? { truncate: 'end' } : { lineClamp: 12 })}
              title={detail}
            >
              {detail}
            </Text>
          )}
          <Group gap={8} wrap="wrap" mih={24}>
            <Text size="xs" c="dimmed" className="tabular">
              {isNote && `${messages().common.note}, `}
              <Time at={entry.at} />
            </Text>
            <Verified verification={entry.verification} />
            {isNote && (
              <Quiet
                color="gray"
                h={24}
                aria-label={text.correctNote(detail.slice(0, 40))}
                onClick={() => onCorrect(entry)}
              >
                {text.correct}
              </Quiet>
            )}
          </Group>
        </Box>
      </li>
    )
  },
  (before, now) =>
    before.entry.entry_id === now.entry.entry_id &&
    before.entry.verification === now.entry.verification &&
    before.entry.offer_cents === now.entry.offer_cents,
)

function Time({ at }: { at: string }) {
  useMinute()
  return (
    <time dateTime={at}>
      {formatInstantExactly(at)} · {formatAgo(at)}
    </time>
  )
}

/** Shows whether the signature of an event proves the content of the event. Uses text and an icon, not only color. */
function Verified({ verification }: { verification: TimelineEntry['verification'] }) {
  if (verification === null) return null
  const { label, words: explained } = messages().timeline.verified[verification]
  const isSure = verification === 'body' || verification === 'confirmed'
  const Icon = isSure ? IconRosetteDiscountCheck : IconSignature
  return (
    <Tooltip label={explained} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes.verified} tabIndex={0} role="note" data-verification={verification}>
        <Icon size={14} aria-hidden="true" />
        {label}
        <span className="visually-hidden">. {explained}</span>
      </span>
    </Tooltip>
  )
}

/** Lets other components focus the note field and insert an initial text. */
interface NoteField {
  write(beginning: string | null): void
}

interface AddNoteProps {
  deal_id: string
  field: Ref<NoteField>
}

function AddNote({ deal_id, field }: AddNoteProps) {
  const text = useNoteDrafts(({ texts }) => texts[deal_id] ?? '')
  const { busy: saving, error, run: runHere } = useCommand()
  const isEmpty = text.trim() === ''
  const area = useRef<HTMLTextAreaElement>(null)
  const labels = messages().timeline
  useImperativeHandle(field, () => ({
    write(beginning) {
      if (beginning !== null)
        changeNote(deal_id, (typed) => (typed === '' ? beginning : `${typed}\n${beginning}`))
      area.current?.focus()
    },
  }))

  async function add() {
    if (isEmpty || saving) return
    const added = await runHere(call('deals.add_note', { deal_id, text }))
    // Text typed during the save belongs to the next note.
    if (added !== null)
      changeNote(deal_id, (typed) => (typed.startsWith(text) ? typed.slice(text.length).trimStart() : typed))
  }

  return (
    <Box mb="xs">
      <Textarea
        ref={area}
        aria-label={messages().common.note}
        placeholder={labels.noteHint}
        spellCheck
        autosize
        minRows={1}
        maxRows={10}
        maxLength={5_000}
        value={text}
        error={error === null ? null : `${formatMessage(error.message)} ${formatMessage(error.advice)}`}
        onChange={({ currentTarget: { value } }) => changeNote(deal_id, () => value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          // In this field, Ctrl+Enter saves the note. Elsewhere on the screen, the same keys act on the deal.
          event.preventDefault()
          void add()
        }}
      />
      {!isEmpty && (
        <Group justify="space-between" mt={6} wrap="nowrap">
          <Hint>{labels.noteStays}</Hint>
          <Button size="compact-sm" loading={saving} onClick={() => void add()}>
            {labels.addNote}
          </Button>
        </Group>
      )}
    </Box>
  )
}

/** Saves the proof of submission. Shown only if something of the deal was sent to the partner. */
function ProofButton({ deal_id }: { deal_id: string }) {
  const { busy: saving, run: runBusy } = useBusy()
  const isTechnical = useSupportMode()
  const save = (as: 'pdf' | 'json') =>
    void saveFile(call('proof.export', { deal_id, as }), messages().deal.savedAs, runBusy)
  const text = messages().timeline
  const button = (
    <Button
      size="compact-sm"
      leftSection={<IconFileCertificate size={15} />}
      loading={saving}
      title={text.proofHint}
      {...(!isTechnical && { onClick: () => save('pdf') })}
    >
      {text.proof}
    </Button>
  )
  if (!isTechnical) return button
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileTypePdf size={16} />} onClick={() => save('pdf')}>
          {text.proofPdf}
          <Hint>{text.proofPdfHint}</Hint>
        </Menu.Item>
        <Menu.Item leftSection={<IconFileCode size={16} />} onClick={() => save('json')}>
          {text.proofJson}
          <Hint>{text.proofJsonHint}</Hint>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface Page {
  entries: TimelineEntry[]
  more: boolean
}

/**
 * Returns the entries that match a filter, newest first. The newest entries are loaded with the deal, and `readMore` loads a page of older
 * entries.
 */
function useTimeline(
  { deal_id, timeline, timeline_more }: Deal,
  filter: TimelineFilter,
): Page & { readMore: () => void } {
  const [read, setRead] = useState<(Page & { filter: TimelineFilter }) | null>(null)
  const older = read?.filter === filter ? read : null
  const kinds = new Set(kindsOf(filter))
  const newest = timeline.filter(({ kind }) => kinds.has(kind)).toReversed()
  const known = new Set(newest.map(({ entry_id }) => entry_id))
  const entries = [...newest, ...(older?.entries ?? []).filter(({ entry_id }) => !known.has(entry_id))]

  async function readMore() {
    // Load entries that are older than the oldest visible entry. If no entry is visible, load entries that are older than all entries
    // loaded with the deal.
    const before = entries.at(-1)?.entry_id ?? timeline[0]?.entry_id ?? null
    const page = await run(call('timeline.list', { deal_id, filter, before }))
    if (page === null) return
    // Store all visible entries, not only the older ones: the deal contains only its newest entries, and each new entry removes the oldest
    // of them.
    setRead({ filter, entries: [...entries, ...page.entries], more: page.more })
  }
  return { entries, more: older === null ? timeline_more : older.more, readMore: () => void readMore() }
}

/** The steps of every file. Other entries always remain, for example those of a refused file. */
const USUAL_STEPS: ReadonlySet<TimelineEntry['kind']> = new Set([
  'document_added',
  'document_queued',
  'document_sent',
])

/** Leaves out the usual steps of a file that a later entry makes obvious. The entries must be sorted, the newest first. */
export function withoutEarlierSteps(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const later = new Set<string>()
  return entries.filter(({ kind, title }) => {
    // The titles of all entries about one file begin with its name.
    const file = kind.startsWith('document_') && typeof title === 'object' ? title.args?.[0] : null
    if (typeof file !== 'string') return true
    const isObvious = later.has(file) && USUAL_STEPS.has(kind)
    later.add(file)
    return !isObvious
  })
}

interface Day {
  day: string
  label: string
  lines: TimelineEntry[]
}

/**
 * Groups timeline entries by the date of their event, in this computer's time zone. Keeps the order of the entries: the last written entry
 * is first. If the app learned of an event late, the entry is between entries of later dates and gets a separate group.
 */
export function byDay(entries: readonly TimelineEntry[], now: number): Day[] {
  const days: (Day & { date: string })[] = []
  for (const entry of entries) {
    const date = dateOf(Date.parse(entry.at))
    const last = days.at(-1)
    if (last?.date === date) last.lines.push(entry)
    else days.push({ day: `${date} ${entry.entry_id}`, date, label: labelOf(entry.at, now), lines: [entry] })
  }
  return days
}

function labelOf(at: string, now: number): string {
  const date = dateOf(Date.parse(at))
  if (date === dateOf(now)) return messages().today.title
  const before = new Date(now)
  before.setDate(before.getDate() - 1)
  return date === dateOf(before.getTime()) ? messages().timeline.yesterday : formatDay(at)
}

function dateOf(instant: number): string {
  return new Date(instant).toDateString()
}
