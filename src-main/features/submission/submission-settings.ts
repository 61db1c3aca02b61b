import {
  USUAL_DUPLICATE_DAYS,
  USUAL_UNDO_SECONDS,
  type SubmissionSettings,
} from '../../../src-shared/features/submission/queue.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'

export const UNDO = 'undo_seconds'
const DUPLICATE = 'duplicate_days'

export async function readSubmissionSettings(vault: Vault): Promise<Result<SubmissionSettings>> {
  const [undo, duplicate] = await Promise.all([vault.getSetting(UNDO), vault.getSetting(DUPLICATE)])
  if (!undo.ok) return undo
  if (!duplicate.ok) return duplicate
  return ok({
    undo_seconds: undo.value === null ? USUAL_UNDO_SECONDS : Number(undo.value),
    duplicate_days: duplicate.value === null ? USUAL_DUPLICATE_DAYS : Number(duplicate.value),
  })
}

export async function saveSubmissionSettings(
  { vault }: EnvironmentContext,
  settings: SubmissionSettings,
): Promise<Result<SubmissionSettings>> {
  const kept = await vault.commit([
    { write: 'set_setting', key: UNDO, value: String(settings.undo_seconds) },
    { write: 'set_setting', key: DUPLICATE, value: String(settings.duplicate_days) },
  ])
  return kept.ok ? ok(settings) : kept
}
