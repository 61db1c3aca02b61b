import { Button, Group, Popover, Stack, UnstyledButton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import {
  isTooLong,
  isWholeMonths,
  monthsIn,
  wholeMonth,
} from '../../../src-shared/features/documents/statement-coverage.ts'
import { readDate, readMonth } from '../../../src-shared/platform/entry/date.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { run } from '../../platform/ui/command.tsx'
import { DayInput, MonthInput } from '../../platform/ui/entry-input.tsx'
import { describePeriod, formatPeriod } from '../../platform/ui/periods.ts'
import classes from './documents.module.css'
import {
  STATEMENT_KINDS,
  UNREAD,
  type DocumentReading,
  type StatementPeriod,
  type DealDocument,
} from '../../../src-shared/features/documents/document.ts'

/**
 * Quotes the words by which the app recognized the kind of a document. Shows nothing for documents that were attached before the app could
 * recognize kinds.
 */
export function KindReason({ reading }: { reading: DocumentReading | null }) {
  const reason = reading === null ? '' : kindReason(reading)
  return (
    <span className={classes.reason} title={reason} data-kind-by={reading?.kind_by}>
      {reason}
    </span>
  )
}

function kindReason({ text, kind_by, kind_says, period_by }: DocumentReading): string {
  const { reading } = messages().documents
  // The verified entries prove the kind, too.
  if (period_by === 'statement') return ''
  if (kind_by === 'broker') return text === 'scan' ? '' : reading.chosen
  if (text !== 'read') return reading[text]
  if (kind_says === null) return reading.nothing
  return reading[kind_by === 'text' ? 'says' : 'perhaps'](kind_says.words, kind_says.page)
}

/** Quotes the words in which the app found the dates of a statement, and says which part of a month the statement covers. */
export function PeriodReason({ document }: { document: DealDocument }) {
  const { period, period_by, period_says, kind_says } = document.reading ?? UNREAD
  const text = messages().documents
  if (!STATEMENT_KINDS.has(document.kind)) return null
  function reason(): string {
    if (period_by === 'broker') return text.reading.chosen
    if (period_by === 'statement') return text.reading.entries
    if (period_says === null) return text.period.noneWhy
    // If the same words show the kind and the period, do not quote them twice.
    return period_says.words === kind_says?.words
      ? ''
      : text.reading.says(period_says.words, period_says.page)
  }
  const covers = period === null ? '' : describePeriod(period)
  return (
    <>
      <span className={classes.reason} title={covers} data-covers>
        {covers}
      </span>
      <span className={classes.reason} title={reason()}>
        {reason()}
      </span>
    </>
  )
}

export function PeriodField({ document }: { document: DealDocument }) {
  const [open, setOpen] = useState(false)
  const { period } = document.reading ?? UNREAD
  const text = messages().documents
  if (!STATEMENT_KINDS.has(document.kind)) return null
  const days = period === null ? text.period.none : formatPeriod(period)
  async function save(next: StatementPeriod | null) {
    const work = call('documents.set_period', { document_id: document.document_id, period: next })
    if ((await run(work)) !== null) setOpen(false)
  }
  return (
    <div data-period={period === null ? '' : `${period.from}/${period.to}`}>
      <Popover
        opened={open}
        onChange={setOpen}
        trapFocus
        returnFocus
        withArrow
        position="bottom-start"
        shadow="md"
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.period}
            data-unknown={period === null || undefined}
            aria-label={
              period === null ? text.period.choose(document.name) : text.period.change(document.name, days)
            }
            onClick={() => setOpen((was) => !was)}
          >
            <IconCalendar size={13} aria-hidden="true" />
            {days}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <PeriodForm period={period} onSave={(next) => void save(next)} />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

function PeriodForm({
  period,
  onSave,
}: {
  period: StatementPeriod | null
  onSave: (period: StatementPeriod | null) => void
}) {
  const text = messages().documents.period
  const [month, setMonth] = useState(period?.to.slice(0, 7) ?? '')
  const [days, setDays] = useState(period ?? { from: '', to: '' })
  const [byDays, setByDays] = useState(period !== null && !isWholeMonth(period))
  const chosen = byDays ? days : monthTyped(month)
  const isComplete = isDate(chosen.from) && isDate(chosen.to)
  const wrong = !isComplete
    ? null
    : chosen.from > chosen.to
      ? text.wrongOrder
      : isTooLong(chosen)
        ? text.tooLong
        : null
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isComplete && wrong === null) onSave(chosen)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" w={240}>
        {byDays ? (
          <>
            <DayInput
              size="xs"
              label={text.from}
              value={days.from}
              onChange={(from) => setDays((was) => ({ ...was, from }))}
            />
            <DayInput
              size="xs"
              label={text.to}
              value={days.to}
              {...(wrong !== null && { error: wrong })}
              onChange={(to) => setDays((was) => ({ ...was, to }))}
            />
          </>
        ) : (
          <MonthInput size="xs" label={text.month} value={month} onChange={setMonth} />
        )}
        <Group gap="xs" justify="space-between">
          <Button size="compact-xs" variant="subtle" onClick={() => setByDays((was) => !was)}>
            {byDays ? text.wholeMonth : text.otherDays}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onSave(null)}>
            {text.clear}
          </Button>
        </Group>
        <Button size="xs" type="submit" disabled={!isComplete || wrong !== null}>
          {text.save}
        </Button>
      </Stack>
    </form>
  )
}

function monthTyped(month: string): StatementPeriod {
  return readMonth(month) === null ? { from: '', to: '' } : wholeMonth(month)
}

function isDate(text: string): boolean {
  return 'date' in readDate(text)
}

function isWholeMonth(period: StatementPeriod): boolean {
  return isWholeMonths(period) && monthsIn(period).length === 1
}
