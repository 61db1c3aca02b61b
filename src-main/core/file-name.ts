import { trimEnd } from '../../src-shared/trim-end.ts'

const LONGEST = 80

/**
 * A text that somebody typed as a part of a file's name: without what a file system, or a program that unpacks, takes for more than a
 * name. Empty where nothing is left.
 */
export function fileNameOf(text: string): string {
  const name = text
    .replaceAll(/[^\p{L}\p{N} ._()&,-]/gu, '')
    .replace(/^[. ]+/, '')
    .slice(0, LONGEST)
  return trimEnd(name, '. ')
}
