import { app } from 'electron'
import { words } from '../../../src-shared/messages/messages.ts'
import type { SystemNotifications } from '../../core/ports/notifier.ts'
import type { PreferencesFile } from './preferences-file.ts'

/** The last window was closed: the app goes on listening, and says so once, or ends where that was chosen. */
export function afterLastWindow(preferences: PreferencesFile, system: SystemNotifications): void {
  const { alerts: chosen, told_that_it_listens } = preferences.get()
  if (!chosen.keep_listening) {
    if (process.platform !== 'darwin') app.quit()
    return
  }
  if (told_that_it_listens) return
  const { keepsListening, keepsListeningText } = words().shell
  system.show({ title: keepsListening, body: keepsListeningText, opens: 'inbox' })
  void preferences.change({ told_that_it_listens: true })
}
