import { messages } from '../../../src-shared/messages/messages.ts'
import { Bars, ChartCard } from '../money/chart-card.tsx'
import { monthText, shortCents, wholeMonthText } from '../money/money-formats.ts'
import type { TrendMonth } from '../../../src-shared/statements/month-columns.ts'
import { exactCents } from './wording.ts'

/** The revenue and the balance by month, as bars or as a table. */
export function TrendCard({ months, account }: { months: readonly TrendMonth[]; account: string | null }) {
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
