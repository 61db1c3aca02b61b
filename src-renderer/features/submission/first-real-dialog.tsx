import { Button, Checkbox, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import type { ChannelOutput } from '../../../src-shared/app/contract.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { formatCents, formatCount } from '../../platform/ui/formats.ts'
import { notifyError, useBusy } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { useLoaded } from '../../platform/ui/loaded.tsx'
import { Facts, Hint } from '../../platform/ui/parts.tsx'
import { EnvironmentBadge } from '../../platform/page/environment-badge.tsx'

/** True if the next submission needs a confirmation because it is the first one in production, and the host that will receive it. */
export type FirstReal = ChannelOutput<'submission.first_real'>

export function useFirstReal(): FirstReal | null {
  const { value, error } = useLoaded(() => call('submission.first_real', {}))
  useEffect(() => {
    if (error !== null) notifyError(error)
  }, [error])
  return value
}

/** Asks the broker to confirm that submissions are real. The submission queue is on hold until the broker confirms. */
export function ConfirmHeld({ deal, size }: { deal: Deal; size: 'xs' | 'compact-xs' }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size={size} variant="filled" flex="none" onClick={() => setAsking(true)}>
        {messages().submission.firstReal.confirm}
      </Button>
      {isAsking && <HeldDialog deal={deal} onClose={() => setAsking(false)} />}
    </>
  )
}

function HeldDialog({ deal, onClose }: { deal: Deal; onClose: () => void }) {
  const first = useFirstReal()
  return first && <FirstRealDialog of={deal} host={first.host} onClose={onClose} onConfirmed={onClose} />
}

interface FirstRealProps {
  of: { legal_name: string; amount_cents: number | null } | { count: number }
  host: string
  onClose: () => void
  onConfirmed: () => void
}

export function FirstRealDialog({ of, host, onClose, onConfirmed }: FirstRealProps) {
  const [isKnown, setKnown] = useState(false)
  const { busy, run } = useBusy()
  const text = messages().submission.firstReal
  async function confirm() {
    const work = call('submission.confirm_real', { host })
    if ((await run(work)) !== null) return onConfirmed()
    const kept = await work
    // The environment changed. Close the dialog, because it shows the host of the previous environment.
    if (!kept.ok && kept.error.code === 'ENVIRONMENT_CHANGED') onClose()
  }
  const said = 'count' in of ? text.many : text
  const facts = [
    ...('count' in of
      ? [[text.many.applications, formatCount(of.count)] as const]
      : [[text.merchant, of.legal_name] as const, [text.amount, formatCents(of.amount_cents)] as const]),
    [text.goesTo, host] as const,
  ]
  return (
    <Dialog
      onClose={onClose}
      title={said.title}
      closeOnClickOutside={false}
      testId="first-real"
      action={{
        label: text.submit,
        run: () => void confirm(),
        busy,
        disabled: !isKnown,
        focus: 'cancel',
        cancel: messages().common.notYet,
      }}
    >
      <EnvironmentBadge />
      <Text>{said.body}</Text>
      <Facts width={110} facts={facts} />
      <Checkbox
        checked={isKnown}
        onChange={(event) => setKnown(event.currentTarget.checked)}
        label={said.known}
      />
      <Hint>{text.once}</Hint>
    </Dialog>
  )
}
