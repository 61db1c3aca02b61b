import { Checkbox, ScrollArea, Table, Text } from '@mantine/core'
import { memo } from 'react'
import type { ImportPreview } from '../../../src-shared/domain/import.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { formatCents } from '../../ui/formats.ts'
import classes from './import.module.css'

/** Not drawn again while the progress changes: a thousand rows take a second or more. */
export const PreviewRows = memo(function PreviewRows({
  rows,
  skipped,
  setSkipped,
}: {
  rows: ImportPreview['rows']
  skipped: ReadonlySet<number>
  setSkipped: (rows: ReadonlySet<number>) => void
}) {
  const said = messages().importing
  function choose(row: number, take: boolean) {
    const next = new Set(skipped)
    if (take) next.delete(row)
    else next.add(row)
    setSkipped(next)
  }
  return (
    <ScrollArea.Autosize mah="45vh" type="auto">
      <Table stickyHeader verticalSpacing={6} data-testid="import-rows">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={36} aria-label={said.importColumn} />
            <Table.Th>{said.business}</Table.Th>
            <Table.Th ta="right">{said.amount}</Table.Th>
            <Table.Th ta="right">{said.values}</Table.Th>
            <Table.Th>{said.doesNotFit}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ row, legal_name, amount_cents, fitted, left_out, left_out_count }) => (
            <Table.Tr key={row} className={classes.row}>
              <Table.Td>
                <Checkbox
                  size="xs"
                  aria-label={said.importRow(row, legal_name)}
                  checked={!skipped.has(row)}
                  onChange={(event) => choose(row, event.currentTarget.checked)}
                />
              </Table.Td>
              <Table.Td className={classes.name}>
                {legal_name || <em>{said.noName}</em>}
                <Text size="xs" c="dimmed">
                  {said.row(row)}
                </Text>
              </Table.Td>
              <Table.Td ta="right" className="tabular">
                {formatCents(amount_cents)}
              </Table.Td>
              <Table.Td ta="right" className="tabular">
                {fitted}
              </Table.Td>
              <Table.Td>
                <Misfits left_out={left_out} left_out_count={left_out_count} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
})

function Misfits({
  left_out,
  left_out_count,
}: Pick<ImportPreview['rows'][number], 'left_out' | 'left_out_count'>) {
  if (left_out.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {messages().importing.fits}
      </Text>
    )
  return (
    <ul className={classes.misfits}>
      {left_out.map(({ label, value, why }, index) => (
        // What the file says stands still while it is looked at.
        // eslint-disable-next-line react/no-array-index-key
        <li key={index}>
          {label}: <strong>{value}</strong>
          <Text size="xs" c="dimmed">
            {formatMessage(why)}
          </Text>
        </li>
      ))}
      {left_out_count > left_out.length && (
        <li>{messages().importing.more(left_out_count - left_out.length)}</li>
      )}
    </ul>
  )
}
