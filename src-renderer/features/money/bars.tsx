import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useId } from 'react'
import classes from './money.module.css'

export interface BarSeries {
  /** The key in the data. */
  name: string
  label: string
  /** Tells the series apart without color. The first one is solid. */
  pattern?: 'hatch' | 'dots'
}

interface BarsProps {
  data: Record<string, string | number>[]
  series: BarSeries[]
  /** How a value is written, at its bar. */
  format: (value: number) => string
  /** How a value is written at the axis. */
  formatAxis: (value: number) => string
  /** Bars that lie, with long names beside them. */
  isLying?: boolean
  isStacked?: boolean
}

const LONGEST_BAR = 26

/** Bars over the names of `data`, still and without color alone. */
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
