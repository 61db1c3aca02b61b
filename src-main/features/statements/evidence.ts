import type {
  Evidence,
  Finding,
  Reason,
  StatementReading,
} from '../../../src-shared/features/statements/statement.ts'

const KINDS: ReadonlySet<Reason> = new Set([
  'changed_after_creation',
  'text_differs_from_picture',
  'opening_differs_from_previous_closing',
])

const isEvidence = (finding: Finding): finding is Finding & { reason: Evidence['kind'] } =>
  KINDS.has(finding.reason)

/** Returns what the broker should look at in a document: what the reader noticed, and the findings that are more than an error of reading. */
export function evidenceOf(reading: StatementReading, findings: readonly Finding[]): Evidence[] {
  const noticed = reading.evidence ?? []
  const found = findings
    .filter(isEvidence)
    .filter(({ reason, page }) => !noticed.some((one) => one.kind === reason && one.page === page))
  return [
    ...noticed,
    ...found.map(({ reason, page, printed_cents, read_cents }) => ({
      kind: reason,
      page,
      boxes: [],
      printed_cents,
      read_cents,
    })),
  ]
}
