import type { DealChoice } from './pipeline.ts'

export const NEXT_ACTIONS = [
  'expire_today',
  'expire_soon',
  'unknown',
  'refused',
  'more_information',
  'stipulations',
  'paper',
  'ready',
] as const

/** Something that waits for the broker: so many deals, which this choice shows. `paper`: the kind that they lack. */
export interface NextAction {
  kind: (typeof NEXT_ACTIONS)[number]
  paper?: {
    value: string
    label: string
  }
  choice: DealChoice
  deals: number
}
