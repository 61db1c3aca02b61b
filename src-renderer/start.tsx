// Mantine's styles are in a CSS layer. Therefore, our styles have priority over Mantine's styles, whatever the order of the files in the
// bundle.
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './platform/theme/tokens.css'
import './platform/theme/global.css'
import './platform/theme/print.css'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { currentRoute, isLockScreen } from './platform/navigation/route.ts'
import { followEnvironment } from './follow-environment.ts'
import { followLock, resumeAfterLock } from './features/lock/follow-lock.ts'
import { useDemo } from './platform/page/server-stores.ts'
import { followConnection, useEnvironment } from './platform/page/environment-store.ts'
import { followDeals, usePipeline } from './features/pipeline/pipeline-store.ts'
import {
  followAppearance,
  loadAppearance,
  servedLanguage,
  setServedLanguage,
  useAppearance,
} from './platform/page/appearance-store.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
window.__webpack_nonce__ = nonce

/** A change of the language creates a new component tree, so that every text is looked up again. */
function InChosenLanguage() {
  return <App key={useAppearance((state) => state.language)} nonce={nonce} />
}

/**
 * Renders synchronously, instead of when React is idle. Chromium caches compiled code only of functions that ran before the end of this
 * file. With a later rendering, each start would have to compile the components again.
 */
function draw(): void {
  // From here on, a change of the language is the broker's choice. Reload the environment, because its data contains texts that main wrote
  // in the old language.
  useAppearance.subscribe(
    (now, before) => now.language !== before.language && void useEnvironment.getState().load(),
  )
  const root = createRoot(document.getElementById('root') as HTMLElement)
  flushSync(() =>
    root.render(
      <StrictMode>
        <InChosenLanguage />
      </StrictMode>,
    ),
  )
}

/** Subscribes to main, requests the data of the first screen, and renders. */
function begin(): void {
  // Subscribe to events before the first requests, because main sends each event only once.
  followConnection()
  followEnvironment()
  followLock()
  followDeals()
  followAppearance()
  // Send these requests before the first render, so that the screen does not have to wait for the responses.
  void useEnvironment.getState().load()
  void useDemo.getState().load()
  if (currentRoute().screen === 'pipeline') void usePipeline.getState().arrive()
  void loadAppearance()
  void resumeAfterLock()
  // The English messages are in this bundle, and the files of the other languages import this bundle. A top-level `await` for such a file
  // would wait forever, because the file in turn waits for this bundle.
  if (servedLanguage() === 'en') draw()
  else void setServedLanguage().then(draw)
}

// The lock screen is the same program at another address. It requests nothing of the office's data.
if (isLockScreen) void import('./features/lock/lock-screen.tsx').then(({ showLock }) => showLock(nonce))
else begin()
