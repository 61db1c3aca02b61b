import type { AppearanceSettings } from '../../../src-shared/features/appearance/appearance.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { readPreferences } from './preferences-store.ts'
import type { WindowPlace } from './window-place.ts'

/** The preferences that the app needs first when it starts. */
interface Opening extends Pick<AppearanceSettings, 'zoom' | 'language'> {
  color_scheme: 'system' | 'light' | 'dark'
  window: WindowPlace | null
  environment: Environment
  has_pin: boolean
}

/**
 * Reads the preferences file. For a fast start, the app calls this before it loads the class `PreferencesFile` and its schemas. Replaces
 * invalid values with defaults.
 */
export function readOpening(file: string): Opening {
  const { appearance, window, environment, lock } = readPreferences(file) ?? {}
  const { color_scheme, language, zoom } = (appearance ?? {}) as Record<string, unknown>
  return {
    color_scheme: color_scheme === 'light' || color_scheme === 'dark' ? color_scheme : 'system',
    language: language === 'en' || language === 'es' ? language : 'system',
    zoom: typeof zoom === 'number' && zoom >= 80 && zoom <= 200 ? zoom : 100,
    window: isPlace(window) ? window : null,
    environment: environment === 'production' ? 'production' : 'sandbox',
    has_pin: (lock as Record<string, unknown> | undefined)?.['has_pin'] === true,
  }
}

function isPlace(value: unknown): value is WindowPlace {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, width, height, is_maximized } = value as Record<string, unknown>
  return (
    [x, y, width, height].every(Number.isInteger) &&
    Number(width) > 0 &&
    Number(height) > 0 &&
    typeof is_maximized === 'boolean'
  )
}
