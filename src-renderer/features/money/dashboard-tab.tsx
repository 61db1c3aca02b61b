import { Paper, SegmentedControl, Stack } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { type Dashboard, type Period, PERIODS } from '../../../src-shared/features/money/money-view.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useDashboard, useMoney } from './money-store.ts'
import { FiguresSkeleton, NothingYet } from './money-parts.tsx'
import {
  durationText,
  durationUnit,
  formatCents,
  formatCount,
  joinTexts,
  monthText,
  percentText,
  shortCents,
  wholeMonthText,
} from '../../platform/ui/formats.ts'
import classes from './money.module.css'
import { Bars, ChartCard } from '../../platform/ui/chart-card.tsx'
import { Hint } from '../../platform/ui/parts.tsx'

export function DashboardTab() {
  const { period, choosePeriod } = useMoney()
  const { value, error } = useDashboard()
  const dashboard = value?.figures ?? null
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
      <Hint size="sm">{label}</Hint>
      <div className={`tabular ${classes.figure}`}>{figure}</div>
      <Hint>{detail}</Hint>
    </Paper>
  )
}

type Months = Dashboard['months']

function VolumeCard({ months }: { months: Months }) {
  const text = messages().money.dashboard.volume
  const unknown = months.reduce((sum, month) => sum + month.unknown, 0)
  return (
    <ChartCard
      title={text.title}
      about={text.about}
      columns={[text.month, text.amount, text.deals]}
      rows={months.map(({ month, funded_cents, funded }) => ({
        key: month,
        cells: [wholeMonthText(month), formatCents(funded_cents), formatCount(funded)],
      }))}
      remark={unknown > 0 && text.unknown(unknown)}
    >
      <Bars
        data={months.map(({ month, funded_cents }) => ({ name: monthText(month), funded_cents }))}
        series={[{ name: 'funded_cents', label: text.amount }]}
        format={formatCents}
        formatAxis={shortCents}
      />
    </ChartCard>
  )
}

/**
 * Returns a remark for the chart. The remark says how much of the expected commissions the app calculated, and how many commissions are in
 * no sum because their amount is unknown.
 */
function remarkOn(months: Months): string {
  const text = messages().money.dashboard.commission
  const calculated = months.reduce((sum, month) => sum + month.calculated_cents, 0)
  const unknown = months.reduce((sum, month) => sum + month.unknown_commissions, 0)
  return joinTexts([
    calculated > 0 && text.calculated(formatCents(calculated)),
    unknown > 0 && text.unknown(unknown),
  ])
}

/**
 * Commissions by the month of their deals: paid, paid but at risk of a clawback (the funder can still take the payment back), and expected.
 */
function CommissionCard({ months }: { months: Months }) {
  const text = messages().money.dashboard.commission
  const { month: monthHeading } = messages().money.dashboard.volume
  return (
    <ChartCard
      title={text.title}
      about={text.about}
      columns={[monthHeading, text.settled, text.atRisk, text.expected]}
      rows={months.map(({ month, settled_cents, at_risk_cents, expected_cents }) => ({
        key: month,
        cells: [wholeMonthText(month), ...[settled_cents, at_risk_cents, expected_cents].map(formatCents)],
      }))}
      remark={remarkOn(months)}
    >
      <Bars
        data={months.map(({ month, settled_cents, at_risk_cents, expected_cents }) => ({
          name: monthText(month),
          settled_cents,
          at_risk_cents,
          expected_cents,
        }))}
        series={[
          { name: 'settled_cents', label: text.settled },
          { name: 'at_risk_cents', label: text.atRisk, pattern: 'dots' },
          { name: 'expected_cents', label: text.expected, pattern: 'hatch' },
        ]}
        format={formatCents}
        formatAxis={shortCents}
        isStacked
      />
    </ChartCard>
  )
}

/** Properties of a card that shows figures of the chosen period. `of` is the name of this period. */
type Of<Data> = Data & { of: string }

const STEPS = ['started', 'submitted', 'offered', 'funded'] as const

function FunnelCard({ funnel, of }: Of<{ funnel: Dashboard['funnel'] }>) {
  const text = messages().money.dashboard.funnel
  const rows = STEPS.map((step, at) => ({
    key: step,
    cells: [
      text.steps[step],
      formatCount(funnel[step]),
      percentText(funnel[step], funnel.started),
      at === 0 ? '–' : percentText(funnel[step], funnel[STEPS[at - 1] ?? 'started']),
    ],
  }))
  return (
    <ChartCard
      title={text.title}
      about={text.about(of)}
      columns={[text.step, text.deals, text.ofAll, text.ofBefore]}
      rows={rows}
    >
      <Bars
        data={STEPS.map((step) => ({
          name: `${text.steps[step]} (${percentText(funnel[step], funnel.started)})`,
          deals: funnel[step],
        }))}
        series={[{ name: 'deals', label: text.deals }]}
        format={formatCount}
        formatAxis={formatCount}
        isLying
      />
    </ChartCard>
  )
}

function TimeCard({ times, of }: Of<{ times: Dashboard['time_to_offer'] }>) {
  const text = messages().money.dashboard.time
  const row = (name: string, one: Omit<Dashboard['time_to_offer'], 'months'>) => [
    name,
    durationText(one.median_minutes),
    durationText(one.p90_minutes),
    formatCount(one.deals),
  ]
  const months = times.months.slice(-12)
  // Use one unit, such as days, for the whole axis, so that its labels are whole numbers of this unit.
  const unit = durationUnit(
    Math.max(...months.flatMap(({ median_minutes, p90_minutes }) => [median_minutes ?? 0, p90_minutes ?? 0])),
  )
  return (
    <ChartCard
      title={text.title}
      about={text.about(of)}
      columns={[text.month, text.median, text.p90, text.deals]}
      rows={[
        ...months.map((month) => ({ key: month.month, cells: row(wholeMonthText(month.month), month) })),
        { key: 'whole', cells: row(text.whole, times) },
      ]}
      empty={times.deals === 0 ? text.none : undefined}
    >
      <Bars
        data={months.map(({ month, median_minutes, p90_minutes }) => ({
          name: monthText(month),
          median: (median_minutes ?? 0) / unit.minutes,
          p90: (p90_minutes ?? 0) / unit.minutes,
        }))}
        series={[
          { name: 'median', label: text.median },
          { name: 'p90', label: text.p90, pattern: 'hatch' },
        ]}
        format={unit.write}
        formatAxis={unit.write}
      />
    </ChartCard>
  )
}

function DeclinesCard({ declines, of }: Of<{ declines: Dashboard['declines'] }>) {
  const text = messages().money.dashboard.declines
  const named = declines.map(({ reason, deals }) => ({ name: reason ?? text.unreported, deals }))
  return (
    <ChartCard
      title={text.title}
      about={text.about(of)}
      columns={[text.reason, text.deals]}
      rows={named.map(({ name, deals }) => ({ key: name, cells: [name, formatCount(deals)] }))}
      empty={declines.length === 0 ? text.none : undefined}
    >
      <Bars
        data={named.slice(0, 8)}
        series={[{ name: 'deals', label: text.deals }]}
        format={formatCount}
        formatAxis={formatCount}
        isLying
      />
    </ChartCard>
  )
}

function BandsCard({ bands, of }: Of<{ bands: Dashboard['bands'] }>) {
  const text = messages().money.dashboard.bands
  const above = formatCents(bands.at(-2)?.up_to_cents ?? null)
  const nameOf = (end: number | null) => (end === null ? text.above(above) : text.upTo(formatCents(end)))
  return (
    <ChartCard
      title={text.title}
      about={text.about(of)}
      columns={[text.band, text.submitted, text.offered, text.funded]}
      rows={bands.map(({ up_to_cents, submitted, offered, funded }) => ({
        key: String(up_to_cents),
        cells: [
          nameOf(up_to_cents),
          formatCount(submitted),
          `${formatCount(offered)} (${percentText(offered, submitted)})`,
          `${formatCount(funded)} (${percentText(funded, submitted)})`,
        ],
      }))}
      empty={bands.every(({ submitted }) => submitted === 0) ? text.none : undefined}
    >
      <Bars
        data={bands.map(({ up_to_cents, submitted, offered }) => ({
          name: nameOf(up_to_cents),
          submitted,
          offered,
        }))}
        series={[
          { name: 'offered', label: text.offered },
          { name: 'submitted', label: text.submitted, pattern: 'hatch' },
        ]}
        format={formatCount}
        formatAxis={formatCount}
        isLying
      />
    </ChartCard>
  )
}
