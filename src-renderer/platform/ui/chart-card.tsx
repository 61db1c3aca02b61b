import { Button, Group, Paper, Text, Title, useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import classes from './chart-card.module.css'
import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { DataTable, Hint } from './parts.tsx'

interface ChartCardProps {
  title: string
  about: string
  /** Column headings of the table that shows the figures of the chart. The first column contains the names of the rows. */
  columns: string[]
  rows: { key: string; cells: string[] }[]
  /** Shown instead of chart and table if there is no data. */
  empty?: string | undefined
  /** Explanation below the chart and the table. */
  remark?: string | false
  children: ReactNode
}

/** A chart that a click replaces with a table of its figures. */
export function ChartCard({ title, about, columns, rows, empty, remark, children }: ChartCardProps) {
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  const text = messages().money.dashboard
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id} className={classes.card}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          <Hint>{about}</Hint>
        </div>
        {empty === undefined && (
          <Button
            variant="default"
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
      {empty !== undefined ? (
        <Text size="sm" c="dimmed" py="lg">
          {empty}
        </Text>
      ) : isTable ? (
        <DataTable
          columns={columns.map((label, at) => ({ label, isFigure: at > 0 }))}
          rows={rows}
          minWidth={320}
          hasNames
          mt="xs"
          verticalSpacing={4}
          fz="sm"
          aria-label={title}
        />
      ) : (
        <div role="img" aria-label={`${title}: ${figuresAsText(rows)}`}>
          {children}
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

/** Returns the chart as text for screen readers: the name of each row with its first figure. */
function figuresAsText(rows: ChartCardProps['rows']): string {
  return rows.map(({ cells: [name, figure] }) => `${name} ${figure}`).join(', ')
}

interface BarSeries {
  /** The key of this series in each entry of `data`. */
  name: string
  label: string
  /** The fill pattern, which distinguishes the series without color. The first series is solid. */
  pattern?: 'hatch' | 'dots'
}

interface BarsProps {
  data: Record<string, string | number>[]
  series: BarSeries[]
  format: (value: number) => string
  formatAxis: (value: number) => string
  /** True for horizontal bars, which leave room for long names next to them. */
  isLying?: boolean
  isStacked?: boolean
}

const LONGEST_BAR = 26

/** A bar chart with one bar or group of bars for each entry of `data`. Has no animation and does not rely on color alone. */
export function Bars({ data, series, format, formatAxis, isLying = false, isStacked = false }: BarsProps) {
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
        withBarValueLabel={isLying}
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
            : { width: 64, tickFormatter: formatAxis, niceTicks: 'snap125' }
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
