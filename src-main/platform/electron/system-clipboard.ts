import { setTimeout as sleep } from 'node:timers/promises'
import { clipboard } from 'electron'
import type { Clipboard, CopyText } from '../base/system.ts'
import { withHiddenPage } from './print-page.ts'

/**
 * Copies sensitive text to the operating system's clipboard. A hidden page with an in-memory session copies the text, because Chromium
 * protects text from such a page. On Windows, Chromium sets `CanIncludeInClipboardHistory` and `CanUploadToCloudClipboard` to 0. On macOS,
 * the text is not copied to other devices. Electron's `writeBuffer` cannot add these settings, because it replaces the whole clipboard,
 * including the text. Electron 33 has no `ClipboardItem`.
 */
export const systemClipboard: Clipboard = {
  async write(text) {
    const html = '<!doctype html><textarea></textarea>'
    // The caller tells the broker that nothing was copied.
    return withHiddenPage({ partition: 'clipboard', html, javascript: true }, async (page) => {
      await page.executeJavaScript(
        COPY.replace('TEXT', () => JSON.stringify(text)),
        true,
      )
      return arrives(text)
    }).catch(() => false)
  },
  read: async () => clipboard.readText(),
  clear: () => clipboard.clear(),
}

/** Copies a text like any other program. */
export const copyText: CopyText = (text) => {
  // An older Electron returns no promise. The broker notices a failed copy when pasting.
  Promise.resolve(clipboard.writeText(text)).catch(() => {})
}

const ARRIVES_WITHIN_MS = 2_000
const CHECK_EVERY_MS = 5

/**
 * Waits until the clipboard contains the text. The page transfers the text only after its script has ended, so the page must remain open
 * until the text arrives.
 */
async function arrives(text: string): Promise<boolean> {
  const limit = Date.now() + ARRIVES_WITHIN_MS
  while ((await clipboard.readText()) !== text) {
    if (Date.now() > limit) return false
    await sleep(CHECK_EVERY_MS)
  }
  return true
}

/** Script that runs in the hidden page. It copies from a text area, because copying from a text area produces only plain text. */
const COPY = `(() => {
  const area = document.querySelector('textarea')
  area.value = TEXT
  area.select()
  document.execCommand('copy')
})()`
