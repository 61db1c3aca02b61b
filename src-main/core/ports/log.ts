/**
 * The app's own log. A line holds codes, ids and counts; never a secret, a token, a form value or a response body.
 */
export interface Log {
  info(message: string, details?: Record<string, string | number | boolean | null>): void
  warn(message: string, details?: Record<string, string | number | boolean | null>): void
}
