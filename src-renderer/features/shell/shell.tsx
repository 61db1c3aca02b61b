import { Badge, NavLink } from '@mantine/core'
import { IconBell, IconBriefcase, IconListDetails, IconSettings } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { hrefOf, useRoute } from '../../navigation/route.ts'
import { useInbox } from '../../stores/inbox-store.ts'
import { useOffice } from '../../stores/office-store.ts'
import { RecoveryBanner } from '../vault/recovery-banner.tsx'
import { BridgeLight } from './bridge-light.tsx'
import classes from './shell.module.css'

/** The frame around every screen: which environment this is, where one can go, and how news arrives. */
export function Shell({ children }: { children: ReactNode }) {
  const route = useRoute()
  const environment = useOffice((state) => state.environment?.environment)
  return (
    <div className={classes.shell}>
      <nav className={classes.sidebar} aria-label="Main">
        <div className={classes.name}>Funding Desk</div>
        <EnvironmentBadge />
        <div className={classes.links}>
          <NavLink
            href={hrefOf({ screen: 'pipeline' })}
            label="Pipeline"
            leftSection={<IconBriefcase size={16} />}
            active={route.screen === 'pipeline' || route.screen === 'deal'}
            aria-current={route.screen === 'pipeline' ? 'page' : undefined}
          />
          <InboxLink isHere={route.screen === 'inbox'} />
          <NavLink
            href={hrefOf({ screen: 'calls' })}
            label="Call log"
            leftSection={<IconListDetails size={16} />}
            active={route.screen === 'calls'}
            aria-current={route.screen === 'calls' ? 'page' : undefined}
          />
          <NavLink
            href={hrefOf({ screen: 'settings' })}
            label="Settings"
            leftSection={<IconSettings size={16} />}
            active={route.screen === 'settings'}
            aria-current={route.screen === 'settings' ? 'page' : undefined}
          />
        </div>
        <div className={classes.spring} />
        <BridgeLight />
      </nav>
      <main className={classes.main}>
        <RecoveryBanner key={environment} />
        <div className={classes.screen}>{children}</div>
      </main>
    </div>
  )
}

function InboxLink({ isHere }: { isHere: boolean }) {
  const unread = useInbox((state) => state.unread)
  return (
    <NavLink
      href={hrefOf({ screen: 'inbox' })}
      label="Inbox"
      leftSection={<IconBell size={16} />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      aria-label={unread === 0 ? 'Inbox' : `Inbox, ${unread} unread`}
      rightSection={
        unread > 0 && (
          <Badge size="sm" variant="filled" data-unread={unread}>
            {unread > 99 ? '99+' : unread}
          </Badge>
        )
      }
    />
  )
}

/** Sandbox and production must never be taken for each other. */
export function EnvironmentBadge() {
  const environment = useOffice((state) => state.environment?.environment)
  if (environment === undefined) return null
  const isSandbox = environment === 'sandbox'
  return (
    <div
      className={`${classes.environment} ${isSandbox ? classes.sandbox : classes.production}`}
      data-environment={environment}
    >
      {isSandbox ? 'Sandbox' : 'Production'}
      <small>{isSandbox ? 'Nothing here is real.' : 'Real applications.'}</small>
    </div>
  )
}
