import {
  Alert,
  Anchor,
  Button,
  FileButton,
  Group,
  Paper,
  SegmentedControl,
  Table,
  Text,
  Title,
  UnstyledButton,
  Stack,
  Box,
} from '@mantine/core'
import { IconCalendarOff, IconFileInvoice, IconPaperclip, IconUserQuestion } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { formatMonth, joined } from '../../../src-shared/features/deal-screen/missing-papers.ts'
import { locale, messages } from '../../../src-shared/platform/texts/messages.ts'
import {
  exactCents,
  positionState,
  type DealStatements,
  type FunderCredit,
  type OtherAccountView,
  type PositionView,
  type StatementDocument,
} from '../../../src-shared/features/statements/deal-statements.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import {
  closeRows,
  confirmAccount,
  confirmPosition,
  readRows,
  showRows,
  useStatements,
} from './statements-store.ts'
import { EmptyState, DataTable, Hint, Chip, LinkButton } from '../../platform/ui/parts.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { Reading } from '../../platform/ui/loaded.tsx'
import { groupsOf, type TrendMonth, trendOf } from '../../../src-shared/features/statements/month-columns.ts'
import { MonthsTable } from './months-table.tsx'
import { RowsDrawer } from './rows-panel.tsx'
import { StatementsToolbar } from './statement-exports.tsx'
import { accountName, standingOf, verifiedOf } from './wording.ts'
import classes from './statements.module.css'
import { ChartCard, inCents } from '../../platform/ui/chart-card.tsx'
import { dayText, formatCount, monthText, shortCents, wholeMonthText } from '../../platform/ui/formats.ts'
import type { Evidence } from '../../../src-shared/features/statements/statement.ts'
import { formatPeriod } from '../../platform/ui/periods.ts'
import { openViewer } from '../viewer/viewer-store.ts'
import { ReadingNote, VerdictChip } from './verdict.tsx'
import { run } from '../../platform/ui/command.tsx'
import { useToday } from '../../platform/ui/clock.ts'

interface StatementsTabProps {
  deal: Deal
  onFiles: (files: File[]) => void
}

export function StatementsTab({ deal, onFiles }: StatementsTabProps) {
  const { value: view, error, load } = useStatements()
  const text = messages().statements
  useEffect(() => closeRows, [])
  const note = error !== null && <ErrorNote error={error} onAgain={() => void load()} />
  if (view === null) return note || <Reading label={text.loading} lines={8} height={30} />
  return (
    <Stack gap="lg" miw={0} data-testid="statements">
      {note}
      {view.documents.length === 0 ? (
        <NoStatements deal={deal} view={view} onFiles={onFiles} />
      ) : (
        <Statements deal={deal} view={view} />
      )}
      <RowsDrawer />
    </Stack>
  )
}

function NoStatements({ deal, view, onFiles }: StatementsTabProps & { view: DealStatements }) {
  const text = messages().statements
  return (
    <EmptyState icon={IconFileInvoice} title={text.none} text={text.noneText}>
      <FileButton accept="application/pdf,.pdf" multiple onChange={onFiles}>
        {(props) => (
          <Button variant="filled" {...props} leftSection={<IconPaperclip size={14} />}>
            {text.attach}
          </Button>
        )}
      </FileButton>
      <StatementsToolbar deal={deal} view={view} />
    </EmptyState>
  )
}

function Statements({ deal, view }: { deal: Deal; view: DealStatements }) {
  const text = messages().statements
  const standings = view.documents.map(({ reading }) => standingOf(reading))
  const verified = standings.filter((standing) => standing === 'verified').length
  const isReading = standings.some((standing) => standing === 'reading' || standing === 'queued')
  const groups = groupsOf(view)
  const trend = trendOf(groups)
  const hasFigures = groups.some(({ cells }) =>
    [...cells.values()].flat().some(({ figures }) => Object.keys(figures).length > 0),
  )
  const files = <FilesSection documents={view.documents} />
  return (
    <>
      <Group justify="space-between" gap="md">
        <div>
          <Title order={2}>{text.title}</Title>
          <Hint role="status">{text.summary(verified, view.documents.length)}</Hint>
        </div>
        <StatementsToolbar deal={deal} view={view} />
      </Group>
      <OtherAccounts merchant={deal.legal_name} view={view} />
      <MissingMonths deal={deal} months={view.missing_months} />
      {(isReading || !hasFigures) && files}
      {hasFigures ? <MonthsTable view={view} /> : <NoFigures view={view} isReading={isReading} />}
      {trend !== null && (
        <TrendCard
          months={trend.months}
          account={trend.group.account === null ? null : accountName(trend.group.account)}
        />
      )}
      {hasFigures && <PositionsSection positions={view.positions} />}
      <CreditsSection view={view} />
      <EvidenceSection documents={view.documents} />
      {!isReading && hasFigures && files}
    </>
  )
}

function NoFigures({ view, isReading }: { view: DealStatements; isReading: boolean }) {
  const { noneVerified, noneVerifiedReading, noneVerifiedRefused, otherAccounts } = messages().statements
  const accounts = view.other_accounts.filter((account) => verifiedOf(view, account) > 0)
  if (isReading || accounts.length === 0)
    return (
      <EmptyState
        icon={IconFileInvoice}
        title={noneVerified}
        text={isReading ? noneVerifiedReading : noneVerifiedRefused}
      />
    )
  return (
    <EmptyState icon={IconUserQuestion} title={noneVerified} text={otherAccounts.noneCount}>
      {accounts.map((account) => (
        <Button key={account.account_id} onClick={() => answerAccount(view, account, 'yes')}>
          {otherAccounts.confirm(accountName(account))}
        </Button>
      ))}
    </EmptyState>
  )
}

function answerAccount(
  view: DealStatements,
  account: OtherAccountView,
  to: OtherAccountView['confirmed'],
): void {
  const { account_id, holder, confirmed } = account
  const text = messages().statements.otherAccounts
  const said =
    to !== 'yes' ? text.doesNotCount : verifiedOf(view, account) > 0 ? text.counts : text.cannotCount
  const undo = () => confirmAccount(account_id, confirmed)
  void run(confirmAccount(account_id, to), said(holder === '' ? accountName(account) : holder), undo)
}

/** Accounts in another name than the merchant's. They count only after the broker's answer. */
function OtherAccounts({ merchant, view }: { merchant: string; view: DealStatements }) {
  const text = messages().statements.otherAccounts
  return view.other_accounts.map((account) => {
    const { account_id, holder, number_last4, document_ids, confirmed } = account
    const name = accountName({ holder, number_last4 })
    const verified = verifiedOf(view, account)
    const about =
      confirmed === 'no'
        ? text.answered.no(document_ids.length, merchant)
        : verified === 0
          ? text.notVerified[confirmed ?? 'open'](merchant)
          : confirmed === null
            ? text.about(verified, merchant)
            : text.answered.yes(verified, merchant)
    return (
      <Alert
        key={account_id}
        color={confirmed === null ? 'orange' : 'gray'}
        icon={<IconUserQuestion size={18} />}
        p="sm"
        data-other-account={holder}
        data-confirmed={confirmed ?? 'open'}
      >
        <Group justify="space-between">
          <div className={classes.name}>
            <Text fw={600}>{holder === '' ? text.unnamed(name) : text.title(name)}</Text>
            <Text size="xs">{about}</Text>
          </div>
          <AnswerControl
            text={text}
            name={name}
            value={confirmed}
            onAnswer={(to) => answerAccount(view, account, to)}
          />
        </Group>
      </Alert>
    )
  })
}

function MissingMonths({ deal, months }: { deal: Deal; months: readonly string[] }) {
  const text = messages().statements
  if (months.length === 0) return null
  const names = months.map((month) => formatMonth(month, locale(), { year: 'numeric' }))
  return (
    <Alert color="gray" icon={<IconCalendarOff size={18} />} data-testid="missing-months">
      <Text>
        {text.missing(joined(names, locale()))}{' '}
        <Anchor
          inherit
          c="inherit"
          underline="always"
          href={hrefOf({ screen: 'deal', deal_id: deal.deal_id, part: 'documents' })}
        >
          {text.attach}
        </Anchor>
      </Text>
    </Alert>
  )
}

function TrendCard({ months, account }: { months: readonly TrendMonth[]; account: string | null }) {
  const { trend, figures: text } = messages().statements
  const ofPart = (isPartial: boolean, month: string) => (isPartial ? trend.partial(month) : month)
  const cents = (of: 'true_revenue_cents' | 'average_daily_balance_cents', pattern?: 'hatch') =>
    inCents(text[of], (month: TrendMonth) => month[of], exactCents, pattern)
  return (
    <ChartCard
      title={trend.title}
      about={account === null ? trend.about : trend.aboutAccount(account)}
      heading={trend.month}
      rows={months}
      nameOf={({ month, isPartial }) => ofPart(isPartial, wholeMonthText(month))}
      labelOf={({ month, isPartial }) => ofPart(isPartial, monthText(month))}
      figures={[cents('true_revenue_cents'), cents('average_daily_balance_cents', 'hatch')]}
      format={exactCents}
      formatAxis={shortCents}
    />
  )
}

function FilesSection({ documents }: { documents: readonly StatementDocument[] }) {
  const text = messages().statements.files
  return (
    <Section part="files" title={text.title}>
      <ul>
        {documents.map((statement) => (
          <li
            key={statement.document_id}
            className={classes.line}
            data-statement={statement.name}
            data-reading={statement.reading.state}
          >
            <UnstyledButton
              className={`${classes.link} ${classes.name}`}
              fz="sm"
              aria-label={messages().viewer.open(statement.name)}
              onClick={() => openViewer(statement.document_id)}
            >
              {statement.name}
            </UnstyledButton>
            <Hint>
              {[
                ...new Set(statement.months.map(formatPeriod)),
                ...(statement.is_picture ? [text.scan] : []),
              ].join(' · ')}
            </Hint>
            <VerdictChip statement={statement} />
            <Box flex="1 1 100%" miw={0}>
              <ReadingNote statement={statement} />
            </Box>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What the app noticed in the files. The list states facts and draws no conclusions. */
function EvidenceSection({ documents }: { documents: DealStatements['documents'] }) {
  const text = messages().statements.evidence
  const noticed = documents.flatMap(({ document_id, name, reading }) =>
    reading.state === 'read'
      ? reading.evidence.map((evidence, at) => ({ key: `${document_id} ${at}`, document_id, name, evidence }))
      : [],
  )
  if (noticed.length === 0) return null
  return (
    <Section part="evidence" title={text.title} about={text.about}>
      <ul>
        {noticed.map(({ key, document_id, name, evidence }) => (
          <li key={key} className={classes.line} data-evidence={evidence.kind}>
            <Text className={classes.name}>{evidenceText(evidence)}</Text>
            <Place document_id={document_id} name={name} evidence={evidence} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

type PlaceProps = Pick<StatementDocument, 'document_id' | 'name'> & { evidence: Evidence }

function Place({ document_id, name, evidence: { page, boxes } }: PlaceProps) {
  const text = messages().statements
  return (
    <LinkButton
      aria-label={page === null ? messages().viewer.open(name) : text.evidence.show(name, page)}
      onClick={() => openViewer(document_id, page === null ? null : { page, boxes })}
    >
      {page === null ? name : text.onPage(name, page)}
    </LinkButton>
  )
}

function evidenceText({ kind, printed_cents, read_cents }: Evidence): string {
  const text = messages().statements.evidence
  if (kind !== 'opening_differs_from_previous_closing') return text[kind]
  return printed_cents === null || read_cents === null
    ? text.opening_differs
    : text.opening_differs_from_previous_closing(exactCents(printed_cents), exactCents(read_cents))
}

/** The funders that take regular payments. The broker confirms each one, or says that it is none. */
function PositionsSection({ positions }: { positions: readonly PositionView[] }) {
  const text = messages().statements.positions
  const figures = [text.typical, text.count, text.total].map((label) => ({ label, isFigure: true }))
  const today = useToday()
  return (
    <Section part="positions" title={text.title} about={positions.length === 0 ? text.none : text.about}>
      {positions.length > 0 && (
        <DataTable
          columns={[text.name, text.cadence, ...figures, text.period, text.state, text.answer]}
          minWidth={760}
          verticalSpacing={4}
          fz="sm"
          aria-labelledby="statement-positions"
        >
          {positions.map((position) => (
            <Position key={position.position_id} position={position} today={today} />
          ))}
        </DataTable>
      )}
    </Section>
  )
}

function Position({ position, today }: { position: PositionView; today: string }) {
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
        <Chip look={position.active_until === null ? 'gray' : 'blue'}>
          {positionState(position, messages().statements, today, dayText)}
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
  return <AnswerControl text={text} name={name} value={confirmed} onAnswer={answer} />
}

/** The broker's answer to a question about an account or a position. Null if he has not said. */
function AnswerControl({
  text,
  name,
  value,
  onAnswer,
}: {
  text: Record<'open' | 'yes' | 'no', string> & { answerOf: (name: string) => string }
  name: string
  value: 'yes' | 'no' | null
  onAnswer: (to: 'yes' | 'no' | null) => void
}) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={text.answerOf(name)}
      value={value ?? 'open'}
      data={[
        { value: 'open', label: text.open },
        { value: 'yes', label: text.yes },
        { value: 'no', label: text.no },
      ]}
      onChange={(to) => onAnswer(to === 'open' ? null : to)}
    />
  )
}

function CreditsSection({ view }: { view: DealStatements }) {
  const text = messages().statements.credits
  if (view.funder_credits.length === 0) return null
  async function show(credit: FunderCredit) {
    const rows = await run(readRows(view.accounts.map(({ account_id }) => ({ account_id }))))
    const row = rows?.find(({ row_id }) => row_id === credit.row_id)
    if (row !== undefined) openViewer(row.document_id, { page: row.page, boxes: row.boxes })
  }
  return (
    <Section part="credits" title={text.title}>
      <Paper component="ul">
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
              <Text c="dimmed" className="tabular">
                {dayText(credit.date)}
              </Text>
              <Text className="tabular">{exactCents(credit.amount_cents)}</Text>
            </Group>
          </li>
        ))}
      </Paper>
    </Section>
  )
}

interface SectionProps {
  part: 'files' | 'evidence' | 'positions' | 'credits'
  title: string
  about?: string
  children?: ReactNode
}

function Section({ part, title, about, children }: SectionProps) {
  const id = `statement-${part}`
  return (
    <section aria-labelledby={id} data-testid={id}>
      <Box mb="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        {about !== undefined && <Hint>{about}</Hint>}
      </Box>
      {children}
    </section>
  )
}
