import { Alert, Anchor, Button, FileButton, Text, Title, UnstyledButton } from '@mantine/core'
import { IconCalendarOff, IconFileInvoice, IconPaperclip } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { joined, formatMonth } from '../../../src-shared/features/deal-screen/missing-papers.ts'
import { locale, messages } from '../../../src-shared/platform/texts/messages.ts'
import type {
  DealStatements,
  StatementDocument,
} from '../../../src-shared/features/statements/deal-statements.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { closeRows, useStatements } from './statements-store.ts'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { Reading } from '../../platform/ui/loaded.tsx'
import { groupsOf, trendOf, type TrendMonth } from '../../../src-shared/features/statements/month-columns.ts'
import { MonthsTable } from './months-table.tsx'
import { CreditsSection, PositionsSection } from './positions-section.tsx'
import { RowsDrawer } from './rows-panel.tsx'
import { StatementsToolbar } from './statement-exports.tsx'
import { accountName, standingOf, exactCents } from './wording.ts'
import classes from './statements.module.css'
import { Hint } from '../../platform/ui/parts.tsx'
import { Bars, ChartCard } from '../../platform/ui/chart-card.tsx'
import { monthText, shortCents, wholeMonthText } from '../../platform/ui/money-formats.ts'
import type { Evidence } from '../../../src-shared/features/statements/statement.ts'
import { formatPeriod } from '../../platform/ui/periods.ts'
import { openViewer } from '../viewer/viewer-store.ts'
import { Section } from './section.tsx'
import { ReadingNote, VerdictChip } from './verdict.tsx'

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
    <div className={classes.sections} data-testid="statements">
      {note}
      {view.documents.length === 0 ? (
        <NoStatements deal={deal} view={view} onFiles={onFiles} />
      ) : (
        <Statements deal={deal} view={view} />
      )}
      <RowsDrawer />
    </div>
  )
}

function NoStatements({ deal, view, onFiles }: StatementsTabProps & { view: DealStatements }) {
  const text = messages().statements
  return (
    <EmptyState icon={IconFileInvoice} title={text.none} text={text.noneText}>
      <FileButton accept="application/pdf,.pdf" multiple onChange={onFiles}>
        {(props) => (
          <Button {...props} leftSection={<IconPaperclip size={14} />}>
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
      <div className={classes.head}>
        <div>
          <Title order={2}>{text.title}</Title>
          <Hint role="status">{text.summary(verified, view.documents.length)}</Hint>
        </div>
        <StatementsToolbar deal={deal} view={view} />
      </div>
      <MissingMonths deal={deal} months={view.missing_months} />
      {(isReading || !hasFigures) && files}
      {hasFigures ? (
        <MonthsTable view={view} />
      ) : (
        <EmptyState
          icon={IconFileInvoice}
          title={text.noneVerified}
          text={isReading ? text.noneVerifiedReading : text.noneVerifiedRefused}
        />
      )}
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

function MissingMonths({ deal, months }: { deal: Deal; months: readonly string[] }) {
  const text = messages().statements
  if (months.length === 0) return null
  const names = months.map((month) => formatMonth(month, locale(), { year: 'numeric' }))
  return (
    <Alert color="gray" icon={<IconCalendarOff size={18} />} data-testid="missing-months">
      <Text size="sm">
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
  const { trend, figures } = messages().statements
  return (
    <ChartCard
      title={trend.title}
      about={account === null ? trend.about : trend.aboutAccount(account)}
      columns={[trend.month, figures.true_revenue_cents, figures.average_daily_balance_cents]}
      rows={months.map(({ month, true_revenue_cents, average_daily_balance_cents }) => ({
        key: month,
        cells: [
          wholeMonthText(month),
          exactCents(true_revenue_cents),
          exactCents(average_daily_balance_cents),
        ],
      }))}
    >
      <Bars
        data={months.map(({ month, ...amounts }) => ({ name: monthText(month), ...amounts }))}
        series={[
          { name: 'true_revenue_cents', label: figures.true_revenue_cents },
          {
            name: 'average_daily_balance_cents',
            label: figures.average_daily_balance_cents,
            pattern: 'hatch',
          },
        ]}
        format={exactCents}
        formatAxis={shortCents}
      />
    </ChartCard>
  )
}

function FilesSection({ documents }: { documents: readonly StatementDocument[] }) {
  const text = messages().statements.files
  return (
    <Section part="files" title={text.title}>
      <ul className={classes.plain}>
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
              aria-label={text.open(statement.name)}
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
            <div className={classes.wideLine}>
              <ReadingNote statement={statement} />
            </div>
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
      <ul className={classes.plain}>
        {noticed.map(({ key, document_id, name, evidence }) => (
          <li key={key} className={classes.line} data-evidence={evidence.kind}>
            <Text size="sm" className={classes.name}>
              {evidenceText(evidence)}
            </Text>
            <Place document_id={document_id} name={name} evidence={evidence} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Place({
  document_id,
  name,
  evidence: { page, boxes },
}: {
  document_id: string
  name: string
  evidence: Evidence
}) {
  const text = messages().statements
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      aria-label={page === null ? text.files.open(name) : text.evidence.show(name, page)}
      onClick={() => openViewer(document_id, page === null ? null : { page, boxes })}
    >
      {page === null ? name : text.onPage(name, page)}
    </Anchor>
  )
}

function evidenceText({ kind, printed_cents, read_cents }: Evidence): string {
  const text = messages().statements.evidence
  if (kind !== 'opening_differs_from_previous_closing') return text[kind]
  return printed_cents === null || read_cents === null
    ? text.opening_differs
    : text.opening_differs_from_previous_closing(exactCents(printed_cents), exactCents(read_cents))
}
