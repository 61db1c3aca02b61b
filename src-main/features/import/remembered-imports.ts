import { z } from 'zod'
import {
  AMOUNT_STYLES,
  DATE_ORDERS,
  type RememberedImport,
} from '../../../src-shared/features/import/import.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'

const SETTING = 'import.remembered'
/** Maximum number of remembered sources. If there are more, the app forgets the one that was not used for the longest time. */
const MOST = 30

const target = z.union([z.object({ field: z.string() }), z.enum(['note', 'beside', 'skip'])])
const schema = z.array(
  z.object({
    source: z.string(),
    file: z.string(),
    at: z.string(),
    dates: z.enum(DATE_ORDERS),
    amounts: z.enum(AMOUNT_STYLES),
    columns: z.record(z.string(), target),
  }),
)

/** Returns how earlier imports were read. Returns an empty list if the setting cannot be read, because the app can guess instead. */
export async function rememberedImports({ vault }: EnvironmentContext): Promise<RememberedImport[]> {
  const stored = await vault.getSetting(SETTING)
  if (!stored.ok || stored.value === null) return []
  try {
    return schema.parse(JSON.parse(stored.value))
  } catch {
    return []
  }
}

/** Remembers how a file was read. If this fails, the import is still valid. */
export async function storeRemembered(
  context: EnvironmentContext,
  remember: RememberedImport,
): Promise<void> {
  const others = (await rememberedImports(context)).filter(({ source }) => source !== remember.source)
  const value = JSON.stringify([remember, ...others].slice(0, MOST))
  const stored = await context.vault.commit([{ write: 'set_setting', key: SETTING, value }])
  if (!stored.ok) context.log.warn('columns of an import not remembered', { code: stored.error.code })
}
