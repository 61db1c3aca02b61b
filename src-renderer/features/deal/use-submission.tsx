import { notifications } from '@mantine/notifications'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import type { Duplicate } from '../../../src-shared/domain/queue.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { notifyUnsaved, useDeal } from '../../stores/deal-store.ts'
import { notifyError, run } from '../../ui/command.tsx'
import type { FirstReal } from '../submission/first-real-dialog.tsx'
import { offerUndo } from '../submission/queue-strip.tsx'
import { goToField } from '../application/form-keys.ts'

const SubmitDialog = lazy(async () => {
  const { SubmitDialog: dialog } = await import('../submission/submit-dialog.tsx')
  return { default: dialog }
})

/** A deal to submit, with the warnings for the confirmation dialog. */
interface Confirming {
  deal: Deal
  duplicates: Duplicate[]
  undo_seconds: number
  first: FirstReal
}

/**
 * Returns `begin`, which starts the submission of the open deal. If values are missing or invalid, `begin` shows these problems. Otherwise,
 * `dialog` asks the broker to confirm.
 */
export function useSubmission(): { begin: () => void; dialog: ReactNode } {
  const [confirming, setConfirming] = useState<Confirming | null>(null)

  async function begin() {
    const { flush, revealProblems, reload } = useDeal.getState()
    if (!(await flush())) return notifyUnsaved()
    await reload()
    const { deal: fresh, problems: open } = useDeal.getState()
    if (fresh === null) return
    const [first] = open
    if (first !== undefined) {
      revealProblems()
      // Scroll only after the problem messages are rendered, because these messages move the fields below them.
      requestAnimationFrame(() => goToField(fresh.deal_id, first.path))
      notifications.show({ message: messages().deal.needsAttention(open.length), color: 'orange' })
      return
    }
    // Read both before the dialog opens. The broker may press Enter as soon as it has the focus, and no press may be lost.
    const [checked, firstReal] = await Promise.all([
      run(call('submission.check', { deal_id: fresh.deal_id })),
      run(call('submission.first_real', {})),
    ])
    if (checked !== null && firstReal !== null) setConfirming({ deal: fresh, ...checked, first: firstReal })
  }

  const dialog = confirming !== null && (
    <Suspense fallback={null}>
      <SubmitDialog
        deal={confirming.deal}
        duplicates={confirming.duplicates}
        undoSeconds={confirming.undo_seconds}
        first={confirming.first}
        onClose={() => setConfirming(null)}
        onSubmit={() => {
          setConfirming(null)
          void submit(confirming)
        }}
      />
    </Suspense>
  )
  return { begin: () => void begin(), dialog }
}

async function submit({ deal, duplicates, undo_seconds }: Confirming): Promise<void> {
  const { setSubmitting, open } = useDeal.getState()
  setSubmitting(true)
  const despite = duplicates.map(({ deal_id }) => deal_id)
  const submitted = await call('submission.submit', {
    deal_id: deal.deal_id,
    despite,
  })
  setSubmitting(false)
  if (useDeal.getState().deal?.deal_id === deal.deal_id) await open(deal.deal_id)
  if (submitted.ok) return offerUndo(submitted.value, undo_seconds)
  notifyError(submitted.error)
  const [refused] = useDeal.getState().problems
  if (refused !== undefined && useDeal.getState().deal?.deal_id === deal.deal_id) {
    useDeal.getState().revealProblems()
    goToField(deal.deal_id, refused.path)
  }
}
