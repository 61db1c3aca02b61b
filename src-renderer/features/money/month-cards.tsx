import type { Dashboard } from '../../../src-shared/domain/money.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatCents, formatCount } from '../../ui/formats.ts'
import { Bars } from './bars.tsx'
import { ChartCard } from './chart-card.tsx'
import { monthText, shortCents, wholeMonthText } from './money-formats.ts'

type Months = Dashboard['months']

/** What was funded in each of the last twelve months. */
export function VolumeCard({ months }: { months: Months }) {
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
      remark={unknown > 0 ? text.unknown(unknown) : undefined}
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

/** Says which part of the expected commissions is calculated, and which commissions no sum includes. */
function remarkOn(months: Months): string | undefined {
  const text = messages().money.dashboard.commission
  const calculated = months.reduce((sum, month) => sum + month.calculated_cents, 0)
  const unknown = months.reduce((sum, month) => sum + month.unknown_commissions, 0)
  const remarks = [
    ...(calculated > 0 ? [text.calculated(formatCents(calculated))] : []),
    ...(unknown > 0 ? [text.unknown(unknown)] : []),
  ]
  return remarks.length === 0 ? undefined : remarks.join(' ')
}

/** What was earned with the deals of each month: settled, at risk, and still expected. */
export function CommissionCard({ months }: { months: Months }) {
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
