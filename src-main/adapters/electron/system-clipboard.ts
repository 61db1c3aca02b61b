import { setTimeout as sleep } from 'node:timers/promises'
import { clipboard } from 'electron'
import type { Clipboard } from '../../core/ports/system.ts'
import { withHiddenPage } from './print-page.ts'

/**
 * The operating system's clipboard for sensitive text. A page of an in-memory session copies the text. On Windows, Chromium then sets
 * `CanIncludeInClipboardHistory` and `CanUploadToCloudClipboard` to 0, and on macOS the text stays on this computer. Electron's
 * `writeBuffer` cannot add these settings because it removes the text. Electron 33 has no `ClipboardItem`.
 */
export const systemClipboard: Clipboard = {
  async write(text) {
    const html = '<!doctype html><textarea></textarea>'
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

const ARRIVES_WITHIN_MS = 2_000
const CHECK_EVERY_MS = 5

/** Waits until the clipboard contains the text. The page transfers the text after its script has ended, and must remain open until then. */
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
