import { Group, Paper, SegmentedControl, Table, Text, UnstyledButton } from '@mantine/core'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import type {
  DealStatements,
  FunderCredit,
  PositionView,
} from '../../../src-shared/features/statements/deal-statements.ts'
import { confirmPosition, readRows, showRows } from './statements-store.ts'
import { formatCount } from '../../platform/ui/formats.ts'
import { run } from '../../platform/ui/command.tsx'
import { formatPeriod } from '../../platform/ui/periods.ts'
import { Chip } from '../../platform/ui/status-badge.tsx'
import { dayText } from '../../platform/ui/money-formats.ts'
import { openViewer } from '../viewer/viewer-store.ts'
import { Section } from './section.tsx'
import { exactCents } from './wording.ts'
import classes from './statements.module.css'

/** The funders that take regular payments. The broker confirms each one, or says that it is none. */
export function PositionsSection({ positions }: { positions: readonly PositionView[] }) {
  const text = messages().statements.positions
  return (
    <Section part="positions" title={text.title} about={positions.length === 0 ? text.none : text.about}>
      {positions.length > 0 && (
        <Table.ScrollContainer minWidth={760}>
          <Table verticalSpacing={4} fz="sm" aria-labelledby="statement-positions">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.name}</Table.Th>
                <Table.Th>{text.cadence}</Table.Th>
                <Table.Th ta="right">{text.typical}</Table.Th>
                <Table.Th ta="right">{text.count}</Table.Th>
                <Table.Th ta="right">{text.total}</Table.Th>
                <Table.Th>{text.period}</Table.Th>
                <Table.Th>{text.state}</Table.Th>
                <Table.Th>{text.answer}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {positions.map((position) => (
                <Position key={position.position_id} position={position} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  )
}

function Position({ position }: { position: PositionView }) {
  const { position_id, name, cadence, typical_cents, count, total_cents, returned_count, first, last } =
    position
  const text = messages().statements.positions
  return (
    <Table.Tr data-position={name} data-confirmed={position.confirmed ?? 'suggested'}>
      <Table.Th scope="row" fw={500}>
        <UnstyledButton
          className={classes.link}
          fz="sm"
          title={text.show(name)}
          aria-label={text.show(name)}
          onClick={() => showRows({ title: name, of: [{ position_id }] })}
        >
          {name}
        </UnstyledButton>
      </Table.Th>
      <Table.Td>{text.cadences[cadence]}</Table.Td>
      <Table.Td ta="right" className="tabular">
        {exactCents(typical_cents)}
      </Table.Td>
      <Table.Td ta="right" className="tabular">
        {formatCount(count)}
        {returned_count > 0 && (
          <Text span size="xs" c="dimmed" ml={6}>
            {text.returned(returned_count)}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" className="tabular">
        {exactCents(total_cents)}
      </Table.Td>
      <Table.Td>{formatPeriod({ from: first, to: last })}</Table.Td>
      <Table.Td>
        <Chip look={position.is_active ? 'blue' : 'gray'}>
          {position.is_active ? text.active : text.ended}
        </Chip>
      </Table.Td>
      <Table.Td>
        <Answer position={position} />
      </Table.Td>
    </Table.Tr>
  )
}

function Answer({ position: { position_id, name, confirmed } }: { position: PositionView }) {
  const text = messages().statements.positions
  function answer(to: 'yes' | 'no' | null) {
    const said = to === null ? text.reset : to === 'yes' ? text.confirmed : text.denied
    const undo = () => confirmPosition(position_id, confirmed)
    void run(confirmPosition(position_id, to), said(name), undo)
  }
  return (
    <SegmentedControl
      size="xs"
      aria-label={text.answerOf(name)}
      value={confirmed ?? 'open'}
      data={[
        { value: 'open', label: text.open },
        { value: 'yes', label: text.yes },
        { value: 'no', label: text.no },
      ]}
      onChange={(value) => answer(value === 'open' ? null : value)}
    />
  )
}

/** Payments that the merchant received from funders. */
export function CreditsSection({ view }: { view: DealStatements }) {
  const text = messages().statements.credits
  if (view.funder_credits.length === 0) return null
  async function show(credit: FunderCredit) {
    const rows = await run(readRows(view.accounts.map(({ account_id }) => ({ account_id }))))
    const row = rows?.find(({ row_id }) => row_id === credit.row_id)
    if (row !== undefined) openViewer(row.document_id, { page: row.page, boxes: row.boxes })
  }
  return (
    <Section part="credits" title={text.title}>
      <Paper component="ul" className={classes.plain}>
        {view.funder_credits.map((credit) => (
          <li key={credit.row_id} className={classes.line}>
            <UnstyledButton
              className={classes.link}
              fz="sm"
              fw={500}
              aria-label={text.show(credit.funder, dayText(credit.date))}
              onClick={() => void show(credit)}
            >
              {credit.funder}
            </UnstyledButton>
            <Group gap="md" ml="auto">
              <Text size="sm" c="dimmed" className="tabular">
                {dayText(credit.date)}
              </Text>
              <Text size="sm" className="tabular">
                {exactCents(credit.amount_cents)}
              </Text>
            </Group>
          </li>
        ))}
      </Paper>
    </Section>
  )
}
