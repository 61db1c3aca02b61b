import type { DealChoice } from '../pipeline/pipeline.ts'

export const NEXT_ACTIONS = [
  'expire_today',
  'expire_soon',
  'unknown',
  'refused',
  'more_information',
  'documents_requested',
  'stipulations',
  'paper',
  'ready',
] as const

/**
 * A recommended action for the broker. It contains the number of deals that need the action, and the filter that lists these deals. `paper`
 * is the kind of document that these deals lack.
 */
export interface NextAction {
  kind: (typeof NEXT_ACTIONS)[number]
  paper?: {
    value: string
    label: string
  }
  choice: DealChoice
  deals: number
}
