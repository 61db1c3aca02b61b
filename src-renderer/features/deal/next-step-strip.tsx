import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconClockHour4, IconPlayerPlay, IconSend } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import { nextStep, partOf, type NextStep } from '../../../src-shared/domain/next-step.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { navigate } from '../../navigation/route.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { useQueue } from '../../stores/server-stores.ts'
import { CreditBoxNote } from '../credit-box/credit-box-marks.tsx'
import { goToField } from './go-to-field.ts'
import classes from './deal.module.css'
import { moodOf, stepMessages } from './next-step-messages.ts'
import { useMinute } from '../../ui/use-minute.ts'

const ICONS = { act: IconPlayerPlay, wait: IconClockHour4, over: IconCheck }

/** The one thing that a deal waits for, from what is typed and what is known now. */
export function useNextStep(deal: Deal): NextStep {
  const problems = useDeal((state) => state.problems)
  const status = useQueue((state) => state.value)
  const now = useMinute()
  return useMemo(() => nextStep({ ...deal, problems }, status, now), [deal, problems, status, now])
}

/** Goes where the broker takes a step: a field, or a part of the deal. */
export function takeNextStep(deal_id: string, step: NextStep): void {
  const [path] = step.step === 'fill_fields' ? step.paths : []
  if (path !== undefined) return goToField(deal_id, path)
  if (step.step === 'stands_in_line') return navigate({ screen: 'settings' })
  navigate({ screen: 'deal', deal_id, part: partOf(step) })
}

/** Says what comes next, with one press to get there. */
export function NextStepStrip({
  deal,
  step,
  onSubmit,
}: {
  deal: Deal
  step: NextStep
  /** Absent where the application cannot go out. */
  onSubmit: (() => void) | null
}) {
  const profile = useEnvironment((state) => state.profile)
  const submitting = useDeal((state) => state.submitting)
  if (profile === null) return null
  const mood = moodOf(step)
  const { text, button } = stepMessages(step, profile)
  const { next, submit, submitAgain } = messages().deal
  const Icon = ICONS[mood]
  const moodMessages = { act: next.needsYou, wait: next.nothingToDo, over: next.closed }[mood]
  return (
    <section className={classes.next} aria-label={next.title} data-next={step.step} data-mood={mood}>
      <Icon size={18} className={classes.nextIcon} aria-hidden="true" />
      <div className={classes.nextMessages}>
        <Text size="xs" c="dimmed">
          {moodMessages}
        </Text>
        <Text size="sm" fw={600} role="status">
          {text}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap" flex="none">
        {button !== null && (
          <Button
            variant={onSubmit === null && mood === 'act' ? 'filled' : 'default'}
            onClick={() => takeNextStep(deal.deal_id, step)}
          >
            {button}
          </Button>
        )}
        {onSubmit !== null && <CreditBoxNote onGo={(path) => goToField(deal.deal_id, path)} />}
        {onSubmit !== null && (
          <Button
            variant={step.step === 'submit' ? 'filled' : 'default'}
            leftSection={<IconSend size={15} />}
            loading={submitting}
            onClick={onSubmit}
          >
            {deal.state === 'refused' ? submitAgain : submit}
          </Button>
        )}
      </Group>
    </section>
  )
}
