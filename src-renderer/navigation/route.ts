import { useSyncExternalStore } from 'react'

/** Where the window is. The address holds a deal's id at most, never a name or a value. */
export type Route =
  | { screen: 'pipeline' }
  | { screen: 'deal'; deal_id: string }
  | { screen: 'inbox' }
  | { screen: 'settings' }
  | { screen: 'calls' }
  | { screen: 'setup' }

function readRoute(hash: string): Route {
  const [, first, second] = hash.split('/')
  if (first === 'deals' && second) return { screen: 'deal', deal_id: second }
  if (first === 'inbox') return { screen: 'inbox' }
  if (first === 'settings') return { screen: 'settings' }
  if (first === 'calls') return { screen: 'calls' }
  if (first === 'setup') return { screen: 'setup' }
  return { screen: 'pipeline' }
}

/** The address of a screen, for links. */
export function hrefOf(route: Route): string {
  if (route.screen === 'pipeline') return '#/'
  return route.screen === 'deal' ? `#/deals/${route.deal_id}` : `#/${route.screen}`
}

export function navigate(route: Route): void {
  window.location.hash = hrefOf(route)
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

export function useRoute(): Route {
  return readRoute(useSyncExternalStore(subscribe, () => window.location.hash))
}
