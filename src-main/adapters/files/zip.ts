import { strToU8, zipSync } from 'fflate'

/** A zip of text files by their names. */
export function zipTexts(files: Record<string, string>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}
