import { Alert, Anchor, Checkbox, List } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { missingLines } from '../../../src-shared/features/deal-screen/next-step.ts'
import type { Duplicate } from '../../../src-shared/features/submission/queue.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { labelOf } from '../../../src-shared/features/form/form-path.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { nameOfLine } from '../../platform/ui/periods.ts'
import { CreditBoxAlert } from '../credit-box/credit-box-marks.tsx'
import { EnvironmentBadge, RecipientText } from '../../platform/page/environment-badge.tsx'
import { type FirstReal, FirstRealDialog } from './first-real-dialog.tsx'
import { formatCents, formatDay } from '../../platform/ui/formats.ts'

interface SubmitDialogProps {
  deal: Deal
  duplicates: Duplicate[]
  undoSeconds: number
  first: FirstReal
  onClose: () => void
  onSubmit: () => void
}

export function SubmitDialog({ deal, duplicates, undoSeconds, first, onClose, onSubmit }: SubmitDialogProps) {
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  const [isDespite, setDespite] = useState(false)
  const [isFirstReal, setFirstReal] = useState(false)
  const text = messages().submission.dialog
  const canSubmit = duplicates.length === 0 || isDespite
  const missing = missingLines(deal.checklist).map(nameOfLine)
  if (isFirstReal)
    return <FirstRealDialog of={deal} host={first.host} onClose={onClose} onConfirmed={onSubmit} />
  return (
    <Dialog
      onClose={onClose}
      title={text.title}
      action={{
        label: text.submit,
        run: () => canSubmit && (first.is_needed ? setFirstReal(true) : onSubmit()),
        icon: <IconSend size={15} />,
        isBlocked: !canSubmit,
        ...(duplicates.length === 0 && { focus: 'action' }),
        cancel: text.notYet,
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
      {missing.length > 0 && (
        <Alert color="orange" title={text.missing}>
          <List size="sm">
            {missing.map((label) => (
              <List.Item key={label}>{label}</List.Item>
            ))}
          </List>
          <Anchor
            size="sm"
            c="inherit"
            underline="always"
            href={hrefOf({ screen: 'deal', deal_id: deal.deal_id, at: 'checklist' })}
            onClick={onClose}
          >
            {text.toChecklist}
          </Anchor>
        </Alert>
      )}
      {profile !== null && deal.field_notes.length > 0 && (
        <Alert color="orange" title={text.notes} data-testid="field-notes">
          <List size="sm">
            {deal.field_notes.map(({ path, message }) => (
              <List.Item key={path}>
                {labelOf(profile, deal.values, path)}: {formatMessage(message)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <CreditBoxAlert />
      {duplicates.length > 0 && (
        <Alert color="orange" title={text.duplicates} data-testid="twins">
          <List size="sm">
            {duplicates.map((duplicate) => (
              <List.Item key={duplicate.deal_id}>
                <DuplicateName duplicate={duplicate} onOpen={onClose} />, {formatDay(duplicate.submitted_at)}:{' '}
                {duplicate.same === 'content' ? text.sameContent : text.sameEin}
                {duplicate.in_bin && ` ${text.inBin}`}
              </List.Item>
            ))}
          </List>
          <Checkbox
            mt="sm"
            size="sm"
            checked={isDespite}
            data-autofocus
            onChange={(event) => setDespite(event.currentTarget.checked)}
            label={text.submitAnyway}
          />
        </Alert>
      )}
    </Dialog>
  )
}

function DuplicateName({ duplicate, onOpen }: { duplicate: Duplicate; onOpen: () => void }) {
  const name = [duplicate.legal_name || messages().submission.dialog.noName, duplicate.reference]
    .filter((part) => part !== '')
    .join(' · ')
  if (duplicate.in_bin) return <>{name}</>
  return (
    <Anchor
      size="sm"
      c="inherit"
      underline="always"
      href={hrefOf({ screen: 'deal', deal_id: duplicate.deal_id })}
      onClick={onOpen}
    >
      {name}
    </Anchor>
  )
}
