import { Alert, Button, Checkbox, Group, Table, Text } from '@mantine/core'
import { Fragment, memo } from 'react'
import type { ImportPreview } from '../../../src-shared/features/import/import.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { formatCents } from '../../platform/ui/formats.ts'
import classes from './import.module.css'
import { Hint } from '../../platform/ui/parts.tsx'

/** Names the values that the form does not take, by column or field, with the number of their rows. */
export function NotCarriedValues({ preview: { not_carried } }: { preview: ImportPreview }) {
  const text = messages().importing
  if (not_carried.length === 0) return null
  const named = (is_skipped: boolean) =>
    not_carried
      .filter((one) => one.is_skipped === is_skipped)
      .map(({ label, rows }) => `${label} (${rows})`)
      .join(' · ')
  const [kept, skipped] = [named(false), named(true)]
  return (
    <div data-testid="import-not-carried">
      {kept !== '' && (
        <Text>
          {text.keptBeside} {kept}
        </Text>
      )}
      {skipped !== '' && (
        <Text>
          {text.notImported} {skipped}
        </Text>
      )}
    </div>
  )
}

interface DoubtfulRowsProps {
  title: string
  about: string
  rows: readonly number[]
  disabled: boolean
  leaveOut: (rows: readonly number[]) => void
}

/** Warns of rows that the broker probably does not want to import as they are, and leaves them out with one click. */
export function DoubtfulRows({ title, about, rows, disabled, leaveOut }: DoubtfulRowsProps) {
  if (rows.length === 0) return null
  return (
    <Alert color="orange" py={8} data-testid="import-doubtful">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={600}>{title}</Text>
          {about !== '' && <Text size="sm">{about}</Text>}
        </div>
        <Button
          size="compact-sm"
          disabled={disabled}
          onClick={() => leaveOut(rows)}
          className={classes.leaveOut}
        >
          {messages().importing.leaveOut(rows.length)}
        </Button>
      </Group>
    </Alert>
  )
}

/** Memoized, because rendering a thousand rows for each progress event takes a second or more. */
export const PreviewRows = memo(function PreviewRows({
  rows,
  left,
  shares,
  skipped,
  setSkipped,
}: {
  rows: ImportPreview['rows']
  /** Rows that the rule for businesses that the broker has already leaves out. */
  left: ReadonlySet<number>
  /** True if rows about one business share a draft, so that their values can differ from it. */
  shares: boolean
  skipped: ReadonlySet<number>
  setSkipped: (rows: ReadonlySet<number>) => void
}) {
  const text = messages().importing
  function choose(row: number, take: boolean) {
    const next = new Set(skipped)
    if (take) next.delete(row)
    else next.add(row)
    setSkipped(next)
  }
  return (
    <Table verticalSpacing={6} data-testid="import-rows">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={36} aria-label={text.importColumn} />
          <Table.Th>{text.business}</Table.Th>
          <Table.Th ta="right">{text.amount}</Table.Th>
          <Table.Th ta="right">{text.values}</Table.Th>
          <Table.Th>{text.doesNotFit}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(
          ({
            row,
            legal_name,
            amount_cents,
            fitted,
            left_out,
            left_out_count,
            notes,
            differing,
            no_deal,
            closed,
            ...same
          }) => (
            <Table.Tr key={row} className={classes.row}>
              <Table.Td>
                <Checkbox
                  size="xs"
                  aria-label={text.importRow(row, legal_name)}
                  checked={!skipped.has(row) && !left.has(row)}
                  disabled={left.has(row)}
                  onChange={(event) => choose(row, event.currentTarget.checked)}
                />
              </Table.Td>
              <Table.Td className={classes.name}>
                {legal_name || <em>{messages().common.noName}</em>}
                <Hint>
                  {text.row(row)}
                  {no_deal !== null && ` · ${formatMessage(no_deal)}`}
                  {closed !== null && ` · ${closed}`}
                  {same.existing !== null && ` · ${text.isLike(same.existing.legal_name)}`}
                  {same.same_as_row !== null && ` · ${text.sameAsRow(same.same_as_row)}`}
                </Hint>
              </Table.Td>
              <Table.Td ta="right" className="tabular">
                {formatCents(amount_cents)}
              </Table.Td>
              <Table.Td ta="right" className="tabular">
                {fitted}
              </Table.Td>
              <Table.Td>
                {no_deal === null && (
                  <Misfits
                    left_out={left_out}
                    left_out_count={left_out_count}
                    notes={shares ? [...differing, ...notes] : notes}
                  />
                )}
              </Table.Td>
            </Table.Tr>
          ),
        )}
      </Table.Tbody>
    </Table>
  )
})

function Misfits({
  left_out,
  left_out_count,
  notes,
}: Pick<ImportPreview['rows'][number], 'left_out' | 'left_out_count' | 'notes'>) {
  if (left_out.length + notes.length === 0) return <Hint>{messages().importing.fits}</Hint>
  return (
    <ul className={classes.misfits}>
      {[...byReason(left_out)].map(([why, values]) => (
        <li key={why}>
          <NamedValues values={values} />
          <Hint>{why}</Hint>
        </li>
      ))}
      {left_out_count > left_out.length && (
        <li>{messages().importing.more(left_out_count - left_out.length)}</li>
      )}
      {[...byReason(notes)].map(([why, values]) => (
        <li key={why}>
          <NamedValues values={values} />
          <Text size="xs" className={classes.note}>
            {why}
          </Text>
        </li>
      ))}
    </ul>
  )
}

type LeftOut = ImportPreview['rows'][number]['left_out'][number]

/** Groups values by the text of their reason, so that the preview says each reason once per row. */
function byReason(values: readonly LeftOut[]): Map<string, LeftOut[]> {
  const groups = new Map<string, LeftOut[]>()
  for (const one of values) {
    const why = formatMessage(one.why)
    groups.set(why, [...(groups.get(why) ?? []), one])
  }
  return groups
}

function NamedValues({ values }: { values: readonly LeftOut[] }) {
  return values.map(({ label, value }, at) => (
    <Fragment key={at}>
      {at > 0 && ' · '}
      {label}
      {value !== '' && ': '}
      <strong>{value}</strong>
    </Fragment>
  ))
}
