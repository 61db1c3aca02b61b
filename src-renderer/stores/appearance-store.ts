import { create } from 'zustand'
import {
  DEFAULT_APPEARANCE,
  type Appearance,
  type AppearanceSettings,
} from '../../src-shared/domain/appearance.ts'
import { ok, type Result } from '../../src-shared/errors.ts'
import { loadMessages } from '../../src-shared/messages/load-messages.ts'
import { locale, setMessages } from '../../src-shared/messages/messages.ts'
import { call, on } from '../api/funding-desk.ts'
import { notifyError } from '../ui/notify-error.ts'

/** How the app looks and speaks. The tree is drawn anew when `spoken` changes, so words are read where they are shown. */
export const useAppearance = create<Appearance>()(() => ({ settings: DEFAULT_APPEARANCE, spoken: 'en' }))

/** To be awaited before anything is drawn: nobody should see a language flash by. Main put it into the page. */
export async function setServedLanguage(): Promise<void> {
  await adopt({ ...useAppearance.getState(), spoken: servedLanguage() })
}

/** The language in which main served index.html. */
export const servedLanguage = () => (document.documentElement.lang === 'es' ? 'es' : 'en')

let known: Promise<Result<void>> | null = null

/** Asks what was chosen, once. */
export function loadAppearance(): Promise<Result<void>> {
  known ??= call('appearance.get', {}).then(async (appearance) => {
    if (appearance.ok) await adopt(appearance.value)
    else known = null
    return appearance.ok ? ok(undefined) : appearance
  })
  return known
}

/** Follows the choice, whichever window made it; to be called once. */
export function followAppearance(): () => void {
  return on('appearance.changed', (appearance) => void adopt(appearance))
}

/** Holds in every window at once, and at the next start. */
export async function changeAppearance(
  change: (settings: AppearanceSettings) => Partial<AppearanceSettings>,
): Promise<void> {
  // All of it is saved: what was chosen before has to be known, however early a key is pressed.
  const loaded = await loadAppearance()
  if (!loaded.ok) return notifyError(loaded.error)
  const before = useAppearance.getState().settings
  const settings = { ...before, ...change(before) }
  // Keys that follow each other quickly build on what they asked for, not on what was answered.
  useAppearance.setState({ settings })
  const saved = await call('appearance.save', settings)
  if (!saved.ok) notifyError(saved.error)
}

async function adopt(appearance: Appearance): Promise<void> {
  setMessages(appearance.spoken, await loadMessages(appearance.spoken))
  document.documentElement.lang = locale()
  useAppearance.setState(appearance)
}
