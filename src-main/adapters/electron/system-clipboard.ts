import { clipboard } from 'electron'
import type { Clipboard } from '../../core/ports/privacy.ts'

/** The clipboard of the operating system, for text. */
export const systemClipboard: Clipboard = {
  write: (text) => void clipboard.writeText(text),
  read: async () => clipboard.readText(),
  clear: () => clipboard.clear(),
}
