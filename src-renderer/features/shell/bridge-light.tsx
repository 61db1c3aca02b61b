import { Button, Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import type { CSSProperties } from 'react'
import type { BridgeState, BridgeStatus } from '../../../src-shared/domain/environment.ts'
import { call } from '../../api/funding-desk.ts'
import { hrefOf } from '../../navigation/route.ts'
import { useOffice } from '../../stores/office-store.ts'
import { formatInstant } from '../../ui/formats.ts'
import classes from './shell.module.css'

const RED = 'var(--mantine-color-red-6)'
const LABELS: Record<BridgeState, [label: string, color: string]> = {
  off: ['News: off', 'var(--mantine-color-gray-5)'],
  connecting: ['Connecting…', 'var(--mantine-color-yellow-6)'],
  catching_up: ['Catching up…', 'var(--mantine-color-blue-5)'],
  live: ['Live', 'var(--mantine-color-teal-6)'],
  polling: ['Checking regularly', 'var(--mantine-color-blue-5)'],
  offline: ['Offline', RED],
  refused: ['Relay refused', RED],
}

/** The one light that tells how offers reach this app now: since when, what it means, what to do. */
export function BridgeLight() {
  const bridge = useOffice((state) => state.bridge)
  if (bridge === null) return null
  const [label, color] = LABELS[bridge.state]
  const words = bridge.webhook_problem === null ? label : 'Notifications need a look'
  return (
    <Popover position="right-end" width={320} withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.light}
          data-bridge={bridge.state}
          aria-label={`News: ${words}. ${bridge.detail} ${bridge.meaning}`}
        >
          <span
            className={classes.dot}
            style={{ '--dot-color': bridge.webhook_problem === null ? color : RED } as CSSProperties}
          />
          <span role="status">{words}</span>
          {bridge.note !== null && <span className={classes.noted}>1 notice</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Words bridge={bridge} label={label} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Words({ bridge, label }: { bridge: BridgeStatus; label: string }) {
  const { since, detail, meaning, advice, webhook_problem, note } = bridge
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          Since <time dateTime={since}>{formatInstant(since)}</time>
        </Text>
      </div>
      <Text size="sm">{detail}</Text>
      {webhook_problem === null && <Text size="sm">{meaning}</Text>}
      {advice !== '' && (
        <Text size="sm" fw={500}>
          {advice}
        </Text>
      )}
      {webhook_problem !== null && (
        <div>
          <Text size="sm" c="red" mb={6}>
            {webhook_problem} Offers may not be told until it is mended.
          </Text>
          <Button component="a" href={hrefOf({ screen: 'settings' })} size="xs" variant="default">
            Look at the webhooks
          </Button>
        </div>
      )}
      {note !== null && (
        <div className={classes.note}>
          <Text size="sm" mb={6}>
            {note}
          </Text>
          <Button size="xs" variant="default" onClick={() => void call('bridge.dismiss_note', {})}>
            Understood
          </Button>
        </div>
      )}
    </Stack>
  )
}
