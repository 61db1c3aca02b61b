import { Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { PERIODS, type Dashboard, type Period } from '../../../src-shared/domain/money.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { useMoney } from '../../stores/money-store.ts'
import { formatCents, formatCount } from '../../ui/formats.ts'
import { CommissionCard, VolumeCard } from './month-cards.tsx'
import { durationText, percentText } from './money-formats.ts'
import { BandsCard, DeclinesCard, FunnelCard, TimeCard } from './period-cards.tsx'
import { FiguresSkeleton } from './figures-skeleton.tsx'
import { NothingYet } from './nothing-yet.tsx'
import classes from './money.module.css'

/** The figures of the office, each chart with its table. */
export function DashboardTab() {
  const { dashboard, period, error, choosePeriod } = useMoney()
  const text = messages().money
  const isEmpty = dashboard !== null && hasNothing(dashboard)
  return (
    <Stack gap="md">
      <SegmentedControl
        value={period}
        onChange={(chosen) => void choosePeriod(chosen)}
        data={PERIODS.map((one) => ({ value: one, label: text.dashboard.periods[one] }))}
        aria-label={text.dashboard.period}
        w="fit-content"
        maw="100%"
      />
      {dashboard === null && error === null && <FiguresSkeleton />}
      {isEmpty && (
        <NothingYet
          icon={IconChartBar}
          title={messages().money.dashboard.emptyTitle}
          text={messages().money.dashboard.emptyText}
        />
      )}
      {dashboard !== null && !isEmpty && <Figures dashboard={dashboard} period={period} />}
    </Stack>
  )
}

function hasNothing({ funnel, months }: Dashboard): boolean {
  return funnel.submitted === 0 && months.every(({ funded }) => funded === 0)
}

function Figures({ dashboard, period }: { dashboard: Dashboard; period: Period }) {
  const of = messages().money.dashboard.periodNames[period]
  return (
    <>
      <Tiles dashboard={dashboard} />
      <div className={classes.charts}>
        <FunnelCard funnel={dashboard.funnel} of={of} />
        <VolumeCard months={dashboard.months} />
        <CommissionCard months={dashboard.months} />
        <TimeCard times={dashboard.time_to_offer} of={of} />
        <DeclinesCard declines={dashboard.declines} of={of} />
        <BandsCard bands={dashboard.bands} of={of} />
      </div>
    </>
  )
}

function Tiles({ dashboard: { months, time_to_offer, funnel } }: { dashboard: Dashboard }) {
  const text = messages().money.dashboard.tiles
  const sum = (of: (month: Dashboard['months'][number]) => number) =>
    months.reduce((total, month) => total + of(month), 0)
  return (
    <div className={classes.tiles}>
      <Tile
        label={text.funded}
        figure={formatCents(sum((month) => month.funded_cents))}
        detail={text.fundedDeals(sum((month) => month.funded))}
      />
      <Tile
        label={text.settled}
        figure={formatCents(sum((month) => month.settled_cents))}
        detail={text.atRiskAndExpected(
          formatCents(sum((month) => month.at_risk_cents)),
          formatCents(sum((month) => month.expected_cents)),
        )}
      />
      <Tile
        label={text.offer}
        figure={durationText(time_to_offer.median_minutes)}
        detail={text.offers(time_to_offer.deals)}
      />
      <Tile
        label={text.rate}
        figure={percentText(funnel.funded, funnel.submitted)}
        detail={text.rateOf(formatCount(funnel.funded), formatCount(funnel.submitted))}
      />
    </div>
  )
}

function Tile({ label, figure, detail }: { label: string; figure: string; detail: string }) {
  return (
    <Paper withBorder p="sm" px="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <div className={`tabular ${classes.figure}`}>{figure}</div>
      <Text size="xs" c="dimmed">
        {detail}
      </Text>
    </Paper>
  )
}
