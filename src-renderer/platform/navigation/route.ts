import { useSyncExternalStore, useEffect } from 'react'
import {
  type DealAddress,
  dealHash,
  parseDealHash,
} from '../../../src-shared/platform/addresses/deep-link.ts'
import { create } from 'zustand'

/** The sections of the settings, in the order in which the settings screen lists them. Each section has its own address. */
export const SETTINGS_SECTIONS = [
  'connection',
  'alerts',
  'notifications',
  'sending',
  'creditBox',
  'outgoing',
  'vault',
  'lock',
  'appearance',
  'about',
  'advanced',
] as const
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/** The parts of the money screen. The first one is the default. */
export const MONEY_TABS = ['dashboard', 'commissions', 'renewals'] as const
export type MoneyTab = (typeof MONEY_TABS)[number]

/**
 * The screen that a window shows. The address of a screen contains ids and the names of tabs and fields, never a merchant's name or a
 * value.
 */
export type Route =
  | { screen: 'pipeline' }
  | ({ screen: 'deal' } & DealAddress)
  | { screen: 'offers'; deal_id: string }
  | { screen: 'today' }
  | { screen: 'settings'; section?: SettingsSection }
  | { screen: 'money'; tab?: MoneyTab }
  | { screen: 'calls' }
  | { screen: 'setup' }
  /** Main opens this address if a pairing link was opened. The page takes the link, and then shows another screen. */
  | { screen: 'pair' }
export type Screen = Route['screen']

function readRoute(hash: string): Route {
  const offersOf = /^#\/deals\/([^/]+)\/compare$/.exec(hash)?.[1]
  if (offersOf !== undefined) return { screen: 'offers', deal_id: offersOf }
  const deal = parseDealHash(hash)
  if (deal !== null) return { screen: 'deal', ...deal }
  const [, first, second] = hash.split('/')
  if (first === 'today') return { screen: 'today' }
  if (first === 'settings') return { screen: 'settings', section: sectionOf(second) }
  if (first === 'money') return { screen: 'money', tab: tabOf(second) }
  if (first === 'calls') return { screen: 'calls' }
  if (first === 'setup') return { screen: 'setup' }
  if (first === 'pair') return { screen: 'pair' }
  return { screen: 'pipeline' }
}

function sectionOf(name: string | undefined): SettingsSection {
  return SETTINGS_SECTIONS.find((section) => section === name) ?? 'connection'
}

function tabOf(name: string | undefined): MoneyTab {
  return MONEY_TABS.find((tab) => tab === name) ?? 'dashboard'
}

export function hrefOf(route: Route): string {
  if (route.screen === 'pipeline') return '#/'
  if (route.screen === 'deal') return dealHash(route)
  if (route.screen === 'offers') return `#/deals/${route.deal_id}/compare`
  if (route.screen === 'settings') return `#/settings/${route.section ?? 'connection'}`
  if (route.screen === 'money') return `#/money/${route.tab ?? 'dashboard'}`
  return `#/${route.screen}`
}

export function navigate(route: Route): void {
  window.location.hash = hrefOf(route)
}

/** Shows another screen in place of the current one, so that going back skips the current one. */
export function replaceRoute(route: Route): void {
  window.location.replace(hrefOf(route))
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

export function useRoute(): Route {
  return readRoute(useSyncExternalStore(subscribe, () => window.location.hash))
}

export const currentRoute = (): Route => readRoute(window.location.hash)

/** The displayed name of the current screen; null until the screen sets the name. */
export const useShownName = create<{ name: string | null }>(() => ({ name: null }))

/** Shows the name of the screen in the window's title, and tells it to a screen reader, while the component is mounted. */
export function useScreenName(name: string): void {
  useEffect(() => {
    useShownName.setState({ name })
    return () => useShownName.setState((shown) => (shown.name === name ? { name: null } : shown))
  }, [name])
}

/** Why a page was reloaded. The address contains the reason, so that the new page can report it. Only main uses `reopened`. */
export type Reopened = 'reopened' | 'switched' | 'switched-unsaved'

/** Reloads the page and shows the pipeline. The new page keeps no data of the old one. */
export function reloadAt(why: Reopened): void {
  history.replaceState(null, '', `${location.pathname}?${why}#/`)
  location.reload()
}

/** True if this page is the lock screen. Main serves it from a separate host (in development: with a parameter). */
export const isLockScreen =
  globalThis.location?.host === 'lock' || new URLSearchParams(globalThis.location?.search).has('locked')

/** Returns the id of the state that this window kept before the lock, and removes it from the address. Null if there is none. */
export function takeUnlockedId(): string | null {
  const asked = new URLSearchParams(location.search)
  const id = asked.get('unlocked')
  if (id !== null) history.replaceState(history.state, '', location.pathname + location.hash)
  return id
}
