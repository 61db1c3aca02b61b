import { Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Deal, TimelineEntry } from '../../../src-shared/domain/deal.ts'
import { TIMELINE_FILTERS, type TimelineFilter } from '../../../src-shared/domain/timeline.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { useActions } from '../../actions/actions.ts'
import { navigate } from '../../navigation/route.ts'
import { formatInstant } from '../../ui/formats.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { AddNote, type NoteField } from './add-note.tsx'
import { byDay } from './by-day.ts'
import { ProofMenu } from './proof-menu.tsx'
import { TimelineRow } from './timeline-entry.tsx'
import classes from './timeline.module.css'
import { useTimeline } from './use-timeline.ts'
import { inListItem, RowBoundary } from '../../ui/error-boundary.tsx'

/** What was sent, what came back and which events arrived; the newest first, by day. */
export function TimelinePanel({ deal }: { deal: Deal }) {
  const { deal_id } = deal
  const [filter, setFilter] = useState<TimelineFilter>('all')
  const { entries, more, readMore } = useTimeline(deal, filter)
  const note = useRef<NoteField>(null)
  const now = useMinute()
  const said = messages().timeline
  const wasSent =
    deal.application_id !== null || deal.timeline.some(({ kind }) => kind === 'application_sent')
  useActions([
    {
      id: 'deal.write_note',
      label: said.writeNote,
      section: 'deal',
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
          {said.title}
        </Title>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label={said.filters}
            value={filter}
            onChange={setFilter}
            data={TIMELINE_FILTERS.map((value) => ({ value, label: said.filter[value] }))}
          />
          {wasSent && <ProofMenu deal_id={deal_id} />}
        </Group>
      </Group>
      <AddNote deal_id={deal_id} field={note} />
      {entries.length === 0 && !more && (
        <Text size="sm" c="dimmed" py="md">
          {said.nothing}
        </Text>
      )}
      {byDay(entries, now).map(({ day, label, lines }) => (
        <section key={day} aria-label={label}>
          <Title order={3} className={classes.day}>
            {label}
          </Title>
          <ol className={classes.list}>
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
          <Button variant="default" size="xs" onClick={readMore}>
            {said.earlier}
          </Button>
        </Stack>
      )}
    </section>
  )

  /** What was written stays: it is corrected by a further note. */
  function correct({ at }: TimelineEntry) {
    note.current?.write(said.correction(formatInstant(at)))
  }
}
