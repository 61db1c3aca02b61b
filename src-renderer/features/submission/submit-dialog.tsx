import { Alert, Anchor, Checkbox, List } from '@mantine/core'
import { IconAlertTriangle, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import type { Duplicate, HealthNote } from '../../../src-shared/features/submission/queue.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { CreditBoxAlert } from '../credit-box/credit-box-marks.tsx'
import { EnvironmentBadge, RecipientText } from '../../platform/page/environment-badge.tsx'
import { type FirstReal, FirstRealDialog } from './first-real-dialog.tsx'
import { formatCents, formatDay, joinTexts } from '../../platform/ui/formats.ts'
import { HealthNotes } from './health-notes.tsx'

interface SubmitDialogProps {
  deal: Deal
  duplicates: Duplicate[]
  notes: HealthNote[]
  undoSeconds: number
  first: FirstReal
  onClose: () => void
  onSubmit: () => void
}

export function SubmitDialog({
  deal,
  duplicates,
  notes,
  undoSeconds,
  first,
  onClose,
  onSubmit,
}: SubmitDialogProps) {
  const [isDespite, setDespite] = useState(false)
  const [sendsOthers, setSendsOthers] = useState(false)
  const [isFirstReal, setFirstReal] = useState(false)
  const text = messages().submission.dialog
  const ofOthers = notes.filter(({ document_ids }) => document_ids !== undefined)
  const rest = notes.filter((note) => !ofOthers.includes(note))
  const needsNothing = duplicates.length === 0 && ofOthers.length === 0
  const canSubmit = (duplicates.length === 0 || isDespite) && (ofOthers.length === 0 || sendsOthers)
  if (isFirstReal)
    return <FirstRealDialog of={deal} host={first.host} onClose={onClose} onConfirmed={onSubmit} />
  return (
    <Dialog
      onClose={onClose}
      title={text.title}
      {...(notes.length > 0 && { size: 560 })}
      action={{
        label: messages().deal.submit,
        run: () => canSubmit && (first.is_needed ? setFirstReal(true) : onSubmit()),
        icon: <IconSend size={15} />,
        isBlocked: !canSubmit,
        ...(needsNothing && { focus: 'action' }),
        cancel: messages().common.notYet,
      }}
    >
      <EnvironmentBadge />
      <RecipientText
        say={(recipient) =>
          text.goesTo(recipient) +
          text.documents(deal.documents) +
          (undoSeconds > 0 ? text.undo(undoSeconds) : '')
        }
      >
        {deal.legal_name} {text.asksFor} <strong className="tabular">{formatCents(deal.amount_cents)}</strong>
        .{' '}
      </RecipientText>
      {rest.length > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle />} title={text.notes} data-testid="health">
          <HealthNotes deal_id={deal.deal_id} notes={rest} onOpen={onClose} />
        </Alert>
      )}
      {ofOthers.length > 0 && (
        <Alert color="orange" title={text.ofOthers} data-testid="of-others">
          <HealthNotes deal_id={deal.deal_id} notes={ofOthers} onOpen={onClose} />
          <Checkbox
            mt="sm"
            size="sm"
            checked={sendsOthers}
            data-autofocus
            onChange={(event) => setSendsOthers(event.currentTarget.checked)}
            label={text.sendOthers}
          />
        </Alert>
      )}
      <CreditBoxAlert />
      {duplicates.length > 0 && (
        <Alert color="orange" title={text.duplicates} data-testid="twins">
          <List size="sm">
            {duplicates.map((duplicate) => (
              <List.Item key={duplicate.deal_id}>
                <DuplicateName duplicate={duplicate} onOpen={onClose} />, {formatDay(duplicate.submitted_at)}:{' '}
                {text.same[duplicate.same]}
                {duplicate.in_bin && ` ${text.inBin}`}
              </List.Item>
            ))}
          </List>
          <Checkbox
            mt="sm"
            size="sm"
            checked={isDespite}
            data-autofocus={ofOthers.length === 0 || undefined}
            onChange={(event) => setDespite(event.currentTarget.checked)}
            label={text.submitAnyway}
          />
        </Alert>
      )}
    </Dialog>
  )
}

function DuplicateName({ duplicate, onOpen }: { duplicate: Duplicate; onOpen: () => void }) {
  const name = joinTexts([duplicate.legal_name || messages().common.noName, duplicate.reference], ' · ')
  if (duplicate.in_bin) return <>{name}</>
  return (
    <Anchor
      c="inherit"
      underline="always"
      href={hrefOf({ screen: 'deal', deal_id: duplicate.deal_id })}
      onClick={onOpen}
    >
      {name}
    </Anchor>
  )
}
