import type { StartNote, UpdateMemory } from '../../../src-shared/domain/update.ts'
import { compareVersions } from './judge-offered.ts'

type Memory = Pick<UpdateMemory, 'last_run' | 'installing'>

/** Decides what a start of `version` reports, based on the memory of earlier starts. Returns the new memory. */
export function judgeStart(
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
