import { trimEnd } from '../../src-shared/text.ts'

const LONGEST = 80

/**
 * Converts typed text to a part of a file name. Removes characters that have a special meaning for file systems or unpackers. Returns an
 * empty string if nothing remains.
 */
export function fileNameOf(text: string): string {
  const name = text
    .replaceAll(/[^\p{L}\p{N} ._()&,-]/gu, '')
    .replace(/^[. ]+/, '')
    .slice(0, LONGEST)
  return trimEnd(name, '. ')
}
