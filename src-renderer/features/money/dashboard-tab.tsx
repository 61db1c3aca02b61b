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
import { ChartCard, inCents } from '../../platform/ui/chart-card.tsx'
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
          title={period === 'all' ? text.dashboard.emptyTitle : text.dashboard.emptyPeriodTitle}
          text={period === 'all' ? text.dashboard.emptyText : text.dashboard.emptyPeriodText}
        />
      )}
      {dashboard !== null && !isEmpty && <Figures dashboard={dashboard} period={period} />}
    </Stack>
  )
}

function hasNothing({ funnel, months }: Dashboard): boolean {
  return funnel.submitted === 0 && months.every(({ funded }) => funded === 0)
}

/** With fewer deals, a chart would show chance as if it were a pattern. */
const FEWEST_DEALS = 10

function Figures({ dashboard, period }: { dashboard: Dashboard; period: Period }) {
  const { periodNames, noCharts } = messages().money.dashboard
  const of = periodNames[period]
  const { funnel, months } = dashboard
  const deals = Math.max(
    funnel.started,
    months.reduce((sum, { funded }) => sum + funded, 0),
  )
  return (
    <>
      <Tiles dashboard={dashboard} />
      {deals < FEWEST_DEALS ? (
        <Hint size="sm">{joinTexts([unknownVolume(months), remarkOn(months), noCharts])}</Hint>
      ) : (
        <div className={classes.charts}>
          <FunnelCard funnel={funnel} of={of} />
          <VolumeCard months={months} />
          <CommissionCard months={months} />
          <TimeCard times={dashboard.time_to_offer} of={of} />
          <DeclinesCard declines={dashboard.declines} of={of} />
          <BandsCard bands={dashboard.bands} of={of} />
        </div>
      )}
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
        label={text.paid}
        figure={formatCents(sum((month) => month.settled_cents + month.at_risk_cents))}
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

/** What the cards with a row for each month have in common. */
const byMonth = (months: Months) => ({
  heading: messages().money.dashboard.volume.month,
  rows: months,
  nameOf: ({ month }: Months[number]) => wholeMonthText(month),
  labelOf: ({ month }: Months[number]) => monthText(month),
  format: formatCents,
  formatAxis: shortCents,
})

const cents = (label: string, of: (month: Months[number]) => number, pattern?: 'hatch' | 'dots') =>
  inCents(label, of, formatCents, pattern)

function unknownVolume(months: Months): string | false {
  const unknown = months.reduce((sum, month) => sum + month.unknown, 0)
  return unknown > 0 && messages().money.dashboard.volume.unknown(unknown)
}

function VolumeCard({ months }: { months: Months }) {
  const text = messages().money.dashboard.volume
  return (
    <ChartCard
      title={text.title}
      about={text.about}
      {...byMonth(months)}
      figures={[
        cents(text.amount, ({ funded_cents }) => funded_cents),
        { label: text.deals, textOf: ({ funded }) => formatCount(funded) },
      ]}
      remark={unknownVolume(months)}
    />
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
  return (
    <ChartCard
      title={text.title}
      about={text.about}
      {...byMonth(months)}
      figures={[
        cents(text.settled, ({ settled_cents }) => settled_cents),
        cents(text.atRisk, ({ at_risk_cents }) => at_risk_cents, 'dots'),
        cents(text.expected, ({ expected_cents }) => expected_cents, 'hatch'),
      ]}
      remark={remarkOn(months)}
      isStacked
    />
  )
}

/** Properties of a card that shows figures of the chosen period. `of` is the name of this period. */
type Of<Data> = Data & { of: string }

const STEPS = ['started', 'submitted', 'offered', 'funded'] as const

const COUNTS = { format: formatCount, formatAxis: formatCount, isLying: true }

function FunnelCard({ funnel, of }: Of<{ funnel: Dashboard['funnel'] }>) {
  const text = messages().money.dashboard.funnel
  const ofAll = (step: (typeof STEPS)[number]) => percentText(funnel[step], funnel.started)
  return (
    <ChartCard
      title={text.title}
      about={text.about(of)}
      heading={text.step}
      rows={STEPS}
      nameOf={(step) => text.steps[step]}
      labelOf={(step) => `${text.steps[step]} (${ofAll(step)})`}
      figures={[
        { label: text.deals, textOf: (step) => formatCount(funnel[step]), bar: (step) => funnel[step] },
        { label: text.ofAll, textOf: ofAll },
        {
          label: text.ofBefore,
          textOf: (step) => {
            const before = STEPS[STEPS.indexOf(step) - 1]
            return before === undefined ? '–' : percentText(funnel[step], funnel[before])
          },
        },
      ]}
      {...COUNTS}
    />
  )
}

function TimeCard({ times, of }: Of<{ times: Dashboard['time_to_offer'] }>) {
  const text = messages().money.dashboard.time
  const months = times.months.slice(-12)
  // Use one unit, such as days, for the whole axis, so that its labels are whole numbers of this unit.
  const unit = durationUnit(
    Math.max(...months.flatMap(({ median_minutes, p90_minutes }) => [median_minutes ?? 0, p90_minutes ?? 0])),
  )
  const time = (label: string, key: 'median_minutes' | 'p90_minutes') => ({
    label,
    textOf: (row: (typeof months)[number]) => durationText(row[key]),
    bar: (row: (typeof months)[number]) => (row[key] ?? 0) / unit.minutes,
  })
  return (
    <ChartCard
      title={text.title}
      about={text.about(of)}
      heading={text.month}
      rows={months}
      others={[{ ...times, month: '' }]}
      nameOf={({ month }) => (month === '' ? text.whole : wholeMonthText(month))}
      labelOf={({ month }) => monthText(month)}
      figures={[
        time(text.median, 'median_minutes'),
        { ...time(text.p90, 'p90_minutes'), pattern: 'hatch' },
        { label: text.deals, textOf: ({ deals }) => formatCount(deals) },
      ]}
      empty={times.deals === 0 && text.none}
      format={unit.write}
      formatAxis={unit.write}
    />
  )
}

const MOST_REASONS = 8

function DeclinesCard({ declines, of }: Of<{ declines: Dashboard['declines'] }>) {
  const text = messages().money.dashboard.declines
  return (
    <ChartCard
      title={text.title}
      about={text.about(of)}
      heading={text.reason}
      rows={declines.slice(0, MOST_REASONS)}
      others={declines.slice(MOST_REASONS)}
      nameOf={({ reason }) => reason ?? text.unreported}
      figures={[{ label: text.deals, textOf: ({ deals }) => formatCount(deals), bar: ({ deals }) => deals }]}
      empty={declines.length === 0 && text.none}
      {...COUNTS}
    />
  )
}

function BandsCard({ bands, of }: Of<{ bands: Dashboard['bands'] }>) {
  const text = messages().money.dashboard.bands
  const above = formatCents(bands.at(-2)?.up_to_cents ?? null)
  const share = (part: number, whole: number) => `${formatCount(part)} (${percentText(part, whole)})`
  return (
    <ChartCard
      title={text.title}
      about={text.about(of)}
      heading={text.band}
      rows={bands}
      nameOf={({ up_to_cents: end }) => (end === null ? text.above(above) : text.upTo(formatCents(end)))}
      figures={[
        {
          label: text.submitted,
          textOf: ({ submitted }) => formatCount(submitted),
          bar: ({ submitted }) => submitted,
          pattern: 'hatch',
        },
        {
          label: text.offered,
          textOf: ({ offered, submitted }) => share(offered, submitted),
          bar: ({ offered }) => offered,
        },
        { label: text.funded, textOf: ({ funded, submitted }) => share(funded, submitted) },
      ]}
      empty={bands.every(({ submitted }) => submitted === 0) && text.none}
      {...COUNTS}
    />
  )
}
