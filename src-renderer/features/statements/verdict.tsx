import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import type { Finding, Verdict } from '../../../src-shared/features/statements/statement.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import {
  type ReadingState,
  reasonsOf,
  type StatementDocument,
} from '../../../src-shared/features/statements/deal-statements.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { useReadingProgress, useStatements } from './statements-store.ts'
import { run } from '../../platform/ui/command.tsx'
import { openViewer } from '../viewer/viewer-store.ts'
import { findingFacts, LOOKS, proofText, readingText, standingOf } from './wording.ts'
import classes from './statements.module.css'
import { Hint, Chip, Quiet, LinkButton, PopoverButton } from '../../platform/ui/parts.tsx'

export function useStatementOf(document_id: string): StatementDocument | undefined {
  return useStatements(({ value }) => value?.documents.find((one) => one.document_id === document_id))
}

/** The verdict on a statement. A click explains what it means and names all reasons. */
export function VerdictChip({ statement }: { statement: StatementDocument }) {
  const { reading, name } = statement
  const text = messages().statements
  const standing = standingOf(reading)
  if (reading.state !== 'read') return <Chip look={LOOKS[standing]}>{text.verdicts[standing]}</Chip>
  return (
    <VerdictPopover
      verdict={reading.verdict}
      findings={reading.findings}
      name={name}
      document_id={statement.document_id}
      isOutdated={statement.is_outdated}
      proofs={reading.proofs}
    />
  )
}

interface VerdictPopoverProps {
  verdict: Verdict
  findings: readonly Finding[]
  name: string
  document_id: string
  isOutdated?: boolean
  proofs?: Extract<ReadingState, { state: 'read' }>['proofs']
}

export function VerdictPopover({
  verdict,
  findings,
  name,
  document_id,
  isOutdated = false,
  proofs = [],
}: VerdictPopoverProps) {
  const text = messages().statements
  return (
    <PopoverButton
      position="bottom-start"
      width={340}
      title={text.verdicts[verdict]}
      className={classes.verdict}
      aria-label={text.about.button(text.verdicts[verdict], name)}
      data-verdict={verdict}
      renderContent={(close) => (
        <Stack gap={6}>
          <Text>{text.about[verdict]}</Text>
          {findings.length > 0 && (
            <ul className={classes.findings}>
              {reasonsOf(text, findings).map(({ finding, why }, at) => (
                <li key={at}>
                  {why}
                  <Facts finding={finding} />{' '}
                  <PageLink finding={finding} name={name} document_id={document_id} />
                </li>
              ))}
            </ul>
          )}
          {proofs.map((proof, at) => (
            <Text key={at} data-testid="statement-proof">
              {proofText(proof)}
            </Text>
          ))}
          {verdict === 'verified' && <Text>{text.about.notGenuine}</Text>}
          {isOutdated && <Text>{text.about.outdated}</Text>}
          <Hint>{text.about.local}</Hint>
          <Button size="compact-xs" w="fit-content" onClick={close}>
            {messages().common.close}
          </Button>
        </Stack>
      )}
    >
      <Chip look={LOOKS[verdict]}>{text.verdicts[verdict]}</Chip>
    </PopoverButton>
  )
}

function Facts({ finding }: { finding: Finding }) {
  const facts = findingFacts(finding)
  return facts === '' ? null : (
    <Text span size="xs" c="dimmed">
      {' '}
      ({facts})
    </Text>
  )
}

interface PageLinkProps {
  finding: Finding
  name: string
  document_id: string
}

export function PageLink({ finding: { page }, name, document_id }: PageLinkProps) {
  const text = messages().statements
  if (page === null) return null
  return (
    <LinkButton
      inherit
      aria-label={text.openPageOf(name, page)}
      onClick={() => openViewer(document_id, { page, boxes: [] })}
    >
      {text.openPage(page)}
    </LinkButton>
  )
}

/**
 * What a row of a document says below its name: the progress of the reading with Cancel, or why the statement is not verified. Empty if
 * the statement is verified or waits. It gets the focus when one of its buttons is pressed, because the button then disappears.
 */
export function ReadingNote({ statement }: { statement: StatementDocument }) {
  const place = useRef<HTMLDivElement | null>(null)
  const { document_id, name, reading } = statement
  const text = messages().statements
  const standing = standingOf(reading)
  function ask(channel: 'statements.read' | 'statements.cancel') {
    place.current?.focus()
    void run(call(channel, { document_id }))
  }
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={classes.place}
      role="group"
      aria-label={`${name}: ${text.verdicts[standing]}`}
    >
      {reading.state === 'reading' ? (
        <ReadingProgress statement={statement} onCancel={() => ask('statements.cancel')} />
      ) : standing === 'verified' || standing === 'queued' ? null : (
        <Outcome statement={statement} onRead={() => ask('statements.read')} />
      )}
    </div>
  )
}

function Outcome({ statement, onRead }: { statement: StatementDocument; onRead: () => void }) {
  const { document_id, name, reading } = statement
  const text = messages().statements
  const findings = reading.state === 'read' ? reading.findings : []
  return (
    <Group gap="xs" className={classes.note} data-testid="reading-note">
      {reading.state !== 'cancelled' && (
        <Text size="xs" className={classes.reason}>
          {readingText(reading)}
          {findings.length > 1 && ` · ${text.moreReasons(findings.length - 1)}`}
        </Text>
      )}
      {findings[0] !== undefined && (
        <Text span size="xs">
          <PageLink finding={findings[0]} name={name} document_id={document_id} />
        </Text>
      )}
      {reading.state !== 'read' && (
        <Button
          size="compact-xs"
          aria-label={reading.state === 'cancelled' ? text.readNowNamed(name) : text.readAgainNamed(name)}
          onClick={onRead}
        >
          {reading.state === 'cancelled' ? text.readNow : text.readAgain}
        </Button>
      )}
    </Group>
  )
}

interface ReadingProgressProps {
  statement: StatementDocument
  onCancel: () => void
}

function ReadingProgress({ statement: { document_id, name, reading }, onCancel }: ReadingProgressProps) {
  const newest = useReadingProgress((state) => state[document_id])
  const text = messages().statements
  if (reading.state !== 'reading') return null
  const { page, pages, step } = newest ?? reading
  // The events count finished pages. The text names the page that is being read.
  const current = Math.min(page + 1, Math.max(1, pages))
  return (
    <Group gap="xs" wrap="nowrap" className={classes.note} data-testid="reading-progress">
      <Text size="xs" c="dimmed" className="tabular" flex="none">
        {text.progress[step](current, pages)}
      </Text>
      <Progress
        size="xs"
        flex={1}
        value={(100 * page) / Math.max(1, pages)}
        aria-label={text.progress.of(name)}
      />
      <Quiet aria-label={text.progress.cancelOf(name)} onClick={onCancel}>
        {messages().common.cancel}
      </Quiet>
    </Group>
  )
}
