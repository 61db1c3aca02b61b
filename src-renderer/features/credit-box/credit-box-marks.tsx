import { Alert, Button, List, Popover, Stack, Text } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { evaluateDraft, type Mark } from '../../../src-shared/credit-box/evaluate-draft.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { isIn } from '../../../src-shared/profile/completeness.ts'
import type { ProfileSection } from '../../../src-shared/profile/payload-profile.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { useCreditBoxes } from '../../stores/server-stores.ts'
import { formatCents } from '../../ui/formats.ts'

/**
 * Returns the credit-box warnings of the open draft (values that do not meet a funder's criteria), updated while the broker types. Returns
 * none after the submission.
 */
function useMarks(): Mark[] {
  const boxes = useCreditBoxes((state) => state.value)
  const values = useDeal((state) => state.values)
  const isDraft = useDeal(({ deal }) => deal?.state === 'draft' || deal?.state === 'refused')
  return useMemo(
    () => (isDraft && boxes !== null ? evaluateDraft(boxes, values, today()) : []),
    [isDraft, boxes, values],
  )
}

/**
 * Shows the number of credit-box warnings next to the submit button. A click shows each warning with its reason and a link to its field.
 */
export function CreditBoxNote({ onGo }: { onGo: (path: string) => void }) {
  useEffect(() => useCreditBoxes.follow(), [])
  const marks = useMarks()
  const text = messages().creditBox
  if (marks.length === 0) return null
  return (
    <Popover position="bottom-end" width={340} withArrow trapFocus>
      <Popover.Target>
        <Button
          variant="light"
          color="orange"
          leftSection={<IconFlag size={15} />}
          data-credit-box={marks.length}
          aria-label={text.outside(marks.length)}
        >
          {text.outsideShort(marks.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            {text.outside(marks.length)}
          </Text>
          {marks.map((mark) => (
            <div key={`${mark.box} ${mark.rule} ${mark.path}`}>
              <Text size="sm">{reasonOf(mark)}</Text>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`${text.goThere}: ${reasonOf(mark)}`}
                onClick={() => onGo(mark.path)}
              >
                {text.goThere}
              </Button>
            </div>
          ))}
          <Text size="xs" c="dimmed">
            {text.fine}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The credit-box warnings about the fields of one section of the form. */
export function SectionMarks({ section }: { section: ProfileSection }) {
  const marks = useMarks().filter(({ path }) => isIn(section, path))
  if (marks.length === 0) return null
  return (
    <Stack gap={2} mt={6} data-testid="section-marks">
      {marks.map((mark) => (
        <Text key={`${mark.box} ${mark.rule} ${mark.path}`} size="xs" data-mark={mark.rule}>
          <IconFlag size={12} aria-hidden="true" /> {reasonOf(mark)}
        </Text>
      ))}
    </Stack>
  )
}

/** The credit-box warnings in the confirmation dialog before a submission. */
export function CreditBoxAlert() {
  const marks = useMarks()
  const text = messages().creditBox
  if (marks.length === 0) return null
  return (
    <Alert color="orange" title={text.outside(marks.length)} data-testid="creditBox">
      <List size="sm">
        {marks.map((mark) => (
          <List.Item key={`${mark.box} ${mark.rule} ${mark.path}`}>{reasonOf(mark)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

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

/** Returns today's date on this computer, in the notation of the form. */
function today(): string {
  const now = new Date()
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
