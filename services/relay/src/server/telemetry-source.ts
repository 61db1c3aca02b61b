import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'

/** One metric with its current values. */
export interface Sample {
  name: string
  help: string
  /** True for a value that only grows, such as a counter. */
  isSum: boolean
  points: { attributes: Record<string, string>; value: number }[]
}

/** What the export to OpenTelemetry reads from the relay. */
export interface TelemetrySource {
  samples(): Promise<Sample[]>
}

/** A notification that was answered. `environment` is `none` if it is not known. */
interface AnsweredNotification {
  environment: Environment | 'none'
  status: number
  milliseconds: number
}

/** Export of traces and metrics to an OpenTelemetry collector. */
export interface Telemetry {
  notification(answered: AnsweredNotification): void
  /** Exports what is left and stops. */
  close(): Promise<void>
}
