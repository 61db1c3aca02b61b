/** One result line of `relay doctor`. */
export interface Finding {
  check: string
  result: 'pass' | 'warn' | 'fail'
  detail: string
  /** Recommended action; empty if the check passed. */
  advice: string
}

export const pass = (check: string, detail: string): Finding => ({
  check,
  result: 'pass',
  detail,
  advice: '',
})
export const warn = (check: string, detail: string, advice: string): Finding => ({
  check,
  result: 'warn',
  detail,
  advice,
})
export const fail = (check: string, detail: string, advice: string): Finding => ({
  check,
  result: 'fail',
  detail,
  advice,
})

export const wordsOf = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  // fetch puts the reason in `cause` only.
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
}
