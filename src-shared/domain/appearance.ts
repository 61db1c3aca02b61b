import type { AppearanceSettings } from './appearance-schema.ts'

export type * from './appearance-schema.ts'

export const DEFAULT_APPEARANCE: AppearanceSettings = {
  language: 'system',
  color_scheme: 'auto',
  zoom: 100,
  single_keys: true,
}
