import { Anchor, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { Renewal } from '../../../src-shared/features/money/money-view.ts'
import { locale, messages } from '../../../src-shared/platform/texts/messages.ts'
import { useLedger } from './money-store.ts'
import { changeMoney, NothingYet } from './money-parts.tsx'
import classes from './money.module.css'
import { Reading } from '../../platform/ui/loaded.tsx'
import { inListItem, RowBoundary } from '../../platform/ui/error-boundary.tsx'
import { readDate } from '../../../src-shared/platform/entry/date.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { hrefOf, navigate } from '../../platform/navigation/route.ts'
import { DayInput } from '../../platform/ui/entry-input.tsx'
import { dayText, formatCents, wholeMonthText } from '../../platform/ui/formats.ts'
import { run } from '../../platform/ui/command.tsx'
import { addDays, addMonths, monthOf } from '../../../src-shared/platform/base/days.ts'
import { useToday } from '../../platform/ui/clock.ts'
import { Hint, IconButton, Chip, Quiet } from '../../platform/ui/parts.tsx'

const GROUPS = ['due', 'upcoming', 'undated', 'started', 'off'] as const satisfies Renewal['state'][]
const ROWS_AT_ONCE = 50

export function RenewalsTab() {
  const renewals = useLedger((state) => state.value?.renewals ?? null)
  const error = useLedger((state) => state.error)
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
      <Text c="dimmed" maw={720}>
        {text.about}
      </Text>
      <SegmentedControl
        value={view}
        onChange={setView}
        data={[
          { value: 'list', label: messages().pipeline.list },
          { value: 'calendar', label: text.calendar },
        ]}
        aria-label={messages().pipeline.view}
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
  const { renewals: text } = messages().money
  if (renewals.length === 0) return null
  const id = `renewals-${group}`
  return (
    <section aria-labelledby={id} data-renewals={group}>
      <Title order={2} id={id} mb={group === 'undated' ? 0 : 6}>
        {text.groups[group]} ({renewals.length})
      </Title>
      {group === 'undated' && (
        <Text c="dimmed" mb={6}>
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
        <Button mt="xs" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {messages().today.showMore(Math.min(ROWS_AT_ONCE, renewals.length - shown))}
        </Button>
      )}
    </section>
  )
}

function RenewalRow({ renewal }: { renewal: Renewal }) {
  const { deal_id, funded_on, amount_cents, state, renewed_as } = renewal
  const {
    money: { renewals: text },
    common: { noName },
  } = messages()
  const name = renewal.legal_name || noName
  const setOff = (renewal_off: boolean) => void changeMoney(deal_id, { renewal_off }, text.changed)
  return (
    <li className={classes.renewal} data-renewal={deal_id}>
      <div className={classes.merchant}>
        <Anchor href={hrefOf({ screen: 'deal', deal_id })}>{name}</Anchor>
        <Hint>
          {amount_cents === null
            ? text.fundedOnly(dayText(funded_on))
            : text.fundedOn(dayText(funded_on), formatCents(amount_cents))}
        </Hint>
      </div>
      {state !== 'off' && state !== 'started' && <RenewalDay renewal={renewal} name={name} />}
      <Group gap="xs">
        {renewed_as !== null && (
          <Button size="compact-sm" component="a" href={hrefOf({ screen: 'deal', deal_id: renewed_as })}>
            {text.openDraft}
          </Button>
        )}
        {state === 'off' && (
          <Button size="compact-sm" onClick={() => setOff(false)} aria-label={text.onOf(name)}>
            {text.on}
          </Button>
        )}
        {state !== 'off' && state !== 'started' && (
          <>
            <Button
              size="compact-sm"
              variant={state === 'due' ? 'filled' : 'default'}
              onClick={() => void startRenewal(deal_id)}
              aria-label={text.startOf(name)}
            >
              {text.start}
            </Button>
            <Quiet size="compact-sm" onClick={() => setOff(true)} aria-label={text.offOf(name)}>
              {text.off}
            </Quiet>
          </>
        )}
      </Group>
    </li>
  )
}

async function startRenewal(deal_id: string): Promise<void> {
  const started = await run(call('money.start_renewal', { deal_id }))
  if (started !== null) navigate({ screen: 'deal', deal_id: started.deal_id })
}

/**
 * The field for the renewal date. The date is saved when the broker leaves the field or presses Enter. Clearing the field restores the
 * estimated date.
 */
function RenewalDay({ renewal, name }: { renewal: Renewal; name: string }) {
  const { deal_id, due_on, is_estimate } = renewal
  const [typed, setTyped] = useState(due_on ?? '')
  const [known, setKnown] = useState(due_on)
  const text = messages().money.renewals
  if (known !== due_on) {
    setKnown(due_on)
    setTyped(due_on ?? '')
  }
  const keep = () => {
    const day = typed.trim()
    if (day === (due_on ?? '') || (day !== '' && 'problem' in readDate(day))) return
    void changeMoney(deal_id, { renewal_on: day === '' ? null : day }, text.changed)
  }
  return (
    <Group gap="xs" wrap="nowrap">
      {is_estimate && <Chip look="gray">{text.estimate}</Chip>}
      <DayInput
        size="xs"
        aria-label={text.dateOf(name)}
        value={typed}
        onChange={setTyped}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && keep()}
        w={190}
      />
    </Group>
  )
}

function RenewalCalendar({ renewals }: { renewals: Renewal[] }) {
  const today = useToday()
  const [month, setMonth] = useState(monthOf(today))
  const {
    money: { renewals: text },
    common: { noName },
  } = messages()
  const open = renewals.filter(({ state }) => state === 'due' || state === 'upcoming')
  const inMonth = open.filter(({ due_on }) => due_on !== null && monthOf(due_on) === month)
  const weeks = weeksOf(month)
  return (
    <section aria-labelledby="renewal-month">
      <Group justify="space-between" mb="xs">
        <div aria-live="polite">
          <Title order={2} id="renewal-month">
            {wholeMonthText(month)}
          </Title>
          <Hint size="sm">{text.inMonth(inMonth.length)}</Hint>
        </div>
        <Group gap="xs">
          <IconButton
            icon={IconChevronLeft}
            label={text.previousMonth}
            variant="default"
            size={30}
            iconSize={16}
            onClick={() => setMonth(addMonths(month, -1))}
          />
          <Button size="compact-md" onClick={() => setMonth(monthOf(today))}>
            {text.thisMonth}
          </Button>
          <IconButton
            icon={IconChevronRight}
            label={text.nextMonth}
            variant="default"
            size={30}
            iconSize={16}
            onClick={() => setMonth(addMonths(month, 1))}
          />
        </Group>
      </Group>
      <table className={classes.grid} aria-labelledby="renewal-month">
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col">
                {weekdayWords(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const isOutside = monthOf(day) !== month
                const due = inMonth.filter(({ due_on }) => due_on === day)
                return (
                  <td
                    key={day}
                    data-outside={isOutside || undefined}
                    data-today={day === today || undefined}
                    aria-current={day === today ? 'date' : undefined}
                  >
                    {!isOutside && (
                      <Text span size="xs" c="dimmed">
                        {Number(day.slice(8))}
                      </Text>
                    )}
                    {due.length > 0 && (
                      <ul aria-label={text.onDay(dayText(day), due.length)}>
                        {due.map(({ deal_id, legal_name }) => (
                          <li key={deal_id}>
                            <a href={hrefOf({ screen: 'deal', deal_id })} title={legal_name || noName}>
                              {legal_name || noName}
                            </a>
                          </li>
                        ))}
                      </ul>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Returns the weeks that contain days of a month. Weeks start on Sunday, as in American calendars. */
function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const start = addDays(first, -new Date(`${first}T00:00:00Z`).getUTCDay())
  const weeks: string[][] = []
  for (let day = start; monthOf(day) <= month; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(day, at)))
  return weeks
}

function weekdayWords(day: string): string {
  return new Intl.DateTimeFormat(locale(), { weekday: 'short' }).format(new Date(`${day}T12:00:00`))
}
