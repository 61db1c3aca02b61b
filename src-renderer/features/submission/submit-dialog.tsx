import { Alert, Anchor, Button, Checkbox, Group, List, Modal, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import { wantingLines } from '../../../src-shared/domain/next-step.ts'
import type { Twin } from '../../../src-shared/domain/queue.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { hrefOf } from '../../navigation/route.ts'
import { useOffice } from '../../stores/office-store.ts'
import { nameOfLine } from '../documents/periods.ts'
import { LendingAlert } from '../lending/lending-marks.tsx'
import { EnvironmentBadge } from '../shell/shell.tsx'
import { FirstRealDialog, useFirstReal } from './first-real-dialog.tsx'
import { formatCents, formatDay } from '../../ui/formats.ts'

interface SubmitDialogProps {
  deal: Deal
  twins: Twin[]
  undoSeconds: number
  onClose: () => void
  onSubmit: () => void
}

/** Says what goes out, and where to, before it does. */
export function SubmitDialog({ deal, twins, undoSeconds, onClose, onSubmit }: SubmitDialogProps) {
  const base_url = useOffice((state) => state.environment?.base_url)
  const [isDespite, setDespite] = useState(false)
  const first = useFirstReal()
  const [isFirstReal, setFirstReal] = useState(false)
  const said = words().submission.dialog
  const canSubmit = first !== null && (twins.length === 0 || isDespite)
  const missing = wantingLines(deal.checklist).map(nameOfLine)
  if (first !== null && isFirstReal)
    return <FirstRealDialog of={deal} host={first.host} onClose={onClose} onConfirmed={onSubmit} />
  return (
    <Modal opened onClose={onClose} title={said.title}>
      <Stack gap="sm">
        <EnvironmentBadge />
        <Text size="sm">
          {deal.legal_name} {said.asksFor}{' '}
          <strong className="tabular">{formatCents(deal.amount_cents)}</strong>. {said.goesTo(base_url ?? '')}
          {said.documents(deal.documents)}
          {undoSeconds > 0 && said.undo(undoSeconds)}
        </Text>
        {missing.length > 0 && (
          <Alert color="orange" title={said.missing}>
            <List size="sm">
              {missing.map((label) => (
                <List.Item key={label}>{label}</List.Item>
              ))}
            </List>
            <Anchor
              size="sm"
              c="inherit"
              underline="always"
              href={hrefOf({ screen: 'deal', deal_id: deal.deal_id, part: 'checklist' })}
              onClick={onClose}
            >
              {said.toChecklist}
            </Anchor>
          </Alert>
        )}
        <LendingAlert />
        {twins.length > 0 && (
          <Alert color="orange" title={said.twins} data-testid="twins">
            <List size="sm">
              {twins.map((twin) => (
                <List.Item key={twin.deal_id}>
                  <TwinName twin={twin} onOpen={onClose} />, {formatDay(twin.submitted_at)}:{' '}
                  {twin.same === 'content' ? said.sameContent : said.sameEin}
                  {twin.in_bin && ` ${said.inBin}`}
                </List.Item>
              ))}
            </List>
            <Checkbox
              mt="sm"
              size="sm"
              checked={isDespite}
              data-autofocus
              onChange={(event) => setDespite(event.currentTarget.checked)}
              label={said.despite}
            />
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {said.notYet}
          </Button>
          <Button
            leftSection={<IconSend size={15} />}
            onClick={() => canSubmit && (first.is_needed ? setFirstReal(true) : onSubmit())}
            // What is disabled for good takes no focus, and the dialog begins here.
            aria-disabled={!canSubmit}
            data-disabled={!canSubmit}
            data-autofocus={twins.length === 0 || undefined}
          >
            {said.submit}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function TwinName({ twin, onOpen }: { twin: Twin; onOpen: () => void }) {
  const name = [twin.legal_name || words().submission.dialog.noName, twin.reference]
    .filter((part) => part !== '')
    .join(' · ')
  if (twin.in_bin) return <>{name}</>
  return (
    <Anchor
      size="sm"
      c="inherit"
      underline="always"
      href={hrefOf({ screen: 'deal', deal_id: twin.deal_id })}
      onClick={onOpen}
    >
      {name}
    </Anchor>
  )
}
