import { Alert, Anchor, Button, FileButton, Text, Title } from '@mantine/core'
import { IconCalendarOff, IconFileInvoice, IconPaperclip } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import { joined, formatMonth } from '../../../src-shared/domain/missing-papers.ts'
import { locale, messages } from '../../../src-shared/messages/messages.ts'
import type { DealStatements } from '../../../src-shared/statements/deal-statements.ts'
import { hrefOf } from '../../navigation/route.ts'
import { attachFiles } from '../../stores/attach-store.ts'
import { closeRows, useStatements } from '../../stores/statements-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Reading } from '../../ui/loaded.tsx'
import { EvidenceSection, FilesSection } from './files-section.tsx'
import { groupsOf, trendOf } from '../../../src-shared/statements/month-columns.ts'
import { MonthsTable } from './months-table.tsx'
import { CreditsSection, PositionsSection } from './positions-section.tsx'
import { RowsDrawer } from './rows-panel.tsx'
import { StatementsToolbar } from './statements-toolbar.tsx'
import { TrendCard } from './trend-card.tsx'
import { accountName, standingOf } from './wording.ts'
import classes from './statements.module.css'

/** What the bank statements of a deal say: figures by month, funders, and the files with their verdicts. */
export function StatementsTab({ deal }: { deal: Deal }) {
  const { value: view, error, load } = useStatements()
  const text = messages().statements
  useEffect(() => closeRows, [])
  const note = error !== null && <ErrorNote error={error} onAgain={() => void load()} />
  if (view === null) return note || <Reading label={text.loading} lines={8} height={30} />
  return (
    <div className={classes.sections} data-testid="statements">
      {note}
      {view.documents.length === 0 ? (
        <NoStatements deal={deal} view={view} />
      ) : (
        <Statements deal={deal} view={view} />
      )}
      <RowsDrawer />
    </div>
  )
}

function NoStatements({ deal, view }: { deal: Deal; view: DealStatements }) {
  const text = messages().statements
  return (
    <EmptyState icon={IconFileInvoice} title={text.none} text={text.noneText}>
      <FileButton
        accept="application/pdf,.pdf"
        multiple
        onChange={(files) => attachFiles(deal.deal_id, files)}
      >
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
          <Text size="xs" c="dimmed" role="status">
            {text.summary(verified, view.documents.length)}
          </Text>
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
