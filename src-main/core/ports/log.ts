/** The app's log. A line contains codes, ids, and counts, and never a secret, a token, a form value, or a response body. */
export interface Log {
  info(message: string, details?: Record<string, string | number | boolean | null>): void
  warn(message: string, details?: Record<string, string | number | boolean | null>): void
}
