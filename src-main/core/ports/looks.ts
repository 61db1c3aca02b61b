import type { AppearanceSettings } from '../../../src-shared/domain/appearance.ts'

/** Appearance and language settings of this computer, and their storage. */
export interface Looks {
  chosen(): AppearanceSettings
  keep(settings: AppearanceSettings): Promise<void>
  /** The computer's languages, preferred first. */
  systemLanguages(): string[]
}
