import { Button, Group, Paper, Table, Text, Title } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import classes from './money.module.css'

interface ChartCardProps {
  title: string
  about: string
  /** The same figures: the first column names the row. */
  columns: string[]
  rows: { key: string; cells: string[] }[]
  /** Said instead of both where there is nothing to show. */
  empty?: string | undefined
  /** Told below, in either view. */
  remark?: string | undefined
  children: ReactNode
}

/** A chart with the table behind it: one press shows the figures themselves. */
export function ChartCard({ title, about, columns, rows, empty, remark, children }: ChartCardProps) {
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  const text = messages().money.dashboard
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id} className={classes.card}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        </div>
        {empty === undefined && (
          <Button
            variant="default"
            size="compact-sm"
            flex="none"
            leftSection={isTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
            aria-label={isTable ? text.showChart(title) : text.showTable(title)}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? text.chart : text.table}
          </Button>
        )}
      </Group>
      {empty !== undefined ? (
        <Text size="sm" c="dimmed" py="lg">
          {empty}
        </Text>
      ) : isTable ? (
        <FiguresTable title={title} columns={columns} rows={rows} />
      ) : (
        <div role="img" aria-label={`${title}: ${figuresAsText(rows)}`}>
          {children}
        </div>
      )}
      {remark !== undefined && (
        <Text size="xs" mt="xs">
          {remark}
        </Text>
      )}
    </Paper>
  )
}

/** What a chart shows first, as a screen reader says it: each name with its first figure. */
function figuresAsText(rows: ChartCardProps['rows']): string {
  return rows.map(({ cells: [name, figure] }) => `${name} ${figure}`).join(', ')
}

function FiguresTable({ title, columns, rows }: Pick<ChartCardProps, 'title' | 'columns' | 'rows'>) {
  return (
    <Table.ScrollContainer minWidth={320} mt="xs">
      <Table className="tabular" verticalSpacing={4} fz="sm" aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, at) => (
              <Table.Th key={column} className={at > 0 ? classes.number : ''}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells: [name, ...figures] }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              {figures.map((figure, at) => (
                <Table.Td key={columns[at + 1]} className={classes.number}>
                  {figure}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
