import type { Dashboard } from '../../../src-shared/domain/money.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatCents, formatCount } from '../../ui/formats.ts'
import { Bars } from './bars.tsx'
import { ChartCard } from './chart-card.tsx'
import { durationUnit, durationText, monthText, percentText, wholeMonthText } from './money-formats.ts'

/** Each card tells of the chosen period; `of` is its name. */
type Of<Data> = Data & { of: string }

const STEPS = ['started', 'submitted', 'offered', 'funded'] as const

/** How far the deals of the period came. */
export function FunnelCard({ funnel, of }: Of<{ funnel: Dashboard['funnel'] }>) {
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

/** How long offers take, by the month of submission. */
export function TimeCard({ times, of }: Of<{ times: Dashboard['time_to_offer'] }>) {
  const text = messages().money.dashboard.time
  const row = (name: string, one: Omit<Dashboard['time_to_offer'], 'months'>) => [
    name,
    durationText(one.median_minutes),
    durationText(one.p90_minutes),
    formatCount(one.deals),
  ]
  const months = times.months.slice(-12)
  // So that the axis counts whole days, and not days of so many minutes.
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

/** Why applications were declined, as far as the service tells. */
export function DeclinesCard({ declines, of }: Of<{ declines: Dashboard['declines'] }>) {
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

/** How many of the submitted applications got an offer, by what was asked for. */
export function BandsCard({ bands, of }: Of<{ bands: Dashboard['bands'] }>) {
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
