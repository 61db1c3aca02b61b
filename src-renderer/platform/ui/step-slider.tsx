import { Box, Slider } from '@mantine/core'
import type { KeyboardEvent } from 'react'

interface StepSliderProps extends Stops {
  label: string
  value: number
  /** The smallest possible difference between two values of the slider. */
  finest: number
  onChange: (value: number) => void
}

/**
 * A slider that the broker can drag to `max` even if the range is not a multiple of the step. Mantine's slider would stop at the last
 * multiple. Therefore, this component passes the finest step to Mantine, and rounds each value to the regular steps itself.
 */
export function StepSlider({ label, value, finest, onChange, ...stops }: StepSliderProps) {
  const { min, max, step } = stops
  function goByKey(event: KeyboardEvent) {
    const by = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(Math.min(max, Math.max(min, value + by)))
  }
  return (
    <Box onKeyDownCapture={goByKey}>
      <Slider
        size="sm"
        thumbSize={24}
        label={null}
        thumbLabel={label}
        value={value}
        min={min}
        max={max}
        step={finest}
        onChange={(wanted) => onChange(nearestStop(stops, wanted))}
      />
    </Box>
  )
}

/** The values at which a slider stops: `min`, then every step, and `max`, even if `max` is not a whole number of steps from `min`. */
interface Stops {
  min: number
  max: number
  step: number
}

export function nearestStop({ min, max, step }: Stops, value: number): number {
  const regular = min + Math.round((value - min) / step) * step
  if (regular >= max || max - value < Math.abs(value - regular)) return max
  return Math.max(min, regular)
}
