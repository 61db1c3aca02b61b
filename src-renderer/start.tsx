// In a layer of their own the kit's styles give way to ours in whatever order the bundler puts them.
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './theme/global.css'
import './theme/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { isAtPipeline } from './navigation/route.ts'
import { useDemo } from './stores/demo-store.ts'
import { followBridge, useOffice } from './stores/office-store.ts'
import { followDeals, usePipeline } from './stores/pipeline-store.ts'
import { followAppearance, loadAppearance, speakAsServed, useAppearance } from './stores/appearance-store.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
window.__webpack_nonce__ = nonce

/** Another language is another tree: whatever was worded is worded anew. */
function InChosenLanguage() {
  return <App key={useAppearance((state) => state.spoken)} nonce={nonce} />
}

// Followed before it is asked: what main tells while the screen is drawn is told once.
followBridge()
followDeals()
followAppearance()
// Asked before anything is drawn, so that the answers wait for the screen and not it for them.
void useOffice.getState().load()
void useDemo.getState().load()
if (isAtPipeline()) void usePipeline.getState().arrive()
void loadAppearance()
// Not awaited up here: the words of another language build on this very file, and would wait for it in turn.
void speakAsServed().then(() => {
  // From here on another language is one that was chosen: what main words is worded anew.
  useAppearance.subscribe((now, before) => now.spoken !== before.spoken && void useOffice.getState().load())
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <InChosenLanguage />
    </StrictMode>,
  )
})
