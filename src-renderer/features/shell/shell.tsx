import { Badge, NavLink } from '@mantine/core'
import { IconBell, IconBriefcase, IconCoin, IconListDetails, IconSettings } from '@tabler/icons-react'
import { useRef, type MouseEvent, type ReactNode } from 'react'
import { words } from '../../../src-shared/messages/messages.ts'
import { hrefOf, useRoute } from '../../navigation/route.ts'
import { useInbox } from '../../stores/inbox-store.ts'
import { useOffice } from '../../stores/office-store.ts'
import { RecoveryBanner } from '../vault/recovery-banner.tsx'
import { BridgeLight } from './bridge-light.tsx'
import { RouteVoice } from './route-voice.tsx'
import classes from './shell.module.css'

/** The frame around every screen: which environment this is, where one can go, and how news arrives. */
export function Shell({ children }: { children: ReactNode }) {
  const route = useRoute()
  const environment = useOffice((state) => state.environment?.environment)
  const main = useRef<HTMLElement>(null)
  const text = words().shell
  function skip(event: MouseEvent) {
    // The address stays: it says which screen this is.
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <div className={classes.shell} data-in={environment}>
      <a href="#content" className={classes.skip} onClick={skip}>
        {text.skipToContent}
      </a>
      <nav className={classes.sidebar} aria-label={text.main}>
        <div className={classes.name}>Funding Desk</div>
        <EnvironmentBadge />
        <div className={classes.links}>
          <NavLink
            href={hrefOf({ screen: 'pipeline' })}
            label={text.pipeline}
            leftSection={<IconBriefcase size={16} />}
            active={['pipeline', 'deal', 'offers'].includes(route.screen)}
            aria-current={route.screen === 'pipeline' ? 'page' : undefined}
          />
          <InboxLink isHere={route.screen === 'inbox'} />
          <NavLink
            href={hrefOf({ screen: 'money' })}
            label={words().money.title}
            leftSection={<IconCoin size={16} />}
            active={route.screen === 'money'}
            aria-current={route.screen === 'money' ? 'page' : undefined}
          />
          <NavLink
            href={hrefOf({ screen: 'calls' })}
            label={text.callLog}
            leftSection={<IconListDetails size={16} />}
            active={route.screen === 'calls'}
            aria-current={route.screen === 'calls' ? 'page' : undefined}
          />
          <NavLink
            href={hrefOf({ screen: 'settings' })}
            label={text.settings}
            leftSection={<IconSettings size={16} />}
            active={route.screen === 'settings'}
            aria-current={route.screen === 'settings' ? 'page' : undefined}
          />
        </div>
        <div className={classes.spring} />
        <BridgeLight />
      </nav>
      <main className={classes.main} ref={main} tabIndex={-1} id="content">
        <RecoveryBanner key={environment} />
        <div className={classes.screen}>{children}</div>
      </main>
      <RouteVoice main={main} />
    </div>
  )
}

function InboxLink({ isHere }: { isHere: boolean }) {
  const unread = useInbox((state) => state.unread)
  const text = words().shell
  return (
    <NavLink
      href={hrefOf({ screen: 'inbox' })}
      label={text.inbox}
      leftSection={<IconBell size={16} />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      aria-label={unread === 0 ? text.inbox : text.inboxWithUnread(unread)}
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
  const text = words().shell
  const isSandbox = environment === 'sandbox'
  return (
    <div
      className={`${classes.environment} ${isSandbox ? classes.sandbox : classes.production}`}
      data-environment={environment}
    >
      {isSandbox ? text.sandbox : text.production}
      <small>{isSandbox ? text.sandboxMeaning : text.productionMeaning}</small>
    </div>
  )
}
