import type { AppearanceSettings } from './appearance-schema.ts'

export type { AppearanceSettings } from './appearance-schema.ts'

export const DEFAULT_APPEARANCE: AppearanceSettings = {
  language: 'system',
  color_scheme: 'auto',
  zoom: 100,
  single_keys: true,
}

export interface Appearance {
  settings: AppearanceSettings
  /** The language that is spoken: the chosen one, or what the computer's comes to. */
  spoken: 'en' | 'es'
}
