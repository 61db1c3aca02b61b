import type { SubmissionState } from '../../../src-shared/features/deals/deal.ts'
import { statusLabel } from '../../../src-shared/platform/words/status-labels.ts'
import { rulesOf, type BadgeLook } from '../../../src-shared/platform/words/vocabulary.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import classes from './status-badge.module.css'

const LOOK_BY_STATE: Record<SubmissionState, BadgeLook> = {
  draft: 'outline',
  queued: 'blue',
  sending: 'blue',
  received: 'blue',
  refused: 'red',
  unknown: 'orange',
}

type ChipLook = BadgeLook | 'unconfirmed'

/** A short state: a dot and a text. Every list and every header of the app uses this component for states. */
export function Chip({ look, title, children }: { look: ChipLook; title?: string; children: string }) {
  return (
    <span className={classes.badge} data-look={look} title={title}>
      {children}
    </span>
  )
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
  if (unconfirmed !== null)
    return (
      <Chip look="unconfirmed" title={messages().timeline.lastConfirmed(certain)}>
        {messages().notifications.unconfirmed(statusLabel(unconfirmed))}
      </Chip>
    )
  return (
    <Chip look={status === null ? LOOK_BY_STATE[state] : (rulesOf(status)?.look ?? 'indigo')}>{certain}</Chip>
  )
}
