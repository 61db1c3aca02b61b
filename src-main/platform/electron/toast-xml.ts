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
