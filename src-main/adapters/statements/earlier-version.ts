/** Finds an earlier version inside a PDF. A program that changes a PDF can append the changes and keep the original bytes. */

const END_MARK = Buffer.from('%%EOF')
/** The first part of a linearized file ends within its first kilobytes, although nothing was changed. */
const LINEARIZED = '/Linearized'

/** Returns the bytes of the first version in a file, or null if the file has only one version. */
export function earliestVersion(bytes: Uint8Array): Uint8Array | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const ends: number[] = []
  for (
    let at = file.indexOf(END_MARK);
    at >= 0 && ends.length < 64;
    at = file.indexOf(END_MARK, at + END_MARK.length)
  )
    ends.push(at + END_MARK.length)
  if (file.subarray(0, 2048).includes(LINEARIZED)) ends.shift()
  const [first] = ends
  if (first === undefined || ends.length < 2) return null
  return bytes.subarray(0, first)
}
