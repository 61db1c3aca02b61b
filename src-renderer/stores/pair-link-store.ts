import { create } from 'zustand'
import type { PairLink } from '../../src-shared/deep-link.ts'
import { call } from '../api/funding-desk.ts'
import { currentRoute, navigate, replaceRoute } from '../navigation/route.ts'
import { notifyError } from '../ui/notify-error.ts'
import { useDemo } from './demo-store.ts'
import { useEnvironment } from './environment-store.ts'

/**
 * The pairing link that the broker opened or pasted, until the broker pairs or discards it. It is only in this page's memory. It fills in
 * the pairing form, and nothing happens before the broker clicks the button there.
 */
export const usePairLink = create<{ link: PairLink | null }>(() => ({ link: null }))

export const discardPairLink = () => usePairLink.setState({ link: null })

/** Takes the pairing link that was opened in another program, and shows the screen where the broker can pair. */
export async function showPairLink(): Promise<void> {
  const taken = await call('relay.take_link', {})
  if (!taken.ok) notifyError(taken.error)
  else if (taken.value !== null) usePairLink.setState({ link: taken.value })
  const isConfigured = useEnvironment.getState().value?.environment.configured === true
  const { screen } = currentRoute()
  if (!isConfigured || (screen === 'setup' && !useDemo.getState().value.running))
    return navigate({ screen: 'setup' })
  // The address of this step must not remain in the history.
  const show = screen === 'pair' ? replaceRoute : navigate
  show({ screen: 'settings', section: 'alerts' })
}
