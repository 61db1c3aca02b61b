import type { SubmissionState } from '../../src-shared/domain/deal.ts'
import { statusLabel } from '../../src-shared/domain/status-labels.ts'
import { rulesOf, type BadgeLook } from '../../src-shared/domain/vocabulary.ts'
import { messages } from '../../src-shared/messages/messages.ts'
import classes from './status-badge.module.css'

const LOOK_BY_STATE: Record<SubmissionState, BadgeLook> = {
  draft: 'outline',
  queued: 'blue',
  sending: 'blue',
  received: 'blue',
  refused: 'red',
  unknown: 'orange',
}

interface StatusBadgeProps {
  state: SubmissionState
  status: string | null
  /** A status that a notification reported but the funding partner has not confirmed yet. */
  unconfirmed?: string | null
}

/** Shows the status of a deal as text and color: the partner's newest status, or else the app's own state. */
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
    <span
      className={classes.badge}
      data-look={status === null ? LOOK_BY_STATE[state] : (rulesOf(status)?.look ?? 'indigo')}
    >
      {certain}
    </span>
  )
}
