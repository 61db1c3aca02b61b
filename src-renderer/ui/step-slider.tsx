import { Box, Slider } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { nearestStop, type Stops } from './nearest-stop.ts'

interface StepSliderProps extends Stops {
  label: string
  value: number
  /** The smallest difference between two values. */
  finest: number
  onChange: (value: number) => void
}

/**
 * A slider that reaches `max` by the pointer, too, where the range is no multiple of the step. Mantine's own stops at the last
 * multiple, so it gets the finest step, and the regular ones are made here.
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
