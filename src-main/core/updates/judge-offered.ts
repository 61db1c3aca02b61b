import { createHash } from 'node:crypto'
import type { OfferedVersion } from '../ports/system.ts'

/** `later`: a newer version that is not yet staged for this installation. */
export type Offer = 'same' | 'newer' | 'later' | 'older'

/** Compares the server's newest version with the running one. A downgrade is never automatic; see ADR 12. */
export function judgeOffered(running: string, offered: OfferedVersion, installation_id: string): Offer {
  const order = compareVersions(offered.version, running)
  if (order === 0) return 'same'
  if (order < 0) return 'older'
  return hasItsTurn(installation_id, offered) ? 'newer' : 'later'
}

/**
 * True if this installation is in the staged share. Each release starts with other installations, so that the same ones are not always
 * first to find problems.
 */
function hasItsTurn(installation_id: string, { version, staging_percentage }: OfferedVersion): boolean {
  const place = createHash('sha256').update(`${installation_id} ${version}`).digest().readUInt32BE(0)
  return (place / 2 ** 32) * 100 < staging_percentage
}

/** Compares versions by the rules of semver.org: negative, zero, or positive. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)]
  for (const [index, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  // A version with a suffix comes before the same one without.
  if (left.suffix.length === 0 || right.suffix.length === 0) return right.suffix.length - left.suffix.length
  return compareSuffixes(left.suffix, right.suffix)
}

function parts(version: string): { numbers: number[]; suffix: string[] } {
  const [core = '', ...rest] = (version.split('+')[0] ?? '').split('-')
  const suffix = rest.join('-')
  return { numbers: core.split('.').map(Number), suffix: suffix === '' ? [] : suffix.split('.') }
}

function compareSuffixes(left: string[], right: string[]): number {
  for (const [index, one] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    if (one === other) continue
    const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)]
    if (isNumber && isOtherNumber) return Number(one) - Number(other)
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
    return one < other ? -1 : 1
  }
  return left.length - right.length
}
