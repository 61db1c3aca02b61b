import { execFile } from 'node:child_process'
import type { Log } from '../base/system.ts'

/** Asks the notification server of a Linux desktop for its capabilities. Every desktop with D-Bus has this program. */
const ASK = [
  '--session',
  '--print-reply=literal',
  '--reply-timeout=3000',
  '--dest=org.freedesktop.Notifications',
  '/org/freedesktop/Notifications',
  'org.freedesktop.Notifications.GetCapabilities',
]

/**
 * Starts to find out whether the system reads the body of notifications as markup, which only some notification servers of Linux do. Returns
 * a function that returns the result. Until it is known, the body counts as markup, because text from brokers and from the network must not
 * add links or pictures. The title is never markup.
 */
export function startMarkupCheck(log: Log): () => boolean {
  if (process.platform !== 'linux') return () => false
  let reads = true
  execFile('dbus-send', ASK, { timeout: 5_000 }, (error, answer) => {
    if (error === null) reads = hasMarkup(answer)
    else log.info('notification server not asked', { code: String(error.code ?? 'failed') })
  })
  return () => reads
}

/** True if the answer of `dbus-send` contains the capability `body-markup`. */
export function hasMarkup(answer: string): boolean {
  return answer.split(/\s/).includes('body-markup')
}

/** Escapes text for a server that reads markup, so that it appears as plain text. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

interface Toast {
  title: string
  body: string
  /** Link that Windows opens when the user clicks the notification. A click therefore also works while the app is not running. */
  link: string
}

/** Returns the XML of a Windows notification. Escapes title and body, because they contain text from brokers and from the network. */
export function toastXml({ title, body, link }: Toast): string {
  const texts = [title, body].filter((text) => text !== '').map((text) => `<text>${escaped(text)}</text>`)
  return [
    `<toast activationType="protocol" launch="${escaped(link)}">`,
    `<visual><binding template="ToastGeneric">${texts.join('')}</binding></visual>`,
    '</toast>',
  ].join('')
}

/** Characters that XML cannot represent. If the text contains one, Windows shows no notification. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escaped(text: string): string {
  return text.replaceAll(UNWRITABLE, '').replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}
