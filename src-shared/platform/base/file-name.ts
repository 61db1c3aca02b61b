import { trimEnd } from './text.ts'

const LONGEST = 80
/** Maximum length of the name of a copied file. Windows limits a whole path to 260 characters, and the folder needs some of them. */
const LONGEST_COPIED = 150
/** Matches names that Windows treats as devices, even with an extension or with spaces after the name. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i
/** Matches half of a character, which remains if the other half is cut off. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/

/**
 * Converts typed text to a part of a file name. Removes characters that have a special meaning for file systems or unpackers. Returns an
 * empty string if nothing remains.
 */
export function fileNameOf(text: string): string {
  const name = text
    .replaceAll(/[^\p{L}\p{N} ._()&,-]/gu, '')
    .replace(/^[. ]+/, '')
    .slice(0, LONGEST)
    .replace(HALF_CHARACTER, '')
  return notADevice(trimEnd(name, '. '))
}

/**
 * Makes a file name valid on Windows, and changes nothing else. The name may come from another operating system. Keeps the extension of a
 * name that is too long.
 */
export function legalFileName(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const legal = trimEnd(name.replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_'), '. ')
  const extension = /\.[^.]{1,10}$/.exec(legal)?.[0] ?? ''
  const start = legal.slice(0, legal.length - extension.length)
  // Trim again: the cut can end after a space or a dot, and a name without an extension would end with it.
  const cut = start.slice(0, LONGEST_COPIED).replace(HALF_CHARACTER, '')
  return notADevice(trimEnd(cut + extension, '. ')) || '_'
}

const notADevice = (name: string) => (DEVICE.test(name) ? `_${name}` : name)
