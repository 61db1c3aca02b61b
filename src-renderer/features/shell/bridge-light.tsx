import { Tooltip } from '@mantine/core'
import type { CSSProperties } from 'react'
import type { BridgeState } from '../../../src-shared/domain/environment.ts'
import { useOffice } from '../../stores/office-store.ts'
import classes from './shell.module.css'

const LABELS: Record<BridgeState, [label: string, color: string]> = {
  off: ['News: off', 'var(--mantine-color-gray-5)'],
  connecting: ['Connecting…', 'var(--mantine-color-yellow-6)'],
  catching_up: ['Catching up…', 'var(--mantine-color-blue-5)'],
  live: ['Live', 'var(--mantine-color-teal-6)'],
  polling: ['Checking regularly', 'var(--mantine-color-blue-5)'],
  offline: ['Relay offline', 'var(--mantine-color-red-6)'],
  refused: ['Relay refused', 'var(--mantine-color-red-6)'],
}

/** The one light that tells how offers reach this app now. */
export function BridgeLight() {
  const bridge = useOffice((state) => state.bridge)
  if (bridge === null) return null
  const [label, color] = LABELS[bridge.state]
  return (
    <Tooltip label={bridge.detail} multiline maw={260} position="right">
      <div
        className={classes.light}
        role="status"
        tabIndex={0}
        data-bridge={bridge.state}
        aria-label={`${label}. ${bridge.detail}`}
      >
        <span className={classes.dot} style={{ '--dot-color': color } as CSSProperties} />
        <span>{label}</span>
      </div>
    </Tooltip>
  )
}
