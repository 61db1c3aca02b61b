import { Button, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useState } from 'react'
import type { Renewal } from '../../../src-shared/domain/money.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { useMoney } from '../../stores/money-store.ts'
import { RenewalCalendar } from './renewal-calendar.tsx'
import { RenewalRow } from './renewal-row.tsx'
import { NothingYet } from './nothing-yet.tsx'
import classes from './money.module.css'
import { Reading } from '../../ui/reading.tsx'
import { inListItem, RowBoundary } from '../../ui/error-boundary.tsx'

const GROUPS = ['due', 'upcoming', 'undated', 'started', 'off'] as const satisfies Renewal['state'][]
const ROWS_AT_ONCE = 50

/** Which funded deals come up for renewal: a list by urgency, or the month they fall in. */
export function RenewalsTab() {
  const renewals = useMoney((state) => state.renewals)
  const error = useMoney((state) => state.error)
  const [view, setView] = useState<'list' | 'calendar'>('list')
  const { renewals: text, reading } = messages().money
  if (renewals === null) return error === null ? <Reading label={reading} lines={8} /> : null
  if (renewals.length === 0)
    return (
      <NothingYet
        icon={IconCalendarEvent}
        title={messages().money.renewals.emptyTitle}
        text={messages().money.renewals.emptyText}
      />
    )
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={720}>
        {text.about}
      </Text>
      <SegmentedControl
        value={view}
        onChange={setView}
        data={[
          { value: 'list', label: text.list },
          { value: 'calendar', label: text.calendar },
        ]}
        aria-label={text.view}
        w="fit-content"
      />
      {view === 'calendar' ? (
        <RenewalCalendar renewals={renewals} />
      ) : (
        GROUPS.map((group) => (
          <RenewalGroup
            key={group}
            group={group}
            renewals={renewals.filter(({ state }) => state === group)}
          />
        ))
      )}
    </Stack>
  )
}

function RenewalGroup({ group, renewals }: { group: Renewal['state']; renewals: Renewal[] }) {
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const { renewals: text, ledger } = messages().money
  if (renewals.length === 0) return null
  const id = `renewals-${group}`
  return (
    <section aria-labelledby={id} data-renewals={group}>
      <Title order={2} id={id} mb={group === 'undated' ? 0 : 6}>
        {text.groups[group]} ({renewals.length})
      </Title>
      {group === 'undated' && (
        <Text size="sm" c="dimmed" mb={6}>
          {text.noDateHelp}
        </Text>
      )}
      <ul className={classes.renewals}>
        {renewals.slice(0, shown).map((renewal) => (
          <RowBoundary key={renewal.deal_id} of={renewal} renderNote={inListItem}>
            <RenewalRow renewal={renewal} />
          </RowBoundary>
        ))}
      </ul>
      {renewals.length > shown && (
        <Button variant="default" mt="xs" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {ledger.more(Math.min(ROWS_AT_ONCE, renewals.length - shown))}
        </Button>
      )}
    </section>
  )
}
