import { app } from 'electron'
import { messages } from '../../../src-shared/messages/messages.ts'
import type { SystemNotifications } from '../../core/ports/system.ts'
import type { PreferencesFile } from './preferences-file.ts'

/**
 * Handles the last window's closing. Depending on the settings, the app quits or keeps listening. The first time, a notification says so.
 */
export function afterLastWindow(preferences: PreferencesFile, system: SystemNotifications): void {
  const { alerts: chosen, told_that_it_listens } = preferences.get()
  if (!chosen.keep_listening) {
    if (process.platform !== 'darwin') app.quit()
    return
  }
  if (told_that_it_listens) return
  const { keepsRunning, keepsRunningText } = messages().shell
  system.show({ title: keepsRunning, body: keepsRunningText, opens: 'inbox' })
  void preferences.change({ told_that_it_listens: true })
}
