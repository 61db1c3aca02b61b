import { Badge } from '@mantine/core'
import type { SubmissionState } from '../../src-shared/domain/deal.ts'
import { statusLabel } from '../../src-shared/domain/status-labels.ts'
import { words } from '../../src-shared/messages/messages.ts'

const COLORS: Record<string, string> = {
  draft: 'gray',
  queued: 'blue',
  sending: 'blue',
  received: 'blue',
  refused: 'red',
  unknown: 'orange',
  app_under_review: 'indigo',
  app_incomplete_info: 'orange',
  app_documentation_pending: 'orange',
  app_final_approval: 'cyan',
  app_funded: 'green',
  app_declined_closed: 'gray',
  offer_available: 'teal',
  offer_accepted: 'green',
  offer_rescinded: 'gray',
}

/** Where a deal stands, in words and colour: the service's newest status, else our own state. */
export function StatusBadge({ state, status }: { state: SubmissionState; status: string | null }) {
  const key = status ?? state
  const isLoud = key === 'offer_available' || key === 'app_funded'
  return (
    <Badge
      color={isLoud ? `${COLORS[key]}.9` : (COLORS[key] ?? 'indigo')}
      variant={isLoud ? 'filled' : key === 'draft' ? 'default' : 'light'}
      tt="none"
      radius="sm"
      fw={600}
      flex="none"
    >
      {status === null ? words().states[state] : statusLabel(status)}
    </Badge>
  )
}
