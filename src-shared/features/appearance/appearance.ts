import type { AppearanceSettings } from './appearance-schema.ts'

export type { AppearanceSettings } from './appearance-schema.ts'

export const DEFAULT_APPEARANCE: AppearanceSettings = {
  language: 'system',
  color_scheme: 'auto',
  zoom: 100,
  single_keys: true,
  support_mode: false,
}

export interface Appearance {
  settings: AppearanceSettings
  /** The displayed language: the chosen one, or the one that fits the computer's language. */
  language: 'en' | 'es'
}
