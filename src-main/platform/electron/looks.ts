import { app, nativeTheme } from 'electron'
import type { Looks } from '../base/system.ts'
import type { PreferencesFile } from './preferences-file.ts'

/** The appearance settings in the preferences file. `apply` uses them for the windows that are open. */
export function createLooks(
  preferences: PreferencesFile,
  windows: { zoom(): void },
): Looks & { apply(): void } {
  const looks = {
    chosen: () => preferences.get().appearance,
    async keep(appearance: ReturnType<Looks['chosen']>) {
      await preferences.change({ appearance })
      looks.apply()
    },
    systemLanguages: () => app.getPreferredSystemLanguages(),
    /** Pages follow the system's color scheme, so this replaces the system's scheme for them. */
    apply() {
      const { color_scheme } = looks.chosen()
      nativeTheme.themeSource = color_scheme === 'auto' ? 'system' : color_scheme
      windows.zoom()
    },
  }
  return looks
}
