import { lazy, useState, type ComponentType } from 'react'

/**
 * Every screen except the pipeline is a separate file that loads on first use, so that the first screen needs little code. A
 * new screen needs one line here, one in `navigation/route.ts`, and one in `app.tsx`.
 */

const loaders: (() => Promise<unknown>)[] = []

/**
 * Like `React.lazy`, but shows a screen immediately if its code is already loaded. `React.lazy` would first show the placeholder for 300
 * ms.
 */
function screen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let there: ComponentType<Props> | null = null
  const fetchOnce = async () => ({ default: (there = await load()) })
  const Awaited = lazy(fetchOnce)
  loaders.push(fetchOnce)
  return function Screen(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => there ?? Awaited)
    return <Shown {...props} />
  }
}

export const DealScreen = screen(() =>
  import('./features/deal-screen/deal-screen.tsx').then((file) => file.DealScreen),
)
export const OffersScreen = screen(() =>
  import('./features/offers/offers-screen.tsx').then((file) => file.OffersScreen),
)
export const TodayScreen = screen(() =>
  import('./features/today/today-screen.tsx').then((file) => file.TodayScreen),
)
export const SettingsScreen = screen(() =>
  import('./features/settings/settings-screen.tsx').then((file) => file.SettingsScreen),
)
export const MoneyScreen = screen(() =>
  import('./features/money/money-screen.tsx').then((file) => file.MoneyScreen),
)
export const CallsScreen = screen(() =>
  import('./features/calls/calls-screen.tsx').then((file) => file.CallsScreen),
)
export const SetupScreen = screen(() =>
  import('./features/setup/setup-screen.tsx').then((file) => file.SetupScreen),
)
export const CannotOpen = screen(() =>
  import('./features/shell/cannot-open.tsx').then((file) => file.CannotOpen),
)

export const Palette = screen(() => import('./features/shell/palette.tsx').then((file) => file.Palette))
export const RemindDialog = screen(() =>
  import('./features/follow-ups/remind-dialog.tsx').then((file) => file.RemindDialog),
)
export const ShortcutsSheet = screen(() =>
  import('./features/shell/palette.tsx').then((file) => file.ShortcutsSheet),
)

/** Delay before the code of other screens is loaded, so that it does not slow down the first screen. */
const FIRST_SCREEN_MS = 2_000

export function fetchScreensWhenIdle(): void {
  const fetchAll = () => void Promise.all(loaders.map((load) => load()))
  setTimeout(() => requestIdleCallback(fetchAll, { timeout: 5_000 }), FIRST_SCREEN_MS)
}
