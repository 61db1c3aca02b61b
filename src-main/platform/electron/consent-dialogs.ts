import { dialog, type BrowserWindow, type MessageBoxOptions, systemPreferences } from 'electron'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import type { CertificateNamed, Consent, EndpointsChange, SystemUnlock, Log } from '../base/system.ts'
import { oneLine } from './one-line.ts'
import { isNetworkFolder } from '../files/network-folder.ts'
import type { PreferencesFile } from './preferences-file.ts'

/**
 * Asks for the broker's consent in system dialogs in front of the app's window. In these dialogs, Enter and Escape choose Cancel. A dialog
 * closes when the signal of `untilLock` aborts, which means Cancel.
 */
export function createConsent(window: () => BrowserWindow | null, untilLock: () => AbortSignal): Consent {
  async function ask(message: string, detail: string, yes: string): Promise<boolean> {
    const options: MessageBoxOptions = {
      type: 'warning',
      message,
      detail,
      buttons: [messages().common.cancel, yes],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: untilLock(),
    }
    const owner = window()
    const { response } = await (owner === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(owner, options))
    return response === 1
  }
  return {
    trust(certificates) {
      const { trust, trustText, trustIt } = messages().settings.consent
      return ask(trust(certificates.length), [trustText, ...certificates.map(named)].join('\n\n'), trustIt)
    },
    moveService({ from, to }) {
      const { move, moveText, moveIt } = messages().settings.consent
      return ask(move, moveText(oneLine(from), oneLine(to)), moveIt)
    },
    useRelay({ from, to }) {
      const { relay, relayText, relayIt } = messages().settings.consent
      return ask(relay, relayText(from === null ? null : oneLine(from), oneLine(to)), relayIt)
    },
    changeEndpoints(change) {
      const { endpoints, endpointsText, endpointsIt } = messages().settings.consent
      return ask(endpoints, [endpointsText, ...linesOf(change)].join('\n\n'), endpointsIt)
    },
    restoreConnections({ service, relay, endpoints, certificates }) {
      const { restore, restoreText, restoreService, restoreRelay, restoreIt } = messages().settings.consent
      const lines = [
        ...(service === null ? [] : [restoreService(oneLine(service))]),
        ...(relay === null ? [] : [restoreRelay(oneLine(relay))]),
        ...(endpoints === null ? [] : linesOf(endpoints)),
        ...certificates.map(named),
      ]
      return ask(restore, [restoreText, ...lines].join('\n\n'), restoreIt)
    },
    eraseDeals({ names, deals, submitted }) {
      const { erase, eraseText, eraseIt } = messages().selection.consent
      return ask(
        erase(deals),
        eraseText(
          names.map((name) => oneLine(formatMessage(name))),
          deals,
          submitted,
        ),
        eraseIt,
      )
    },
    deleteBackups({ count, folder }) {
      const { deleteOlder, deleteOlderText, deleteThem } = messages().vault
      return ask(deleteOlder(count), deleteOlderText(oneLine(folder)), deleteThem)
    },
  }
}

function named({ name, fingerprint }: CertificateNamed): string {
  return `${oneLine(name)}\nSHA-256 ${fingerprint}`
}

/**
 * Returns the lines of the dialog about changed endpoints. The signing keys are listed first, so that they are visible even if the dialog
 * is too long for the screen.
 */
function linesOf({ operations, offer_fields, signing_keys }: EndpointsChange): string[] {
  const { signingKeys, offerFields } = messages().settings.consent
  return [
    ...(signing_keys === null ? [] : [signingKeys(signing_keys.from, signing_keys.to)]),
    ...(operations.length === 0 ? [] : [operations.map(oneLine).join('\n')]),
    ...(offer_fields.length === 0 ? [] : [[offerFields, ...offer_fields.map(oneLine)].join('\n')]),
  ]
}

/** Touch ID on macOS. Other systems offer no way that the app supports (ADR 19). */
export const touchId: SystemUnlock = {
  available: () =>
    process.platform === 'darwin' && systemPreferences.canPromptTouchID() ? 'touch_id' : null,
  prompt: () =>
    systemPreferences.promptTouchID(messages().lock.touchIdReason).then(
      () => true,
      () => false,
    ),
}

/** Tells the broker once if the data folder is on another computer, where a database can be damaged. The app keeps working. */
export async function warnOfNetworkFolder(
  folder: string,
  window: BrowserWindow | null,
  preferences: PreferencesFile,
  log: Log,
): Promise<void> {
  if (!(await isNetworkFolder(folder))) return
  log.warn('the data folder is on a network')
  if (window === null || window.isDestroyed() || preferences.get().told_of_network_folder) return
  const { networkFolder, keepLocal } = messages().shell
  await dialog.showMessageBox(window, { type: 'warning', message: networkFolder, detail: keepLocal(folder) })
  await preferences.change({ told_of_network_folder: true })
}
