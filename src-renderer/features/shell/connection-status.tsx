import { Button, Stack, Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import type {
  ConnectionState,
  ConnectionStatus,
} from '../../../src-shared/features/connection/environment.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { useConnection } from '../../platform/page/environment-store.ts'
import { formatInstant } from '../../platform/ui/formats.ts'
import classes from './shell.module.css'
import { Hint, PopoverButton } from '../../platform/ui/parts.tsx'

const RED = 'var(--mantine-color-red-6)'
const COLORS: Record<ConnectionState, string> = {
  off: 'var(--mantine-color-gray-5)',
  connecting: 'var(--mantine-color-yellow-6)',
  catching_up: 'var(--mantine-color-blue-5)',
  live: 'var(--mantine-color-teal-6)',
  polling: 'var(--mantine-color-blue-5)',
  offline: RED,
  refused: RED,
}

/** Connection states in which the broker can retry the connection now, instead of waiting until the app retries it. */
const CAN_BE_TRIED: ReadonlySet<ConnectionState> = new Set(['offline', 'refused'])

function labelOf(state: ConnectionState): string {
  const { alertsOff, connecting, catchingUp, live, polling, offline, relayRefused } = messages().shell
  return {
    off: alertsOff,
    connecting,
    catching_up: catchingUp,
    live,
    polling,
    offline,
    refused: relayRefused,
  }[state]
}

/**
 * Shows the connection status (whether and how events such as new offers reach this app), since when, what it means, and what the broker
 * can do.
 */
export function ConnectionStatusButton() {
  const connection = useConnection((state) => state.value)
  if (connection === null) return null
  const text = messages().shell
  const label = labelOf(connection.state)
  // Events may still arrive through the relay, but nothing can be sent.
  const isUnreachable = connection.state !== 'offline' && connection.partner_lost_at !== null
  const hasProblem = isUnreachable || connection.webhook_problem !== null
  const problem = isUnreachable ? text.partnerUnreachable : text.needsAttention
  const shown = hasProblem ? problem : label
  return (
    <PopoverButton
      position="right-end"
      width={320}
      className={classes.light}
      data-connection={connection.state}
      aria-label={text.connectionLabel(
        shown,
        `${formatMessage(connection.detail)} ${formatMessage(connection.meaning)}`,
      )}
      renderContent={(close) => (
        <Details connection={connection} label={label} isUnreachable={isUnreachable} onTry={close} />
      )}
    >
      <span
        className={classes.dot}
        style={{ '--dot-color': hasProblem ? RED : COLORS[connection.state] } as CSSProperties}
      />
      <span role="status">{shown}</span>
      {connection.note !== null && <span className={classes.noted}>{text.oneNotice}</span>}
    </PopoverButton>
  )
}

function Details({
  connection,
  label,
  isUnreachable,
  onTry,
}: {
  connection: ConnectionStatus
  label: string
  isUnreachable: boolean
  onTry: () => void
}) {
  const { since, detail, meaning, advice, webhook_problem, note, event_problems } = connection
  const text = messages().shell
  const tryNow = (
    <Button
      size="xs"
      className={classes.tryNow}
      onClick={() => {
        // No need to show the result, because the connection status will show it.
        onTry()
        void call('queue.retry_now', {})
      }}
    >
      {messages().submission.tryNow}
    </Button>
  )
  return (
    <Stack gap="xs">
      {isUnreachable && (
        <div>
          <Text fw={600}>{text.partnerUnreachable}</Text>
          <Since at={connection.partner_lost_at ?? since} />
          <Text mb={6}>{text.sendsLater}</Text>
          {tryNow}
        </div>
      )}
      <div>
        <Text fw={600}>{isUnreachable ? text.alertsAre(label) : label}</Text>
        <Since at={since} />
      </div>
      <Text>{formatMessage(detail)}</Text>
      {webhook_problem === null && <Text>{formatMessage(meaning)}</Text>}
      {advice !== '' && <Text fw={500}>{formatMessage(advice)}</Text>}
      {CAN_BE_TRIED.has(connection.state) && tryNow}
      {webhook_problem !== null && (
        <div>
          <Text c="red" mb={6}>
            {text.webhookProblem(formatMessage(webhook_problem))}
          </Text>
          <Button component="a" href={hrefOf({ screen: 'settings', section: 'alerts' })} size="xs">
            {text.showWebhooks}
          </Button>
        </div>
      )}
      {event_problems > 0 && (
        <div>
          <Text mb={6}>{messages().eventProblems.some(event_problems)}</Text>
          <Button component="a" href={hrefOf({ screen: 'settings', section: 'alerts' })} size="xs">
            {messages().common.show}
          </Button>
        </div>
      )}
      {note !== null && (
        <div className={classes.note}>
          <Text mb={6}>{formatMessage(note)}</Text>
          <Button size="xs" onClick={() => void call('connection.dismiss_note', {})}>
            {text.gotIt}
          </Button>
        </div>
      )}
    </Stack>
  )
}

function Since({ at }: { at: string }) {
  return (
    <Hint>
      {messages().shell.since} <time dateTime={at}>{formatInstant(at)}</time>
    </Hint>
  )
}
