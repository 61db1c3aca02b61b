import type { SubmissionState } from '../../src-shared/domain/deal.ts'
import { statusLabel } from '../../src-shared/domain/status-labels.ts'
import type { PartnerStatus } from '../../src-shared/domain/vocabulary.ts'
import { messages } from '../../src-shared/messages/messages.ts'
import classes from './status-badge.module.css'

const COLUMN_CELLS = {
  draft: 'outline',
  queued: 'blue',
  sending: 'blue',
  received: 'blue',
  refused: 'red',
  unknown: 'orange',
  app_under_review: 'indigo',
  app_incomplete_info: 'orange',
  app_documentation_pending: 'orange',
  app_final_approval: 'cyan',
  app_funded: 'green-filled',
  app_declined_closed: 'gray',
  offer_available: 'teal-filled',
  offer_accepted: 'green',
  offer_rescinded: 'gray',
} satisfies Record<SubmissionState | PartnerStatus, string>

/** A status that the service learned since may be named like what every object has. */
const lookOf = (key: string): string =>
  Object.hasOwn(COLUMN_CELLS, key) ? COLUMN_CELLS[key as keyof typeof COLUMN_CELLS] : 'indigo'

interface StatusBadgeProps {
  state: SubmissionState
  status: string | null
  /** What a notification said that the funding partner has not confirmed. */
  unconfirmed?: string | null
}

/** Shows where a deal stands, in words and color: the partner's newest status, else our own state. */
export function StatusBadge({ state, status, unconfirmed = null }: StatusBadgeProps) {
  const certain = status === null ? messages().states[state] : statusLabel(status)
  if (unconfirmed !== null) {
    const label = messages().notifications.unconfirmed(statusLabel(unconfirmed))
    return (
      <span
        className={classes.badge}
        data-look="unconfirmed"
        title={messages().timeline.lastConfirmed(certain)}
      >
        {label}
      </span>
    )
  }
  return (
    <span className={classes.badge} data-look={lookOf(status ?? state)}>
      {certain}
    </span>
  )
}
