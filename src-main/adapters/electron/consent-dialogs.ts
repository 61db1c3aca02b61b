import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'
import { words } from '../../../src-shared/messages/messages.ts'
import type { Consent } from '../../core/ports/consent.ts'

/** Asks in the system's dialogs, in front of the app's window. Cancel is what Enter presses. */
export function createConsent(window: () => BrowserWindow | null): Consent {
  async function ask(message: string, detail: string, yes: string): Promise<boolean> {
    const options: MessageBoxOptions = {
      type: 'warning',
      message,
      detail,
      buttons: [words().common.cancel, yes],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    }
    const owner = window()
    const { response } = await (owner === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(owner, options))
    return response === 1
  }
  return {
    trust(certificates) {
      const { trust, trustText, trustIt } = words().settings.consent
      const named = certificates.map(({ name, fingerprint }) => `${name}\nSHA-256 ${fingerprint}`)
      return ask(trust(certificates.length), [trustText, ...named].join('\n\n'), trustIt)
    },
    moveService({ from, to }) {
      const { move, moveText, moveIt } = words().settings.consent
      return ask(move, moveText(from, to), moveIt)
    },
  }
}
