/**
 * For how many years the bin may keep deals that were ever submitted. California and others ask brokers to keep records for four
 * years, so there is no shorter choice.
 */
export const RETENTION_YEARS = [4, 5, 7, 10] as const
export type RetentionYears = (typeof RETENTION_YEARS)[number]

/** Null: they stay until the broker deletes them. */
export interface Retention {
  years: RetentionYears | null
}
