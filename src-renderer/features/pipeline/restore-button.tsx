import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { DealRow } from '../../../src-shared/domain/pipeline.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** Takes a deal out of the bin. */
export function RestoreButton({ deal }: { deal: DealRow }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconArrowBackUp size={14} />}
      aria-label={messages().pipeline.restoreDeal(deal.legal_name || messages().pipeline.dealWithoutName)}
      onClick={() => void restore(deal.deal_id)}
    >
      {messages().columns.restore}
    </Button>
  )
}

async function restore(deal_id: string): Promise<void> {
  const restored = await call('deals.restore', { deal_id })
  if (!restored.ok) notifyError(restored.error)
}
