import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import {
  isTooLong,
  isWholeMonths,
  monthsIn,
  wholeMonth,
} from '../../../src-shared/features/documents/statement-coverage.ts'
import { readDate, readMonth } from '../../../src-shared/platform/entry/date.ts'
import { Form, Quiet, PopoverButton } from '../../platform/ui/parts.tsx'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { run } from '../../platform/ui/command.tsx'
import { DayInput, MonthInput } from '../../platform/ui/entry-input.tsx'
import { describePeriod, formatPeriod } from '../../platform/ui/periods.ts'
import classes from './documents.module.css'
import {
  isKindCertain,
  doubtOf,
  STATEMENT_KINDS,
  UNREAD,
  type StatementPeriod,
  type DealDocument,
} from '../../../src-shared/features/documents/document.ts'

interface QuestionsProps {
  document: DealDocument
  /** True while the app reads the document as a statement, and may still find its days. */
  isReading: boolean
}

/** What the app could not find out about a document, so that the broker decides. Empty for most documents. */
export function Questions({ document, isReading }: QuestionsProps) {
  return questionsOf(document, isReading).map((question) => (
    <Text key={question} size="xs" className={classes.question}>
      {question}
    </Text>
  ))
}

/**
 * Says why a document does not count on the checklist: it is not signed, or about another business. While it can be changed, the broker may
 * count it anyway, by confirming its kind.
 */
export function DoubtNote({ document, isEditable }: { document: DealDocument; isEditable: boolean }) {
  const { document_id, name, kind, reading } = document
  const doubt = doubtOf(document)
  if (doubt === null || doubt === 'other_holder') return null
  const { unsigned, otherMerchant, countNamed, count } = messages().documents.reading
  return (
    <Group gap="xs">
      <Text size="xs" className={classes.question}>
        {doubt === 'unsigned' ? unsigned : otherMerchant(reading?.other_merchant ?? '')}
      </Text>
      {isEditable && (
        <Quiet
          aria-label={countNamed(name)}
          onClick={() => void run(call('documents.set_kind', { document_id, kind }))}
        >
          {count}
        </Quiet>
      )}
    </Group>
  )
}

function questionsOf({ kind, reading }: DealDocument, isReading: boolean): string[] {
  const { reading: text, period: periodText } = messages().documents
  if (reading === null) return []
  const { text: readable, kind_says, period, period_by, other_holder } = reading
  if (other_holder !== undefined) return [text.otherHolder(other_holder)]
  const isUndated = !isReading && STATEMENT_KINDS.has(kind) && period === null && period_by !== 'broker'
  return [
    ...(isKindCertain(reading)
      ? []
      : [
          readable !== 'read'
            ? text[readable]
            : kind_says === null
              ? text.nothing
              : text.perhaps(kind_says.words, kind_says.page),
        ]),
    ...(isUndated ? [periodText.noneWhy] : []),
  ]
}

/** Says why the app shows this kind and these days: the words of the document, its verified entries, or the broker's choice. */
export function reasonsOf({ kind, reading }: DealDocument): string[] {
  const { reading: text } = messages().documents
  if (reading === null) return []
  const { kind_by, kind_says, period, period_by, period_says } = reading
  const reasons = [
    kind_by === 'broker' && text.chosen,
    kind_by === 'text' && kind_says !== null && text.says(kind_says.words, kind_says.page),
  ]
  if (STATEMENT_KINDS.has(kind))
    reasons.push(
      period !== null && describePeriod(period),
      period_by === 'broker' && text.chosenDays,
      period_by === 'statement' && period !== null && text.entries,
      period_says !== null && text.says(period_says.words, period_says.page),
    )
  return [...new Set(reasons)].flatMap((reason) => (reason === false || reason === '' ? [] : [reason]))
}

export function PeriodField({ document }: { document: DealDocument }) {
  const { period, other_holder } = document.reading ?? UNREAD
  const text = messages().documents
  if (!STATEMENT_KINDS.has(document.kind) || (period === null && other_holder !== undefined)) return null
  const days = period === null ? text.period.none : formatPeriod(period)
  async function save(next: StatementPeriod | null, close: () => void) {
    const work = call('documents.set_period', { document_id: document.document_id, period: next })
    if ((await run(work)) !== null) close()
  }
  return (
    <div data-period={period === null ? '' : `${period.from}/${period.to}`}>
      <PopoverButton
        position="bottom-start"
        className={classes.period}
        data-unknown={period === null || undefined}
        aria-label={
          period === null ? text.period.choose(document.name) : text.period.change(document.name, days)
        }
        renderContent={(close) => <PeriodForm period={period} onSave={(next) => void save(next, close)} />}
      >
        <IconCalendar size={13} aria-hidden="true" />
        {days}
      </PopoverButton>
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
  function submit() {
    if (isComplete && wrong === null) onSave(chosen)
  }
  return (
    <Form onSubmit={submit}>
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
          <Quiet onClick={() => setByDays((was) => !was)}>{byDays ? text.wholeMonth : text.otherDays}</Quiet>
          <Quiet color="gray" onClick={() => onSave(null)}>
            {text.clear}
          </Quiet>
        </Group>
        <Button variant="filled" size="xs" type="submit" disabled={!isComplete || wrong !== null}>
          {messages().common.save}
        </Button>
      </Stack>
    </Form>
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
