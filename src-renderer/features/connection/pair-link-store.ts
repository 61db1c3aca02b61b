import { create } from 'zustand'
import type { PairLink } from '../../../src-shared/platform/addresses/deep-link.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { currentRoute, navigate, replaceRoute } from '../../platform/navigation/route.ts'
import { run } from '../../platform/ui/command.tsx'
import { useDemo } from '../../platform/page/server-stores.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'

/**
 * The pairing link that the broker opened or pasted, until the broker pairs or discards it. It is only in this page's memory. It fills in
 * the pairing form, and nothing happens before the broker clicks the button there.
 */
export const usePairLink = create<{ link: PairLink | null }>(() => ({ link: null }))

export const discardPairLink = () => usePairLink.setState({ link: null })

/** Takes the pairing link that was opened in another program, and shows the screen where the broker can pair. */
export async function showPairLink(): Promise<void> {
  const link = await run(call('relay.take_link', {}))
  if (link !== null) usePairLink.setState({ link })
  const isConfigured = useEnvironment.getState().value?.environment.configured === true
  const { screen } = currentRoute()
  if (!isConfigured || (screen === 'setup' && !useDemo.getState().value.running))
    return navigate({ screen: 'setup' })
  // The address of this step must not remain in the history.
  const show = screen === 'pair' ? replaceRoute : navigate
  show({ screen: 'settings', section: 'alerts' })
}
