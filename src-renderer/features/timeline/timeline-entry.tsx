import { Button, Group, Text, Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowUpRight,
  IconBell,
  IconCheck,
  IconClock,
  IconFile,
  IconNote,
  IconPencil,
  IconRosetteDiscountCheck,
  IconSearch,
  IconSignature,
  IconX,
} from '@tabler/icons-react'
import { memo, type ComponentType } from 'react'
import type { TimelineEntry } from '../../../src-shared/domain/deal.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { formatAgo, formatInstantExactly } from '../../ui/formats.ts'
import { useMinute } from '../../ui/use-minute.ts'
import classes from './timeline.module.css'

const ICONS: Record<TimelineEntry['kind'], ComponentType<{ size: number }>> = {
  created: IconPencil,
  document_added: IconFile,
  document_removed: IconX,
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
  note: IconNote,
}

interface TimelineLineProps {
  entry: TimelineEntry
  onCorrect: (entry: TimelineEntry) => void
}

/** One line: what happened, when exactly, and how sure it is. A line never changes, but for a hint that is confirmed. */
export const TimelineRow = memo(
  function TimelineRow({ entry, onCorrect }: TimelineLineProps) {
    const Icon = ICONS[entry.kind]
    const said = messages().timeline
    const isNote = entry.kind === 'note'
    const detail = formatMessage(entry.detail)
    return (
      <li className={classes.entry} data-kind={entry.kind}>
        <span className={classes.icon} aria-hidden="true">
          <Icon size={14} />
        </span>
        <div className={classes.words}>
          {isNote ? (
            <Text size="sm" className={classes.note}>
              {detail}
            </Text>
          ) : (
            <Text size="sm" fw={500}>
              {formatMessage(entry.title)}
            </Text>
          )}
          {!isNote && detail !== '' && (
            <Text
              size="xs"
              c="dimmed"
              className={classes.detail}
              {...(detail.includes('SHA-256') ? { truncate: 'end' } : { lineClamp: 3 })}
              title={detail}
            >
              {detail}
            </Text>
          )}
          <Group gap={8} wrap="wrap" mih={24}>
            <Text size="xs" c="dimmed" className="tabular">
              {isNote && `${said.note}, `}
              <Time at={entry.at} />
            </Text>
            <Verified verification={entry.verification} />
            {isNote && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                h={24}
                aria-label={said.correctNote(detail.slice(0, 40))}
                onClick={() => onCorrect(entry)}
              >
                {said.correct}
              </Button>
            )}
          </Group>
        </div>
      </li>
    )
  },
  (before, now) =>
    before.entry.entry_id === now.entry.entry_id && before.entry.verification === now.entry.verification,
)

/** By itself: the line stays as it is while the time goes on. */
function Time({ at }: { at: string }) {
  useMinute()
  return (
    <time dateTime={at}>
      {formatInstantExactly(at)} · {formatAgo(at)}
    </time>
  )
}

/** How much the signature proves: by word and sign, not by colour alone. */
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
        <span className={classes.unseen}>. {explained}</span>
      </span>
    </Tooltip>
  )
}
