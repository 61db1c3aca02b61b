import { Paper, Table, Text, Title } from '@mantine/core'
import { COMMISSION_STATES, type Ledger } from '../../../src-shared/domain/money.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatCents, formatCount } from '../../ui/formats.ts'
import { wholeMonthText } from './money-formats.ts'
import classes from './money.module.css'

/** What stands in each state, month by month. */
export function CommissionMonths({ months }: { months: Ledger['months'] }) {
  const text = messages().money.ledger
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="commission-months">
      <Title order={2} id="commission-months">
        {text.months}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {text.monthsAbout}
      </Text>
      <Table.ScrollContainer minWidth={560}>
        <Table verticalSpacing={4} fz="sm" className="tabular" aria-labelledby="commission-months">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.columns.month}</Table.Th>
              <Table.Th className={classes.number}>{text.columns.lines}</Table.Th>
              {COMMISSION_STATES.map((state) => (
                <Table.Th key={state} className={classes.number}>
                  {text.states[state]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {months.map(({ month, lines, sums }) => (
              <Table.Tr key={month} data-month={month}>
                <Table.Th scope="row" fw={400}>
                  {wholeMonthText(month)}
                </Table.Th>
                <Table.Td className={classes.number}>{formatCount(lines)}</Table.Td>
                {COMMISSION_STATES.map((state) => (
                  <Table.Td key={state} className={classes.number}>
                    {sums[state] === 0 ? '–' : formatCents(sums[state])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
