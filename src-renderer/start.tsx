// In a layer of their own the kit's styles give way to ours in whatever order the bundler puts them.
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './theme/global.css'
import './theme/print.css'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { currentRoute } from './navigation/route.ts'
import { followEnvironment } from './stores/follow-environment.ts'
import { useDemo } from './stores/demo-store.ts'
import { followConnection, useEnvironment } from './stores/environment-store.ts'
import { followDeals, usePipeline } from './stores/pipeline-store.ts'
import {
  followAppearance,
  loadAppearance,
  servedLanguage,
  setServedLanguage,
  useAppearance,
} from './stores/appearance-store.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
window.__webpack_nonce__ = nonce

/** Another language creates another tree, so that every text is read again. */
function InChosenLanguage() {
  return <App key={useAppearance((state) => state.spoken)} nonce={nonce} />
}

// Followed before it is asked: what main tells while the screen is drawn is told once.
followConnection()
followEnvironment()
followDeals()
followAppearance()
// Send these requests before the first render, so that the screen does not have to wait for the answers.
void useEnvironment.getState().load()
void useDemo.getState().load()
if (currentRoute().screen === 'pipeline') void usePipeline.getState().arrive()
void loadAppearance()

/**
 * Immediately instead of when React is idle: Chromium caches the compiled code that ran before the end of this file, and nothing
 * later.
 */
function draw(): void {
  // From here on another language is one that was chosen: what main words is worded anew.
  useAppearance.subscribe(
    (now, before) => now.spoken !== before.spoken && void useEnvironment.getState().load(),
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

// English is here. The words of another language build on this very file, and would wait for it were they awaited here.
if (servedLanguage() === 'en') draw()
else void setServedLanguage().then(draw)
