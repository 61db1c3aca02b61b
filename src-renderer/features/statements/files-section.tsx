import { Anchor, Text, UnstyledButton } from '@mantine/core'
import { messages } from '../../../src-shared/messages/messages.ts'
import type { DealStatements, StatementDocument } from '../../../src-shared/statements/deal-statements.ts'
import type { Evidence } from '../../../src-shared/statements/statement.ts'
import { formatPeriod } from '../../ui/periods.ts'
import { openViewer } from '../viewer/viewer-store.ts'
import { Section } from './section.tsx'
import { ReadingNote, VerdictChip } from './verdict.tsx'
import { exactCents } from './wording.ts'
import classes from './statements.module.css'

/** The statement files with their verdicts, their reasons, and the progress of the reading. */
export function FilesSection({ documents }: { documents: readonly StatementDocument[] }) {
  const text = messages().statements.files
  return (
    <Section part="files" title={text.title}>
      <ul className={classes.plain}>
        {documents.map((statement) => (
          <li
            key={statement.document_id}
            className={classes.line}
            data-statement={statement.name}
            data-reading={statement.reading.state}
          >
            <UnstyledButton
              className={`${classes.link} ${classes.name}`}
              fz="sm"
              aria-label={text.open(statement.name)}
              onClick={() => openViewer(statement.document_id)}
            >
              {statement.name}
            </UnstyledButton>
            <Text size="xs" c="dimmed">
              {[
                ...new Set(statement.months.map(formatPeriod)),
                ...(statement.is_picture ? [text.scan] : []),
              ].join(' · ')}
            </Text>
            <VerdictChip statement={statement} />
            <div className={classes.wideLine}>
              <ReadingNote statement={statement} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What the app noticed in the files. The list states facts and draws no conclusions. */
export function EvidenceSection({ documents }: { documents: DealStatements['documents'] }) {
  const text = messages().statements.evidence
  const noticed = documents.flatMap(({ document_id, name, reading }) =>
    reading.state === 'read'
      ? reading.evidence.map((evidence, at) => ({ key: `${document_id} ${at}`, document_id, name, evidence }))
      : [],
  )
  if (noticed.length === 0) return null
  return (
    <Section part="evidence" title={text.title} about={text.about}>
      <ul className={classes.plain}>
        {noticed.map(({ key, document_id, name, evidence }) => (
          <li key={key} className={classes.line} data-evidence={evidence.kind}>
            <Text size="sm" className={classes.name}>
              {evidenceText(evidence)}
            </Text>
            <Place document_id={document_id} name={name} evidence={evidence} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Place({
  document_id,
  name,
  evidence: { page, boxes },
}: {
  document_id: string
  name: string
  evidence: Evidence
}) {
  const text = messages().statements
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      aria-label={page === null ? text.files.open(name) : text.evidence.show(name, page)}
      onClick={() => openViewer(document_id, page === null ? null : { page, boxes })}
    >
      {page === null ? name : text.onPage(name, page)}
    </Anchor>
  )
}

function evidenceText({ kind, printed_cents, read_cents }: Evidence): string {
  const text = messages().statements.evidence
  if (kind !== 'opening_differs_from_previous_closing') return text[kind]
  return printed_cents === null || read_cents === null
    ? text.opening_differs
    : text.opening_differs_from_previous_closing(exactCents(printed_cents), exactCents(read_cents))
}
