import { Alert, Anchor, Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { IncompleteDeals } from '../../../src-shared/domain/pipeline-view.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { hrefOf } from '../../navigation/route.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatCount } from '../../ui/formats.ts'
import { nameOfLine } from '../documents/periods.ts'
import { EnvironmentBadge } from '../shell/shell.tsx'
import { FirstRealDialog, useFirstReal } from '../submission/first-real-dialog.tsx'
import { nameOfDeal } from './column-cells.tsx'
import classes from './selection.module.css'

interface SubmitAllProps {
  deal_ids: string[]
  onClose: () => void
  onSubmit: () => void
}

/** Says where the selected applications go, and what their packages want, before they do. */
export function SubmitAll({ deal_ids: chosen, onClose, onSubmit }: SubmitAllProps) {
  const base_url = useEnvironment((state) => state.environment?.base_url)
  const first = useFirstReal()
  const [deal_ids] = useState(chosen)
  const { incomplete, error } = useIncomplete(deal_ids)
  const [isFirstReal, setFirstReal] = useState(false)
  const say = messages().selection
  const isKnown = first !== null && (incomplete !== null || error !== null)
  // Of more than are looked at nobody knows how many may leave.
  const leaving = incomplete?.not_looked_at === 0 ? incomplete.leaving : deal_ids.length
  if (leaving === 0)
    return (
      <Modal opened onClose={onClose} title={say.noneReady}>
        <Stack gap="sm">
          <Text size="sm">{say.noneReadyBody}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {messages().common.close}
            </Button>
          </Group>
        </Stack>
      </Modal>
    )
  if (first !== null && isFirstReal)
    return (
      <FirstRealDialog of={{ count: leaving }} host={first.host} onClose={onClose} onConfirmed={onSubmit} />
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        leaving === deal_ids.length
          ? say.submitTitle(leaving)
          : say.submitSome(formatCount(leaving), formatCount(deal_ids.length))
      }
    >
      <Stack gap="sm">
        <EnvironmentBadge />
        <Text size="sm">{say.submitBody(base_url ?? '')}</Text>
        {error !== null && <ErrorNote error={error} />}
        {incomplete !== null && <Incomplete incomplete={incomplete} onOpen={onClose} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say.notYet}
          </Button>
          <Button
            leftSection={<IconSend size={15} />}
            // Has the focus all the same: a disabled button could not take it.
            {...(!isKnown && { 'data-disabled': true })}
            aria-disabled={!isKnown}
            onClick={() => isKnown && (first.is_needed ? setFirstReal(true) : onSubmit())}
            data-autofocus
          >
            {say.submit}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Incomplete({ incomplete, onOpen }: { incomplete: IncompleteDeals; onOpen: () => void }) {
  const say = messages().selection
  const { deals, not_looked_at } = incomplete
  if (deals.length === 0 && not_looked_at === 0) return null
  return (
    <Alert color="orange" {...(deals.length > 0 && { title: say.incomplete(deals.length) })}>
      <List size="sm" className={classes.refusals}>
        {deals.map((deal) => (
          <List.Item key={deal.deal_id} data-wanting={deal.deal_id}>
            <Anchor
              size="sm"
              c="inherit"
              underline="always"
              href={hrefOf({ screen: 'deal', deal_id: deal.deal_id, part: 'checklist' })}
              onClick={onOpen}
            >
              {nameOfDeal(deal)}
            </Anchor>
            {': '}
            {deal.lines.map(nameOfLine).join(', ')}
          </List.Item>
        ))}
      </List>
      {not_looked_at > 0 && <Text size="sm">{say.notChecked(not_looked_at)}</Text>}
    </Alert>
  )
}

/** What the packages want; null until it is known. */
function useIncomplete(deal_ids: string[]): { incomplete: IncompleteDeals | null; error: AppError | null } {
  const [read, setRead] = useState<{ incomplete: IncompleteDeals | null; error: AppError | null }>({
    incomplete: null,
    error: null,
  })
  useEffect(() => {
    let isGone = false
    void call('pipeline.incomplete', { deal_ids }).then((answer) => {
      if (isGone) return
      setRead(
        answer.ok ? { incomplete: answer.value, error: null } : { incomplete: null, error: answer.error },
      )
    })
    return () => {
      isGone = true
    }
  }, [deal_ids])
  return read
}
