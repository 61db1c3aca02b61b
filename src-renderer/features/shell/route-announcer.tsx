import { useEffect, useRef, type RefObject } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { useRoute, type Route, useShownName } from '../../navigation/route.ts'
import { useInbox } from '../../stores/server-stores.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import classes from './shell.module.css'

/** Maximum time to wait until a new screen has rendered its heading. If the heading appears later, the focus stays where it is. */
const LONGEST_WAIT_MS = 3_000

/** Announces a new screen: sets the window title, informs screen readers, and focuses the heading of the screen. */
export function RouteAnnouncer({ main }: { main: RefObject<HTMLElement | null> }) {
  const route = useRoute()
  const shown = useShownName((state) => state.name)
  const name = shown ?? nameOf(route)
  useWindowTitle(name)
  useFocusOnNavigation(main, keyOf(route))
  return (
    <div role="status" className={classes.hidden} data-testid="route-voice">
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
  const { pipeline, inbox, settings, callLog, setup } = messages().shell
  return {
    money: messages().money.title,
    pipeline,
    inbox,
    today: messages().today.title,
    settings,
    setup,
    pair: '',
    calls: callLog,
    deal: '',
    offers: '',
  }[screen]
}

/** Sets the title, for example `(2) Juniper Bakery LLC – Funding Desk – Sandbox`: unread count, screen, app, environment. */
function useWindowTitle(name: string): void {
  const unread = useInbox((state) => state.value?.unread ?? 0)
  const environment = useEnvironment((state) => state.value?.environment.environment)
  useEffect(() => {
    const { sandbox, production } = messages().shell
    const parts = [name, 'Funding Desk', environment && (environment === 'sandbox' ? sandbox : production)]
    const title = parts.filter(Boolean).join(' – ')
    document.title = unread === 0 ? title : `(${unread}) ${title}`
  }, [name, unread, environment])
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
    const watch = new MutationObserver(() => focus() && watch.disconnect())
    const limit = setTimeout(() => watch.disconnect(), LONGEST_WAIT_MS)
    // Wait for the next frame, because the elements of the previous screen remain until the new screen is rendered.
    const frame = requestAnimationFrame(() => {
      if (!focus()) watch.observe(root, { childList: true, subtree: true, attributes: true })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(limit)
      watch.disconnect()
    }
  }, [main, place])
}
