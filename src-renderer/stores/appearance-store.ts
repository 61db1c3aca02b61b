import { create } from 'zustand'
import { DEFAULT_APPEARANCE, type Appearance } from '../../src-shared/domain/appearance.ts'
import { loadMessages } from '../../src-shared/messages/load-messages.ts'
import { locale, speak } from '../../src-shared/messages/messages.ts'
import { call, on } from '../api/funding-desk.ts'

/** How the app looks and speaks. The tree is drawn anew when `spoken` changes, so words are read where they are shown. */
export const useAppearance = create<Appearance>()(() => ({ settings: DEFAULT_APPEARANCE, spoken: 'en' }))

/** To be awaited before anything is drawn: nobody should see a language flash by. */
export async function loadAppearance(): Promise<void> {
  const appearance = await call('appearance.get', {})
  if (appearance.ok) await adopt(appearance.value)
}

/** Follows the choice, whichever window made it; to be called once. */
export function followAppearance(): () => void {
  return on('appearance.changed', (appearance) => void adopt(appearance))
}

async function adopt(appearance: Appearance): Promise<void> {
  speak(appearance.spoken, await loadMessages(appearance.spoken))
  document.documentElement.lang = locale()
  useAppearance.setState(appearance)
}
