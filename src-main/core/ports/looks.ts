import type { AppearanceSettings } from '../../../src-shared/domain/appearance.ts'

/** What the computer knows of how the app should look and speak, and where the choice is kept. */
export interface Looks {
  chosen(): AppearanceSettings
  keep(settings: AppearanceSettings): Promise<void>
  /** The computer's languages, the preferred first. */
  systemLanguages(): string[]
}
