import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowLeft, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { call } from '../../api/funding-desk.ts'
import { hrefOf } from '../../navigation/route.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { useOffice } from '../../stores/office-store.ts'
import { formatCents } from '../../ui/formats.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { goToProblem } from '../application/section-index.tsx'
import { SubmitDialog } from '../submission/submit-dialog.tsx'
import { DealMenu } from './deal-menu.tsx'
import classes from './deal.module.css'
import { SaveLight } from './save-light.tsx'
import { tellError } from '../../ui/tell-error.ts'
import { UndoButtons } from './undo-buttons.tsx'

/** Who asks for how much, where it stands, and the one thing to do next. */
export function DealHeader({ deal, isEditable }: { deal: Deal; isEditable: boolean }) {
  const profile = useOffice((state) => state.profile)
  const problems = useDeal((state) => state.problems)
  const submitting = useDeal((state) => state.submitting)
  const [confirming, setConfirming] = useState<Deal | null>(null)
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
    setConfirming(fresh)
  }

  return (
    <header className={classes.header}>
      <Group justify="space-between" gap="sm" wrap="wrap">
        <Group gap="sm" miw={0} wrap="nowrap">
          <Anchor href={hrefOf({ screen: 'pipeline' })} aria-label="Back to the pipeline" c="dimmed" lh={1}>
            <IconArrowLeft size={18} />
          </Anchor>
          <Title order={1} className={classes.title}>
            {deal.legal_name || 'New application'}
          </Title>
          <StatusBadge state={deal.state} status={deal.partner_status} />
          {deal.amount_cents !== null && (
            <Text className="tabular" c="dimmed">
              {formatCents(deal.amount_cents)}
            </Text>
          )}
        </Group>
        <Group gap="sm">
          {isEditable && <SaveLight />}
          {isEditable && <UndoButtons />}
          {isEditable && problems.length > 0 && (
            <Text size="xs" c="dimmed" className="tabular">
              {openWords(problems.length)}
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
          deal={confirming}
          profile={profile}
          onClose={() => setConfirming(null)}
          onSubmit={() => {
            setConfirming(null)
            void submit(deal.deal_id, profile)
          }}
        />
      )}
    </header>
  )
}

async function submit(deal_id: string, profile: PayloadProfile): Promise<void> {
  const { setSubmitting, open } = useDeal.getState()
  setSubmitting(true)
  const submitted = await call('submission.submit', { deal_id })
  setSubmitting(false)
  if (useDeal.getState().deal?.deal_id === deal_id) await open(deal_id)
  const { deal, problems } = useDeal.getState()
  const first = problems[0]
  if (deal?.state === 'refused' && first !== undefined)
    requestAnimationFrame(() => goToProblem(profile, first.path))
  // The failure of a submission stands on the deal itself; one that was refused before it began is told here.
  if (!submitted.ok && deal?.error === null) tellError(submitted.error)
}

function openWords(count: number): string {
  return count === 1 ? '1 field needs attention' : `${count} fields need attention`
}
