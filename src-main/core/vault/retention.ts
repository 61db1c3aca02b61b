import { RETENTION_YEARS, type Retention } from '../../../src-shared/domain/retention.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { Vault } from '../ports/vault.ts'
import type { EnvironmentContext } from '../environment-context.ts'

const YEARS = 'submitted_kept_years'

/** Returns how long the bin keeps submitted deals. An unreadable value deletes nothing. */
export async function readRetention(vault: Vault): Promise<Result<Retention>> {
  const kept = await vault.getSetting(YEARS)
  if (!kept.ok) return kept
  return ok({ years: RETENTION_YEARS.find((years) => String(years) === kept.value) ?? null })
}

export async function saveRetention(
  { vault }: EnvironmentContext,
  years: Retention['years'],
): Promise<Result<Retention>> {
  const value = years === null ? null : String(years)
  const kept = await vault.commit([{ write: 'set_setting', key: YEARS, value }])
  return kept.ok ? ok({ years }) : kept
}
