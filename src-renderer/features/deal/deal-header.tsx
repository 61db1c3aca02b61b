import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowLeft, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import type { Twin } from '../../../src-shared/domain/queue.ts'
import { call } from '../../api/funding-desk.ts'
import { hrefOf } from '../../navigation/route.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { useOffice } from '../../stores/office-store.ts'
import { formatCents } from '../../ui/formats.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { goToProblem } from '../application/section-index.tsx'
import { offerUndo } from '../submission/queue-strip.tsx'
import { SubmitDialog } from '../submission/submit-dialog.tsx'
import { DealMenu } from './deal-menu.tsx'
import classes from './deal.module.css'
import { SaveLight } from './save-light.tsx'
import { tellError } from '../../ui/tell-error.ts'
import { UndoButtons } from './undo-buttons.tsx'

/** A deal about to be submitted, with what the broker should know of it. */
interface Confirming {
  deal: Deal
  twins: Twin[]
  undo_seconds: number
}

/** Who asks for how much, where it stands, and the one thing to do next. */
export function DealHeader({ deal, isEditable }: { deal: Deal; isEditable: boolean }) {
  const profile = useOffice((state) => state.profile)
  const problems = useDeal((state) => state.problems.length)
  const { legal_name, amount_cents } = useDeal((state) => state.heading)
  const submitting = useDeal((state) => state.submitting)
  const [confirming, setConfirming] = useState<Confirming | null>(null)
  if (profile === null) return null

  async function check() {
    const { flush, revealProblems, reload } = useDeal.getState()
    if (!(await flush())) return
    await reload()
    const { deal: fresh, problems: open } = useDeal.getState()
    const first = open[0]
    if (first !== undefined && profile !== null) {
      revealProblems()
      // The words of the problem move what stands below them; only then is the place right.
      requestAnimationFrame(() => goToProblem(profile, first.path))
      notifications.show({ message: openWords(open.length), color: 'orange' })
      return
    }
    if (fresh === null) return
    const checked = await call('submission.check', { deal_id: fresh.deal_id })
    if (checked.ok) setConfirming({ deal: fresh, ...checked.value })
    else tellError(checked.error)
  }

  return (
    <header className={classes.header}>
      <Group justify="space-between" gap="sm" wrap="wrap">
        <Group gap="sm" miw={0} wrap="nowrap">
          <Anchor href={hrefOf({ screen: 'pipeline' })} aria-label="Back to the pipeline" c="dimmed" lh={1}>
            <IconArrowLeft size={18} />
          </Anchor>
          <Title order={1} className={classes.title}>
            {legal_name || 'New application'}
          </Title>
          <StatusBadge state={deal.state} status={deal.partner_status} />
          {amount_cents !== null && (
            <Text className="tabular" c="dimmed">
              {formatCents(amount_cents)}
            </Text>
          )}
        </Group>
        <Group gap="sm">
          {isEditable && <SaveLight />}
          {isEditable && <UndoButtons />}
          {isEditable && problems > 0 && (
            <Text size="xs" c="dimmed" className="tabular">
              {openWords(problems)}
            </Text>
          )}
          {isEditable && (
            <Button leftSection={<IconSend size={15} />} loading={submitting} onClick={() => void check()}>
              {deal.state === 'refused' ? 'Submit again' : 'Submit'}
            </Button>
          )}
          <DealMenu deal={deal} />
        </Group>
      </Group>
      {confirming !== null && (
        <SubmitDialog
          deal={confirming.deal}
          twins={confirming.twins}
          undoSeconds={confirming.undo_seconds}
          profile={profile}
          onClose={() => setConfirming(null)}
          onSubmit={() => {
            setConfirming(null)
            void submit(confirming)
          }}
        />
      )}
    </header>
  )
}

async function submit({ deal, twins, undo_seconds }: Confirming): Promise<void> {
  const { setSubmitting, open } = useDeal.getState()
  setSubmitting(true)
  const despite = twins.map(({ deal_id }) => deal_id)
  const submitted = await call('submission.submit', { deal_id: deal.deal_id, despite })
  setSubmitting(false)
  if (useDeal.getState().deal?.deal_id === deal.deal_id) await open(deal.deal_id)
  if (submitted.ok) offerUndo(submitted.value, undo_seconds)
  else tellError(submitted.error)
}

function openWords(count: number): string {
  return count === 1 ? '1 field needs attention' : `${count} fields need attention`
}
