import { Button, Checkbox, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import type { ChannelOutput } from '../../../src-shared/app/contract.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { formatCents, formatCount } from '../../ui/formats.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { EnvironmentBadge } from '../shell/environment-badge.tsx'

/** True if the next submission needs a confirmation because it is the first one in production, and the host that will receive it. */
export type FirstReal = ChannelOutput<'submission.first_real'>

/** Returns whether the next submission needs the confirmation. Null while loading. */
export function useFirstReal(): FirstReal | null {
  const [first, setFirst] = useState<FirstReal | null>(null)
  useEffect(() => {
    void call('submission.first_real', {}).then((read) => {
      if (read.ok) setFirst(read.value)
      else notifyError(read.error)
    })
  }, [])
  return first
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
  /** The application to submit, or the number of applications. */
  of: { legal_name: string; amount_cents: number | null } | { count: number }
  host: string
  onClose: () => void
  onConfirmed: () => void
}

/** Explains before the first production submission that it is real. */
export function FirstRealDialog({ of, host, onClose, onConfirmed }: FirstRealProps) {
  const [isKnown, setKnown] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const text = messages().submission.firstReal
  async function confirm() {
    setBusy(true)
    const kept = await call('submission.confirm_real', { host })
    if (kept.ok) return onConfirmed()
    setBusy(false)
    notifyError(kept.error)
    // The environment changed. Close the dialog, because it shows the host of the previous environment.
    if (kept.error.code === 'ENVIRONMENT_CHANGED') onClose()
  }
  const said = 'count' in of ? text.many : text
  const facts = [
    ...('count' in of
      ? [[text.many.applications, formatCount(of.count)] as const]
      : [[text.merchant, of.legal_name] as const, [text.amount, formatCents(of.amount_cents)] as const]),
    [text.goesTo, host] as const,
  ]
  return (
    <Modal opened onClose={onClose} title={said.title} closeOnClickOutside={false}>
      <Stack gap="sm" data-testid="first-real">
        <EnvironmentBadge />
        <Text size="sm">{said.body}</Text>
        <Table withRowBorders={false} layout="fixed">
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={110}>{name}</Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Checkbox
          checked={isKnown}
          onChange={(event) => setKnown(event.currentTarget.checked)}
          label={said.known}
        />
        <Text size="xs" c="dimmed">
          {text.once}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {text.notYet}
          </Button>
          <Button color="teal" disabled={!isKnown} loading={isBusy} onClick={() => void confirm()}>
            {text.submit}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
