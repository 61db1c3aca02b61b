interface Toast {
  title: string
  body: string
  /** Windows opens it when the toast is clicked, so the click works also when this app is not there to hear it. */
  link: string
}

/** What Windows shows of a notification. Title and body are plain text, which brokers and the network wrote. */
export function toastXml({ title, body, link }: Toast): string {
  const texts = [title, body].filter((text) => text !== '').map((text) => `<text>${escaped(text)}</text>`)
  return [
    `<toast activationType="protocol" launch="${escaped(link)}">`,
    `<visual><binding template="ToastGeneric">${texts.join('')}</binding></visual>`,
    '</toast>',
  ].join('')
}

/** XML has no way at all to write these: with one of them Windows shows nothing. */
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
