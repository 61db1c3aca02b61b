import { Alert, Button, List, Popover, Stack, Text } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { evaluateDraft, type Mark } from '../../../src-shared/features/credit-box/evaluate-draft.ts'
import {
  evaluateStatements,
  usesStatements,
  type StatementMark,
} from '../../../src-shared/features/credit-box/evaluate-statements.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { isIn } from '../../../src-shared/features/form/completeness.ts'
import type { ProfileSection } from '../../../src-shared/features/form/payload-profile.ts'
import { recentMonths } from '../../../src-shared/features/statements/verified-months.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { useCreditBoxes } from '../../platform/page/server-stores.ts'
import { useStatements } from '../statements/statements-store.ts'
import { formatCents, formatShare } from '../../platform/ui/formats.ts'
import { Hint, Quiet } from '../../platform/ui/parts.tsx'

/**
 * Returns the credit-box warnings of the open draft (values that do not meet a funder's criteria), updated while the broker types. Returns
 * none after the submission.
 */
function useMarks(): Mark[] {
  const boxes = useCreditBoxes((state) => state.value)
  const values = useDeal((state) => state.values)
  const isDraft = useIsDraft()
  return useMemo(
    () => (isDraft && boxes !== null ? evaluateDraft(boxes, values, today()) : []),
    [isDraft, boxes, values],
  )
}

const useIsDraft = () => useDeal(({ deal }) => deal?.state === 'draft' || deal?.state === 'refused')

/** The warnings about figures of the bank statements, and a text about criteria that could not be checked. */
function useStatementMarks(): { marks: StatementMark[]; unchecked: string | null } {
  const boxes = useCreditBoxes((state) => state.value)
  const statements = useStatements((state) => state.value)
  const deal_id = useDeal(({ deal }) => deal?.deal_id ?? null)
  const isDraft = useIsDraft()
  const count = useEnvironment((state) => state.value?.profile?.statements.months ?? 0)
  const isNeeded = isDraft && boxes !== null && usesStatements(boxes)
  return useMemo(() => {
    if (!isNeeded || statements?.deal_id !== deal_id) return { marks: [], unchecked: null }
    const found = evaluateStatements(boxes, recentMonths(statements, count))
    return { marks: found.marks, unchecked: uncheckedText(found) }
  }, [isNeeded, boxes, statements, deal_id, count])
}

function uncheckedText({ unchecked, months }: ReturnType<typeof evaluateStatements>): string | null {
  const text = messages().creditBox
  if (unchecked.length === 0) return null
  const names = unchecked.map(({ box, rule }) => text.reasonOf(box, text.statementRules[rule]))
  return (months.length === 0 ? text.uncheckedNone : text.unchecked)(names)
}

/** A warning as text. `path` is the field that it is about, or null if it is about the statements. */
interface Warning {
  key: string
  said: string
  path: string | null
}

/** Returns all warnings, the text about criteria that could not be checked, and a title. The title is null if there is nothing to say. */
function useWarnings(): { warnings: Warning[]; unchecked: string | null; title: string | null } {
  const marks = useMarks()
  const { marks: ofStatements, unchecked } = useStatementMarks()
  const text = messages().creditBox
  const warnings = [
    ...marks.map((mark) => ({ key: keyOf(mark), said: reasonOf(mark), path: mark.path })),
    ...ofStatements.map((mark) => ({ key: keyOf(mark), said: statementReasonOf(mark), path: null })),
  ]
  const title = warnings.length > 0 ? text.outside(warnings.length) : unchecked && text.notAllChecked
  return { warnings, unchecked, title }
}

interface CreditBoxNoteProps {
  onGo: (path: string) => void
  onStatements: () => void
}

/**
 * Shows the number of credit-box warnings next to the submit button. A click shows each warning with its reason and a link to its field or
 * to the statements.
 */
export function CreditBoxNote({ onGo, onStatements }: CreditBoxNoteProps) {
  useEffect(() => useCreditBoxes.follow(), [])
  const { warnings, unchecked, title } = useWarnings()
  const text = messages().creditBox
  const count = warnings.length
  if (title === null) return null
  return (
    <Popover position="bottom-end" width={340} withArrow trapFocus>
      <Popover.Target>
        <Button
          variant="light"
          color={count > 0 ? 'orange' : 'gray'}
          leftSection={<IconFlag size={15} />}
          data-credit-box={count}
          aria-label={title}
        >
          {count > 0 ? text.outsideShort(count) : title}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text fw={600}>{title}</Text>
          {warnings.map(({ key, said, path }) => {
            const action = path === null ? text.goToStatements : messages().deal.next.goToField
            return (
              <div key={key}>
                <Text>{said}</Text>
                <Quiet
                  aria-label={`${action}: ${said}`}
                  onClick={() => (path === null ? onStatements() : onGo(path))}
                >
                  {action}
                </Quiet>
              </div>
            )
          })}
          {unchecked !== null && <Text data-testid="credit-box-unchecked">{unchecked}</Text>}
          <Hint>{text.fine}</Hint>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

export function SectionMarks({ section }: { section: ProfileSection }) {
  const marks = useMarks().filter(({ path }) => isIn(section, path))
  if (marks.length === 0) return null
  return (
    <Stack gap={2} mt={6} data-testid="section-marks">
      {marks.map((mark) => (
        <Text key={keyOf(mark)} size="xs" data-mark={mark.rule}>
          <IconFlag size={12} aria-hidden="true" /> {reasonOf(mark)}
        </Text>
      ))}
    </Stack>
  )
}

export function CreditBoxAlert() {
  const { warnings, unchecked, title } = useWarnings()
  if (title === null) return null
  return (
    <Alert color={warnings.length > 0 ? 'orange' : 'gray'} title={title} data-testid="creditBox">
      {warnings.length > 0 && (
        <List size="sm">
          {warnings.map(({ key, said }) => (
            <List.Item key={key}>{said}</List.Item>
          ))}
        </List>
      )}
      {unchecked !== null && <Text>{unchecked}</Text>}
    </Alert>
  )
}

const keyOf = (mark: Mark | StatementMark) =>
  `${mark.box} ${mark.rule} ${'path' in mark ? mark.path : 'statements'}`

function reasonOf(mark: Mark): string {
  const { reasonOf: named } = messages().creditBox
  return named(mark.box, reason(mark))
}

function reason(mark: Mark): string {
  const { reasons } = messages().creditBox
  switch (mark.rule) {
    case 'amount_low':
    case 'amount_high':
    case 'revenue_low':
      return reasons[mark.rule](formatCents(mark.cents), formatCents(mark.limit_cents))
    case 'score_low':
    case 'months_low':
    case 'positions_high':
      return reasons[mark.rule](mark.value, mark.limit)
    case 'state':
    case 'industry':
      return reasons[mark.rule](mark.value)
    case 'times_revenue':
      return reasons.times_revenue(formatCents(mark.cents), mark.limit, formatCents(mark.limit_cents))
  }
}

function statementReasonOf(mark: StatementMark): string {
  return messages().creditBox.reasonOf(mark.box, statementReason(mark))
}

function statementReason({ rule, month, value, limit }: StatementMark): string {
  const { statementReasons: reasons } = messages().creditBox
  switch (rule) {
    case 'balance_low':
      return reasons.balance_low(formatCents(value), formatCents(limit))
    case 'funder_share_high':
      return reasons.funder_share_high(formatPercent(value), formatPercent(limit))
    case 'nsf_high':
    case 'negative_days_high':
    case 'deposits_low':
      return reasons[rule](value, limit, month ?? '')
  }
}

const formatPercent = (basis_points: number) => formatShare(basis_points / 10_000)

const today = () => dayOf(new Date().toISOString())
