import { setTimeout as sleep } from 'node:timers/promises'
import { clipboard } from 'electron'
import type { Clipboard } from '../../core/ports/privacy.ts'
import { withHiddenPage } from './hidden-page.ts'

/**
 * The operating system's clipboard for sensitive text. A page of a session in memory copies it: Chromium marks what such a page
 * copies with `CanIncludeInClipboardHistory` and `CanUploadToCloudClipboard` 0 on Windows, and keeps it on this computer on macOS.
 * Electron's own `writeBuffer` cannot add these marks, since it removes the text; `ClipboardItem` is missing in Electron 33.
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
const LOOK_EVERY_MS = 5

/** Waits for the text: the page hands it to the clipboard after its script has ended, and must not go before. */
async function arrives(text: string): Promise<boolean> {
  const limit = Date.now() + ARRIVES_WITHIN_MS
  // oxlint-disable-next-line no-await-in-loop
  while ((await clipboard.readText()) !== text) {
    if (Date.now() > limit) return false
    // oxlint-disable-next-line no-await-in-loop
    await sleep(LOOK_EVERY_MS)
  }
  return true
}

/** Runs in the hidden page. A text area copies its plain text alone. */
const COPY = `(() => {
  const area = document.querySelector('textarea')
  area.value = TEXT
  area.select()
  document.execCommand('copy')
})()`
