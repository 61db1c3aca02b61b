/** Finds earlier versions inside a PDF. A program that changes a PDF can append the changes and keep the original bytes. */

const END_MARK = Buffer.from('%%EOF')
/** Most earlier versions that are looked at. A file with more of them is refused. */
const MOST_VERSIONS = 64

/** The earlier versions in a file, oldest first. */
export interface EarlierVersions {
  versions: Uint8Array[]
  /** True if the file has the end of a version without a version, or too many of them: nobody knows what it contained before. */
  isUnclear: boolean
}

/**
 * Returns the earlier versions in a file. The end of a version names the place of its table of objects. Other bytes of the file, such as a
 * comment or an attached file, can look like such an end, so the table must be at that place.
 */
export function earlierVersions(bytes: Uint8Array): EarlierVersions {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const last = file.lastIndexOf(END_MARK)
  const versions: Uint8Array[] = []
  for (
    let at = file.indexOf(END_MARK);
    at >= 0 && at < last;
    at = file.indexOf(END_MARK, at + END_MARK.length)
  ) {
    const place = tablePlace(file, at)
    // The first part of a file for the web ends with place 0.
    if (place === null || place === 0) continue
    if (versions.length >= MOST_VERSIONS || !hasTable(file, place, at)) return { versions, isUnclear: true }
    versions.push(bytes.subarray(0, at + END_MARK.length))
  }
  return { versions, isUnclear: appendedTables(file, last) > versions.length }
}

/** Bytes after the place of a table in which its own entry for the table before is looked for. */
const TABLE_BYTES = 200_000

/** Returns how many tables of objects were appended: each names the place of the one before. Only a file for the web names a later place. */
function appendedTables(file: Buffer, end: number): number {
  let place = tablePlace(file, end)
  for (let count = 0; count <= MOST_VERSIONS; count++) {
    if (place === null) return count
    const dictionary = dictionaryOf(file.subarray(place, place + TABLE_BYTES).toString('latin1'))
    const before = /\/Prev\s{1,4}(\d{1,12})/.exec(dictionary)?.[1]
    if (before === undefined || Number(before) >= place) return count
    place = Number(before)
  }
  return MOST_VERSIONS + 1
}

/** Returns the dictionary of a table of objects: after the word `trailer`, or at the begin of the object that holds the table. */
function dictionaryOf(table: string): string {
  const trailer = table.trimStart().startsWith('xref') ? table.indexOf('trailer') : 0
  if (trailer < 0) return ''
  const end = table.slice(trailer).search(/stream|startxref/)
  return table.slice(trailer, end < 0 ? undefined : trailer + end)
}

/** Returns the number between `startxref` and the mark of the end. Null if they are not there. */
function tablePlace(file: Buffer, end: number): number | null {
  const before = file
    .subarray(Math.max(0, end - 64), end)
    .toString('latin1')
    .trimEnd()
  const digits = /\d{1,12}$/.exec(before)?.[0]
  if (digits === undefined) return null
  return before.slice(0, -digits.length).trimEnd().endsWith('startxref') ? Number(digits) : null
}

/** True if a table of objects begins at a place: the word `xref`, or an object such as `12 0 obj`. */
function hasTable(file: Buffer, place: number, end: number): boolean {
  if (place >= end) return false
  const start = file
    .subarray(place, place + 40)
    .toString('latin1')
    .trimStart()
  return start.startsWith('xref') || /^\d{1,10} \d{1,5} obj/.test(start)
}
