import { Alert, Anchor, Checkbox, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconSend } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
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
import { LinkButton } from '../../platform/ui/parts.tsx'

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
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const [isFirstReal, setFirstReal] = useState(false)
  const text = messages().submission.dialog
  const rest = notes.filter(({ files }) => files === undefined)
  const toConfirm: { id: string; title: string; box: string; content: ReactNode }[] = [
    ...(['of_other', 'unnamed'] as const).flatMap((kind) => {
      const ofKind = notes.filter(({ files }) => files === kind)
      const content = <HealthNotes deal_id={deal.deal_id} notes={ofKind} onOpen={onClose} />
      const { title, send } = text.files[kind]
      return ofKind.length === 0 ? [] : [{ id: kind, title, box: send, content }]
    }),
    ...(duplicates.length > 0
      ? [
          {
            id: 'twins',
            title: text.duplicates,
            box: text.submitAnyway,
            content: <Duplicates duplicates={duplicates} onOpen={onClose} />,
          },
        ]
      : []),
  ]
  const open = toConfirm.find(({ id }) => !confirmed.includes(id))
  if (isFirstReal)
    return <FirstRealDialog of={deal} host={first.host} onClose={onClose} onConfirmed={onSubmit} />
  return (
    <Dialog
      onClose={onClose}
      title={text.title}
      {...(notes.length > 0 && { size: 560 })}
      action={{
        label: messages().deal.submit,
        run: () => open === undefined && (first.is_needed ? setFirstReal(true) : onSubmit()),
        icon: <IconSend size={15} />,
        isBlocked: open !== undefined,
        ...(toConfirm.length === 0 && { focus: 'action' }),
        note: open && (
          <Text size="sm" flex={1}>
            {text.confirmFirst}{' '}
            <LinkButton
              py={3}
              onClick={() => document.querySelector<HTMLElement>(`#confirm-${open.id}`)?.focus()}
            >
              {open.title}
            </LinkButton>
          </Text>
        ),
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
      <CreditBoxAlert />
      {toConfirm.map(({ id, title, box, content }, at) => (
        <Alert key={id} color="orange" title={title} data-testid={id}>
          {content}
          <Checkbox
            id={`confirm-${id}`}
            mt="sm"
            size="sm"
            checked={confirmed.includes(id)}
            data-autofocus={at === 0 || undefined}
            onChange={({ currentTarget: { checked } }) =>
              setConfirmed((before) => (checked ? [...before, id] : before.filter((one) => one !== id)))
            }
            label={box}
          />
        </Alert>
      ))}
    </Dialog>
  )
}

function Duplicates({ duplicates, onOpen }: { duplicates: Duplicate[]; onOpen: () => void }) {
  const text = messages().submission.dialog
  return (
    <List size="sm">
      {duplicates.map((duplicate) => (
        <List.Item key={duplicate.deal_id}>
          <DuplicateName duplicate={duplicate} onOpen={onOpen} />, {formatDay(duplicate.submitted_at)}:{' '}
          {text.same[duplicate.same]}
          {duplicate.in_bin && ` ${text.inBin}`}
        </List.Item>
      ))}
    </List>
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
