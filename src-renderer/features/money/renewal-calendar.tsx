import { ActionIcon, Button, Group, Text, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { Renewal } from '../../../src-shared/domain/money.ts'
import { locale, messages } from '../../../src-shared/messages/messages.ts'
import { addDays, addMonths, dayOf, monthOf } from '../../../src-shared/money/days.ts'
import { hrefOf } from '../../navigation/route.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { dayText, wholeMonthText } from './money-formats.ts'
import classes from './money.module.css'

/** The month with what falls on its days; the list beside it has everything that can be done. */
export function RenewalCalendar({ renewals }: { renewals: Renewal[] }) {
  const today = dayOf(new Date(useMinute()).toISOString())
  const [month, setMonth] = useState(monthOf(today))
  const { renewals: text } = messages().money
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
          <Text size="sm" c="dimmed">
            {text.inMonth(inMonth.length)}
          </Text>
        </div>
        <Group gap="xs">
          <ActionIcon
            variant="default"
            size={30}
            aria-label={text.previousMonth}
            onClick={() => setMonth(addMonths(month, -1))}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <Button variant="default" size="compact-md" onClick={() => setMonth(monthOf(today))}>
            {text.thisMonth}
          </Button>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={text.nextMonth}
            onClick={() => setMonth(addMonths(month, 1))}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      </Group>
      <table className={`tabular ${classes.grid}`} aria-labelledby="renewal-month">
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
              {week.map((day) => (
                <Day
                  key={day}
                  day={day}
                  isOutside={monthOf(day) !== month}
                  isToday={day === today}
                  renewals={inMonth.filter(({ due_on }) => due_on === day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface DayProps {
  day: string
  isOutside: boolean
  isToday: boolean
  renewals: Renewal[]
}

function Day({ day, isOutside, isToday, renewals }: DayProps) {
  const { noName, renewals: text } = messages().money
  return (
    <td
      data-outside={isOutside || undefined}
      data-today={isToday || undefined}
      {...(isToday && { 'aria-current': 'date' as const })}
    >
      {!isOutside && (
        <Text span size="xs" c="dimmed">
          {Number(day.slice(8))}
        </Text>
      )}
      {renewals.length > 0 && (
        <ul aria-label={text.onDay(dayText(day), renewals.length)}>
          {renewals.map(({ deal_id, legal_name }) => (
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
}

/** The weeks that a month touches, from Sunday on, as American calendars have them. */
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
