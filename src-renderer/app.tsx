import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { MantineProvider, Skeleton, Stack } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { followMenu, followKeys } from './platform/actions/actions.ts'
import { call, on } from './platform/api/funding-desk.ts'
import { PipelineScreen } from './features/pipeline/pipeline-screen.tsx'
import { Shell } from './features/shell/shell.tsx'
import { navigate, useRoute } from './platform/navigation/route.ts'
import {
  CallsScreen,
  CannotOpen,
  DealScreen,
  fetchScreensWhenIdle,
  MoneyScreen,
  OffersScreen,
  SettingsScreen,
  SetupScreen,
  TodayScreen,
} from './screens.tsx'
import { showPairLink } from './features/connection/pair-link-store.ts'
import { followToday } from './features/today/today-store.ts'
import { useUpdates } from './features/updates/updates-store.ts'
import { followOpenDeal } from './features/deal-screen/follow-open-deal.ts'
import { useQueue } from './platform/page/server-stores.ts'
import { useEnvironment, useSetup } from './platform/page/environment-store.ts'
import { useViews } from './features/pipeline/saved-filters.tsx'
import { SYSTEMS_COLORS, appTheme } from './platform/theme/theme.ts'
import { ConfirmDialog } from './platform/ui/dialog.tsx'
import { ScreenBoundary } from './platform/ui/error-boundary.tsx'
import { keepFocus } from './platform/ui/keep-focus.ts'
import { notifyReopened, showNews, placeToasts } from './platform/ui/toasts.tsx'
import { LiveRegion } from './platform/ui/live-region.tsx'
import { messages } from '../src-shared/platform/texts/messages.ts'

/**
 * After a screen is shown, the app waits for this time before it loads data that no screen needs at first. The screen is rendered by then.
 */
const DRAWN_BY_MS = 100

/** Everything the window shows. With `nonce`, the page's content security policy accepts the style elements of the UI kit (Mantine). */
export function App({ nonce }: { nonce: string }) {
  // Create the theme only once. It depends only on the language, and a change of the language mounts the app again.
  const [theme] = useState(appTheme)
  useEffect(() => {
    fetchScreensWhenIdle()
    const stops = [
      followOpenDeal(),
      followNotifications(),
      followKeys(),
      followMenu(),
      keepFocus(),
      placeToasts(),
    ]
    notifyReopened()
    return () => stops.forEach((stop) => stop())
  }, [])
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={SYSTEMS_COLORS}
      getStyleNonce={() => nonce}
    >
      {/* Longer transitions (in milliseconds) would feel slow. */}
      <Notifications position="bottom-right" limit={3} transitionDuration={120} />
      <LiveRegion />
      <ScreenBoundary>
        <Suspense fallback={null}>
          <Screens />
        </Suspense>
        <ConfirmDialog />
      </ScreenBoundary>
    </MantineProvider>
  )
}

function Screens() {
  const route = useRoute()
  const environment = useEnvironment((state) => state.value?.environment ?? null)
  const skipped = useSetup((state) => state.skipped)
  const error = useEnvironment((state) => state.error)
  const hasContent = error !== null || environment !== null
  useProof(environment !== null)
  useFollowed(hasContent)
  useOpeningGone(hasContent)
  if (error !== null) return <CannotOpen key={error.code} error={error} />
  if (route.screen === 'setup') return environment && <SetupScreen />
  if (route.screen === 'pair') return environment && <PairLinkOpened />
  // While the vault opens, render only the pipeline. The placeholder in index.html covers the pipeline until its data is loaded.
  if (environment === null && route.screen !== 'pipeline') return null
  if (environment?.configured === false && !skipped && route.screen === 'pipeline') return <SetupScreen />
  return (
    <Shell>
      <ScreenBoundary>
        <Suspense fallback={<ScreenSkeleton />}>
          {route.screen === 'pipeline' && <PipelineScreen />}
          {route.screen === 'today' && <TodayScreen />}
          {route.screen === 'settings' && <SettingsScreen />}
          {route.screen === 'money' && <MoneyScreen tab={route.tab ?? 'dashboard'} />}
          {route.screen === 'calls' && <CallsScreen />}
          {route.screen === 'deal' && <DealScreen key={route.deal_id} deal_id={route.deal_id} />}
          {route.screen === 'offers' && <OffersScreen key={route.deal_id} deal_id={route.deal_id} />}
        </Suspense>
      </ScreenBoundary>
    </Shell>
  )
}

function PairLinkOpened() {
  useEffect(() => void showPairLink(), [])
  return null
}

function useOpeningGone(hasContent: boolean): void {
  useLayoutEffect(() => {
    if (hasContent) document.getElementById('opening')?.remove()
  }, [hasContent])
}

/** Tells main that this version of the app works after an update, because a screen with the office's data was shown. */
function useProof(isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return
    const frame = requestAnimationFrame(() => void call('updates.proven', {}))
    return () => cancelAnimationFrame(frame)
  }, [isThere])
}

/**
 * Loads the submission queue, the saved filters, the tasks of today, and the state of app updates after a screen is shown. Earlier loading would delay the screen's own
 * data.
 */
function useFollowed(hasContent: boolean): void {
  useEffect(() => {
    if (!hasContent) return
    let stops: (() => void)[] = []
    const timer = setTimeout(() => {
      stops = [useQueue.follow(), useViews.follow(), useUpdates.follow(), followToday()]
    }, DRAWN_BY_MS)
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [hasContent])
}

function followNotifications(): () => void {
  const stops = [
    on('navigate.deal', (address) => navigate({ screen: 'deal', ...address })),
    on('navigate.today', () => navigate({ screen: 'today' })),
    on('navigate.pair', () => void showPairLink()),
    on('notification.shown', showNews),
  ]
  return () => stops.forEach((stop) => stop())
}

function ScreenSkeleton() {
  return (
    <Stack p="lg" gap="sm" role="status" aria-busy="true" aria-label={messages().shell.loadingScreen}>
      <Skeleton height={28} width={220} />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </Stack>
  )
}
