import { trimEnd } from '../../src-shared/text.ts'

const LONGEST = 80
/** Windows treats these names as devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:\.|$)/i

/**
 * Converts typed text to a part of a file name. Removes characters that have a special meaning for file systems or unpackers. Returns an
 * empty string if nothing remains.
 */
export function fileNameOf(text: string): string {
  const name = text
    .replaceAll(/[^\p{L}\p{N} ._()&,-]/gu, '')
    .replace(/^[. ]+/, '')
    .slice(0, LONGEST)
  return notADevice(trimEnd(name, '. '))
}

/** Replaces only the characters and device names that Windows does not accept. A file name may come from another system. */
export function legalFileName(name: string): string {
  // oxlint-disable-next-line no-control-regex
  return notADevice(name.replaceAll(/[\u0000-\u001f<>:"/\\|?*]/g, '_')) || '_'
}

const notADevice = (name: string) => (DEVICE.test(name) ? `_${name}` : name)
