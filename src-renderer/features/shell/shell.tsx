import { EnvironmentBadge, PrintHead } from '../../platform/page/environment-badge.tsx'
import { Badge, Button, NavLink, VisuallyHidden } from '@mantine/core'
import { memo, type MouseEvent, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { keysText } from '../../platform/actions/keys.ts'
import { type Place, places, useGlobalActions } from './use-global-actions.ts'
import {
  hrefOf,
  navigate,
  type Route,
  type Screen,
  useRoute,
  useShownName,
} from '../../platform/navigation/route.ts'
import { switchDemo, useDemo } from '../../platform/page/server-stores.ts'
import { useRemind } from '../follow-ups/remind.ts'
import { useToday } from '../today/today-store.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { RecoveryBanner } from '../backup/recovery-code.tsx'
import { SavedFilters } from '../pipeline/saved-filters.tsx'
import { ConnectionStatusButton } from './connection-status.tsx'
import { retryOnChange } from '../../platform/ui/keep-focus.ts'
import { Mark, Banner } from '../../platform/ui/parts.tsx'
import classes from './shell.module.css'
import { useBusy } from '../../platform/ui/command.tsx'
import { useOverlay } from '../../platform/actions/actions.ts'
import { Palette, RemindDialog, ShortcutsSheet } from '../../screens.tsx'

export function Shell({ children }: { children: ReactNode }) {
  useGlobalActions()
  const environment = useEnvironment((state) => state.value?.environment.environment)
  const main = useRef<HTMLElement>(null)
  function skip(event: MouseEvent) {
    // Prevent the navigation to the link. It would change the address, which must identify the current screen.
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <div className={classes.shell} data-in={environment}>
      <a href="#content" className={classes.skip} onClick={skip}>
        {messages().shell.skipToContent}
      </a>
      <PrintHead />
      <Sidebar />
      <main className={classes.main} ref={main} tabIndex={-1} id="content">
        <TopBanner />
        <div className={classes.screen}>{children}</div>
      </main>
      <RouteAnnouncer main={main} />
      <Overlays />
    </div>
  )
}

/**
 * Memoized: each part of the sidebar subscribes to its own data. When the environment is loaded, only the parts that show it render again.
 */
const Sidebar = memo(function Sidebar() {
  return (
    <nav className={classes.sidebar} aria-label={messages().shell.main}>
      <div className={classes.name}>
        <Mark size={20} />
        Funding Desk
      </div>
      <EnvironmentBadge />
      <div className={classes.links}>
        {places().map((place) => (
          <PlaceLink key={place.screen} place={place} />
        ))}
      </div>
      <SavedFilters />
      <div className={classes.spring} />
      <ConnectionStatusButton />
    </nav>
  )
})

/** Screens without a link of their own. While one of them is shown, the navigation highlights the screen from which it is opened. */
const OPENED_FROM: Partial<Record<Screen, Screen>> = {
  deal: 'pipeline',
  offers: 'pipeline',
  calls: 'settings',
}

function PlaceLink({ place: { screen, label, icon: Icon, keys } }: { place: Place }) {
  const route = useRoute()
  const today = useToday((state) => (screen === 'today' ? state.value : null))
  const { count, updates } = today ?? { count: 0, updates: 0 }
  const shown = count || updates
  const toDo = messages().notifications.toDo(count, updates)
  return (
    <NavLink
      href={hrefOf({ screen })}
      label={label}
      title={keysText([keys].flat()[0] ?? '')}
      leftSection={<Icon size={16} />}
      active={route.screen === screen || OPENED_FROM[route.screen] === screen}
      aria-current={route.screen === screen ? 'page' : undefined}
      rightSection={
        // With `false`, the link would have an empty gap at its end.
        toDo === '' ? undefined : (
          <Badge
            size="sm"
            variant="light"
            title={toDo}
            data-to-do={count}
            {...(count === 0 && { color: 'gray' })}
          >
            <span aria-hidden="true">{shown > 99 ? '99+' : shown}</span>
            <VisuallyHidden>{toDo}</VisuallyHidden>
          </Badge>
        )
      }
    />
  )
}

/** Shows the most urgent banner only, so that the content of a screen begins at most one strip lower. */
function TopBanner() {
  const environment = useEnvironment((state) => state.value?.environment ?? null)
  const isDemo = useDemo((state) => state.value.running)
  if (isDemo) return <DemoBanner />
  if (environment === null) return null
  return environment.configured ? <RecoveryBanner key={environment.environment} /> : <NotConnected />
}

function DemoBanner() {
  const { busy, run } = useBusy()
  const text = messages().setup.demo
  function leave() {
    // Go to the pipeline first. After the demo, the setup may be shown there, and it has a separate route.
    navigate({ screen: 'pipeline' })
    void run(switchDemo('demo.stop'))
  }
  return (
    <Banner tone="demo" title={text.banner} text={text.bannerText} testId="demo-banner">
      <Button size="xs" loading={busy} onClick={leave}>
        {text.leave}
      </Button>
    </Banner>
  )
}

/** Reminds users who skipped the setup that nothing is connected, until a connection exists. */
function NotConnected() {
  const text = messages().setup
  return (
    <Banner tone="notice" title={text.notConnected} text={text.notConnectedText} testId="not-connected">
      <Button variant="filled" size="xs" component="a" href={hrefOf({ screen: 'setup' })}>
        {text.resume}
      </Button>
    </Banner>
  )
}

/**
 * Overlays that are available on every screen, such as the command palette. Their code is loaded on first use or when the window is idle.
 */
function Overlays() {
  const open = useOverlay((state) => state.open)
  const asksWhen = useRemind((state) => state.target !== null)
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette />}
      {open === 'shortcuts' && <ShortcutsSheet />}
      {asksWhen && <RemindDialog />}
    </Suspense>
  )
}

/** Maximum time to wait until a new screen has rendered its heading. If the heading appears later, the focus stays where it is. */
const LONGEST_WAIT_MS = 3_000

/** Announces a new screen: sets the window title, informs screen readers, and focuses the heading of the screen. */
function RouteAnnouncer({ main }: { main: RefObject<HTMLElement | null> }) {
  const route = useRoute()
  const shown = useShownName((state) => state.name)
  const name = shown ?? nameOf(route)
  useWindowTitle(name)
  useFocusOnNavigation(main, keyOf(route))
  return (
    <div role="status" className="visually-hidden" data-testid="route-voice">
      {name}
    </div>
  )
}

const keyOf = (route: Route) =>
  route.screen === 'deal'
    ? route.deal_id
    : route.screen === 'offers'
      ? `offers ${route.deal_id}`
      : route.screen === 'settings'
        ? `settings ${route.section}`
        : route.screen

function nameOf({ screen }: Route): string {
  const { pipeline, settings, callLog, setup } = messages().shell
  return {
    money: messages().money.title,
    pipeline,
    today: messages().today.title,
    settings,
    setup,
    pair: '',
    calls: callLog,
    deal: '',
    offers: '',
  }[screen]
}

/** Sets the title, for example `(2) Juniper Bakery LLC – Funding Desk – Sandbox`: number of tasks, screen, app, environment. */
function useWindowTitle(name: string): void {
  const toDo = useToday((state) => state.value?.count ?? 0)
  const environment = useEnvironment((state) => state.value?.environment.environment)
  useEffect(() => {
    const { sandbox, production } = messages().shell
    const parts = [name, 'Funding Desk', environment && (environment === 'sandbox' ? sandbox : production)]
    const title = parts.filter(Boolean).join(' – ')
    document.title = toDo === 0 ? title : `(${toDo}) ${title}`
  }, [name, toDo, environment])
}

/** Focuses the heading after navigation, unless the screen has set the focus itself. */
function useFocusOnNavigation(main: RefObject<HTMLElement | null>, place: string): void {
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    const root = main.current
    if (root === null) return
    const focus = () => {
      const heading = root.querySelector<HTMLElement>('[data-screen-heading], h1, h2')
      // The broker already went on, for example to the command palette. Moving the focus now would lose what the broker types.
      if (document.activeElement !== null && document.activeElement.closest('[role="dialog"]') !== null)
        return true
      if (heading === null || root.querySelector('[aria-busy="true"]') !== null) return false
      if (root.contains(document.activeElement) && document.activeElement !== root) return true
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      return true
    }
    let stop = () => {}
    // Wait for the next frame, because the elements of the previous screen remain until the new screen is rendered.
    const frame = requestAnimationFrame(() => {
      if (!focus()) stop = retryOnChange(focus, LONGEST_WAIT_MS, root)
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [main, place])
}
