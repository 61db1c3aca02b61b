import { trimEnd } from '../../src-shared/text.ts'

const LONGEST = 80
/** Matches names that Windows treats as devices, even with an extension. */
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

/** Makes a file name valid on Windows, and changes nothing else. The name may come from another operating system. */
export function legalFileName(name: string): string {
  // oxlint-disable-next-line no-control-regex
  return notADevice(name.replaceAll(/[\u0000-\u001f<>:"/\\|?*]/g, '_')) || '_'
}

const notADevice = (name: string) => (DEVICE.test(name) ? `_${name}` : name)
