import { Button, Group, Paper, Text, Title, useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import classes from './chart-card.module.css'
import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { axisTicks } from './axis-ticks.ts'
import { DataTable, Hint } from './parts.tsx'

/** A figure of each row: a column of the table and, with `bar`, also the bars of a series of the chart. */
interface Figure<Row> {
  label: string
  textOf: (row: Row) => string
  bar?: (row: Row) => number
  /** The fill pattern, which distinguishes the series without color. One series is solid. */
  pattern?: 'hatch' | 'dots'
}

interface ChartCardProps<Row> {
  title: string
  about: string
  /** The heading of the names of the rows. */
  heading: string
  rows: readonly Row[]
  /** Further rows of the table, which the chart does not show. */
  others?: readonly Row[]
  nameOf: (row: Row) => string
  /** The name of a row in the chart, if it is another one than in the table. */
  labelOf?: (row: Row) => string
  figures: readonly Figure<Row>[]
  format: (value: number) => string
  formatAxis: (value: number) => string
  /** Shown instead of chart and table if there is no data. */
  empty?: string | false
  remark?: string | false
  /** True for horizontal bars, which leave room for long names next to them. */
  isLying?: boolean
  isStacked?: boolean
}

/** A figure in cents, with its bars. */
export const inCents = <Row,>(
  label: string,
  of: (row: Row) => number,
  textOf: (cents: number) => string,
  pattern?: 'hatch' | 'dots',
): Figure<Row> => ({ label, textOf: (row) => textOf(of(row)), bar: of, ...(pattern && { pattern }) })

/** A chart that a click replaces with a table of its figures. */
export function ChartCard<Row>(card: ChartCardProps<Row>) {
  const { title, about, heading, rows, others = [], nameOf, figures, empty, remark } = card
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  const text = messages().money.dashboard
  const [first] = figures
  // For screen readers, the chart is a text with the first figure of each row.
  const spoken = [...rows, ...others].map((row) => `${nameOf(row)} ${first?.textOf(row)}`).join(', ')
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id} className={classes.card}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          <Hint>{about}</Hint>
        </div>
        {!empty && (
          <Button
            size="compact-sm"
            flex="none"
            leftSection={isTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
            aria-label={isTable ? text.showChart(title) : text.showTable(title)}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? text.chart : text.table}
          </Button>
        )}
      </Group>
      {empty ? (
        <Text c="dimmed" py="lg">
          {empty}
        </Text>
      ) : isTable ? (
        <DataTable
          columns={[heading, ...figures.map(({ label }) => ({ label, isFigure: true }))]}
          rows={[...rows, ...others].map((row) => ({
            key: nameOf(row),
            cells: [nameOf(row), ...figures.map(({ textOf }) => textOf(row))],
          }))}
          minWidth={320}
          hasNames
          mt="xs"
          verticalSpacing={4}
          fz="sm"
          aria-label={title}
        />
      ) : (
        <div role="img" aria-label={`${title}: ${spoken}`}>
          <Bars {...card} />
        </div>
      )}
      {remark && (
        <Text size="xs" mt="xs">
          {remark}
        </Text>
      )}
    </Paper>
  )
}

const LONGEST_BAR = 26

/** A bar chart with one bar or group of bars for each row. Has no animation and does not rely on color alone. */
function Bars<Row>(card: ChartCardProps<Row>) {
  const { rows, nameOf, labelOf = nameOf, figures, format, formatAxis, isLying, isStacked } = card
  const series = figures
    .flatMap(({ label, bar, pattern }, at) =>
      bar === undefined ? [] : [{ name: `figure${at}`, label, bar, pattern }],
    )
    .toSorted((one, other) => Number(one.pattern !== undefined) - Number(other.pattern !== undefined))
  const data = rows.map((row) => ({
    name: labelOf(row),
    ...Object.fromEntries(series.map(({ name, bar }) => [name, bar(row)])),
  }))
  const heights = rows.map((row) => series.map(({ bar }) => bar(row)))
  const ticks = axisTicks(
    isStacked ? heights.map((parts) => parts.reduce((sum, part) => sum + part, 0)) : heights.flat(),
  )
  const id = useId()
  const { colors } = useMantineTheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const color = (isDark ? colors['indigo']?.[4] : colors['indigo']?.[7]) ?? 'currentcolor'
  const patternId = (pattern: string) => `${pattern}-${id.replaceAll(/[^a-z0-9]/gi, '')}`
  return (
    <>
      <BarChart
        h={isLying ? 40 + data.length * 44 : 220}
        mt="sm"
        data={data}
        dataKey="name"
        type={isStacked ? 'stacked' : 'default'}
        orientation={isLying ? 'vertical' : 'horizontal'}
        series={series.map(({ name, label, pattern }) => ({
          name,
          label,
          color: pattern === undefined ? color : `url(#${patternId(pattern)})`,
        }))}
        valueFormatter={format}
        withTooltip={false}
        withBarValueLabel={isLying ?? false}
        valueLabelProps={{ fill: 'var(--mantine-color-text)', fontSize: 12, position: 'right' }}
        gridAxis={isLying ? 'none' : 'x'}
        tickLine="none"
        barProps={{ isAnimationActive: false, stroke: color, strokeWidth: 1 }}
        maxBarWidth={LONGEST_BAR}
        barChartProps={{ accessibilityLayer: false, ...(isLying && { margin: { right: 56 } }) }}
        xAxisProps={isLying ? { hide: true, type: 'number' } : { interval: 'preserveStartEnd' }}
        yAxisProps={
          isLying
            ? { width: 150, type: 'category' }
            : { width: 64, tickFormatter: formatAxis, ticks, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0] }
        }
      >
        <defs>
          <pattern id={patternId('dots')} width="5" height="5" patternUnits="userSpaceOnUse">
            <circle cx="2.5" cy="2.5" r="1.4" fill={color} />
          </pattern>
          <pattern
            id={patternId('hatch')}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="2" height="6" fill={color} />
          </pattern>
        </defs>
      </BarChart>
      {series.length > 1 && (
        <ul className={classes.legend}>
          {series.map(({ name, label, pattern }) => (
            <li key={name}>
              <span
                className={classes.swatch}
                style={{ '--swatch': color } as React.CSSProperties}
                data-pattern={pattern}
              />
              {label}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
