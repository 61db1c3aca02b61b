import { Group, Text, Title, Tooltip } from '@mantine/core'
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
  IconX,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { TimelineEntry } from '../../../src-shared/domain/deal.ts'
import { formatInstant } from '../../ui/formats.ts'
import { AddNote } from './add-note.tsx'
import { ProofMenu } from './proof-menu.tsx'
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

/** What was sent, what came back and which events arrived; the newest first. */
export function TimelinePanel({ deal_id, entries }: { deal_id: string; entries: TimelineEntry[] }) {
  const wasSent = entries.some(({ kind }) => kind === 'application_sent')
  return (
    <section aria-labelledby="timeline-title" data-testid="timeline">
      <Group justify="space-between" mb="xs" mih={30}>
        <Title order={2} id="timeline-title">
          Timeline
        </Title>
        {wasSent && <ProofMenu deal_id={deal_id} />}
      </Group>
      <AddNote deal_id={deal_id} />
      <ol className={classes.list}>
        {entries.toReversed().map((entry) => (
          <Entry key={entry.entry_id} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const Icon = ICONS[entry.kind]
  return (
    <li className={classes.entry} data-kind={entry.kind}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={14} />
      </span>
      <div className={classes.words}>
        {entry.kind === 'note' ? (
          <Text size="sm" className={classes.note}>
            {entry.detail}
          </Text>
        ) : (
          <Text size="sm" fw={500}>
            {entry.title}
          </Text>
        )}
        {entry.kind !== 'note' && entry.detail !== '' && (
          <Text
            size="xs"
            c="dimmed"
            className={classes.detail}
            {...(entry.detail.includes('SHA-256') ? { truncate: 'end' } : { lineClamp: 3 })}
            title={entry.detail}
          >
            {entry.detail}
          </Text>
        )}
        <Text size="xs" c="dimmed" className="tabular">
          {entry.kind === 'note' && 'Note, '}
          <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
          <Verified verification={entry.verification} />
        </Text>
      </div>
    </li>
  )
}

const VERIFIED: Record<NonNullable<TimelineEntry['verification']>, [label: string, words: string]> = {
  body: ['Verified', 'The signature is genuine and belongs to exactly these words.'],
  hint: [
    'Signed hint',
    'The sender’s signature is genuine, but does not say to which words it belongs. The service has not confirmed them yet, so nothing is sent or changed because of them.',
  ],
  confirmed: [
    'Confirmed',
    'The sender’s signature is genuine, and the service said the same when it was asked.',
  ],
}

function Verified({ verification }: { verification: TimelineEntry['verification'] }) {
  if (verification === null) return null
  const [label, words] = VERIFIED[verification]
  return (
    <Tooltip label={words} multiline maw={280}>
      <span className={classes.verified} tabIndex={0} data-verification={verification}>
        <IconRosetteDiscountCheck size={13} aria-hidden="true" />
        {label}
      </span>
    </Tooltip>
  )
}
