import { create } from 'zustand'
import {
  DEFAULT_APPEARANCE,
  type Appearance,
  type AppearanceSettings,
} from '../../../src-shared/features/appearance/appearance.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { loadMessages } from '../../../src-shared/platform/texts/load-messages.ts'
import { locale, setMessages } from '../../../src-shared/platform/texts/messages.ts'
import { call, on } from '../api/funding-desk.ts'
import { run } from '../ui/command.tsx'

/**
 * Appearance and language of the app. A change of `language` renders all components again. Therefore, each component must look up its
 * messages during rendering.
 */
export const useAppearance = create<Appearance>()(() => ({ settings: DEFAULT_APPEARANCE, language: 'en' }))

/**
 * Loads the language that main wrote into the page. Await this before the first render, so that no other language appears
 * briefly.
 */
export async function setServedLanguage(): Promise<void> {
  await adopt({ ...useAppearance.getState(), language: servedLanguage() })
}

/** The language of the index.html that main delivered. */
export const servedLanguage = () => (document.documentElement.lang === 'es' ? 'es' : 'en')

let known: Promise<Result<Appearance>> | null = null

/** Loads the saved appearance settings, at most once. */
export function loadAppearance(): Promise<Result<Appearance>> {
  known ??= call('appearance.get', {}).then(async (appearance) => {
    if (appearance.ok) await adopt(appearance.value)
    else known = null
    return appearance
  })
  return known
}

export function followAppearance(): () => void {
  return on('appearance.changed', (appearance) => void adopt(appearance))
}

/** True if the broker wants to see what support needs, such as hashes, JSON files, and the call log (Settings, Advanced). */
export const useSupportMode = () => useAppearance((state) => state.settings.support_mode)

/** Changes the settings in every window immediately, and keeps them after a restart. */
export async function changeAppearance(
  change: (settings: AppearanceSettings) => Partial<AppearanceSettings>,
): Promise<void> {
  // Main saves all appearance settings together. Therefore, wait until the saved settings are loaded. Otherwise, a shortcut that changes
  // one setting during startup would overwrite the others with their defaults.
  if ((await run(loadAppearance())) === null) return
  const before = useAppearance.getState().settings
  const settings = { ...before, ...change(before) }
  // Set the new settings before main responds. If the broker presses a key several times quickly, each change must start from the result of
  // the previous one. Main may not have returned this result yet.
  useAppearance.setState({ settings })
  await run(call('appearance.save', settings))
}

async function adopt(appearance: Appearance): Promise<void> {
  setMessages(appearance.language, await loadMessages(appearance.language))
  document.documentElement.lang = locale()
  useAppearance.setState(appearance)
}
