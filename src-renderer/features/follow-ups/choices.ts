import { presetsAt, type When } from '../../../src-shared/features/follow-ups/follow-up.ts'
import { instantOf, wallTimeOf } from '../../../src-shared/platform/entry/wall-time.ts'
import { readWhen, type WhenProblem } from '../../../src-shared/features/follow-ups/when.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { ranked } from '../../platform/ui/rank.ts'

export interface Choice {
  id: string
  label: string
  when: When | null
  /** The time as text: a wall time or an instant. */
  shown: string
}

/**
 * Returns the choices for the typed text, the best one first: what the text means, and the presets whose names match it. `until` is the
 * latest allowed instant.
 */
export function choicesFor(
  typed: string,
  now_ms: number,
  canRemove: boolean,
  until: number | null,
): { choices: Choice[]; problem: WhenProblem | 'afterExpiry' | null } {
  const text = messages().followUps
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const now = wallTimeOf(now_ms, zone)
  const shown = (when: When) =>
    'wall' in when ? when.wall : new Date(now_ms + when.minutes * 60_000).toISOString()
  const isAllowed = (when: When) =>
    until === null || ('wall' in when ? instantOf(when.wall, zone) : now_ms + when.minutes * 60_000) < until
  const presets = presetsAt(now)
    .filter(({ when }) => isAllowed(when))
    .map(({ preset, when }): Choice => ({
      id: preset,
      label: text.presets[preset],
      when,
      shown: shown(when),
    }))
  const removal: Choice[] = canRemove ? [{ id: 'remove', label: text.remove, when: null, shown: '' }] : []
  if (typed.trim() === '') return { choices: [...presets, ...removal], problem: null }
  const found = ranked([...presets, ...removal], ({ label }) => label, typed)
  const read = readWhen(typed, now)
  if ('problem' in read) return { choices: found, problem: found.length > 0 ? null : read.problem }
  if (!isAllowed(read.when)) return { choices: found, problem: 'afterExpiry' }
  const meant = shown(read.when)
  const same = presets.find((preset) => preset.shown === meant)
  const first: Choice = same ?? { id: 'typed', label: text.typed, when: read.when, shown: meant }
  return { choices: [first, ...found.filter((choice) => choice !== same)], problem: null }
}
