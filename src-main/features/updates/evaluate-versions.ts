import { createHash } from 'node:crypto'
import type { OfferedVersion } from '../../platform/base/system.ts'
import type { StartNote, UpdateMemory } from '../../../src-shared/features/updates/update.ts'

/**
 * How the offered version compares with the running one. `later`: it is newer, but the release is offered step by step, and not to this
 * installation yet.
 */
export type Offer = 'same' | 'newer' | 'later' | 'older'

/**
 * Compares the newest version on the update server with the running one. The app never installs an older version automatically; see ADR 12.
 */
export function evaluateOfferedVersion(
  running: string,
  offered: OfferedVersion,
  installation_id: string,
): Offer {
  const order = compareVersions(offered.version, running)
  if (order === 0) return 'same'
  if (order < 0) return 'older'
  return hasItsTurn(installation_id, offered) ? 'newer' : 'later'
}

/**
 * True if this release is offered to this installation. A release is offered to a growing percentage of installations. The order of the
 * installations differs for each release, so that the same ones are not always the first to have problems.
 */
function hasItsTurn(installation_id: string, { version, staging_percentage }: OfferedVersion): boolean {
  const place = createHash('sha256').update(`${installation_id} ${version}`).digest().readUInt32BE(0)
  return (place / 2 ** 32) * 100 < staging_percentage
}

/**
 * Compares two versions by the rules of semver.org. The result is negative if `a` is older, zero if they are equal, and positive if `a` is
 * newer.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)]
  for (const [index, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  // A version with a suffix comes before the same version without a suffix.
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

type Memory = Pick<UpdateMemory, 'last_run' | 'installing'>

/**
 * Compares `version`, which is starting now, with the versions that the app stored at earlier starts. Returns what to tell the broker, and
 * the data to store.
 */
export function evaluateStart(
  version: string,
  { last_run, installing }: Memory,
): { note: StartNote | null; memory: Memory } {
  const isKnown = last_run?.version === version
  const memory: Memory = {
    last_run: { version, proven: isKnown && last_run.proven },
    installing: null,
  }
  return { note: noteOf(version, last_run, installing), memory }
}

function noteOf(version: string, last_run: Memory['last_run'], installing: string | null): StartNote | null {
  if (last_run === null) return null
  const order = compareVersions(version, last_run.version)
  if (order < 0) return { kind: 'rolled_back', from: last_run.version, failed: !last_run.proven }
  if (installing !== null && compareVersions(version, installing) < 0)
    return { kind: 'not_installed', version: installing }
  if (order > 0) return { kind: 'updated', version }
  return last_run.proven ? null : { kind: 'did_not_start', version }
}
