import { DRAFT_FILE_KIND, DRAFT_FILE_VERSION } from '../../../src-shared/features/import/import.ts'
import type { FormValues } from '../../../src-shared/features/deals/deal.ts'
import {
  applyChanges,
  labelOf,
  resolvePath,
  rowIds,
  valueAt,
} from '../../../src-shared/features/form/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { withArrays } from '../../../src-shared/features/form/wire-payload.ts'
import { looksSensitive } from '../../../src-shared/features/form/sensitive.ts'
import { leavesOf } from '../../../src-shared/features/form/orphaned-values.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { fileNameOf } from '../../../src-shared/platform/base/file-name.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { columnFinder } from './columns.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import { csv } from '../../platform/files/csv.ts'

/** Number of rows per list in an empty template. */
const TEMPLATE_ROWS = 2

/** Saves an empty CSV file that the import accepts. The file has a column for every field. */
export function exportTemplate(
  { profile }: Pick<BrokerForm, 'profile'>,
  save: SaveFile,
): Promise<{ saved_as: string | null }> {
  const columns = columnsOf(profile, () => TEMPLATE_ROWS)
  return save({ name: 'applications.csv', kind: 'csv' }, csv([columns.map(({ heading }) => heading)]))
}

/** Saves a draft in a format that the import accepts. Includes SSNs and EINs only if the broker chose that. */
export async function exportDraft(
  context: DraftNeeds,
  save: SaveFile,
  { deal_id, as, with_sensitive }: { deal_id: string; as: 'json' | 'csv'; with_sensitive: boolean },
): Promise<{ saved_as: string | null }> {
  const deal = await loadDeal(context, deal_id)
  const { profile } = context
  const values = with_sensitive ? deal.values : withoutSensitive(profile, deal.values)
  const name = `${fileNameOf(deal.legal_name) || 'application'}.${as}`
  const content = as === 'csv' ? draftCsv(profile, values) : draftJson(context, deal, values)
  return save({ name, kind: as }, content)
}

export function draftCsv(profile: PayloadProfile, values: FormValues): Uint8Array {
  const columns = columnsOf(profile, (path) => rowIds(values, path).length)
  const cells = columns.map(({ path }) => valueAt(values, path))
  const texts = cells.map((value) =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : typeof value === 'string' ? value : '',
  )
  return csv([columns.map(({ heading }) => heading), texts])
}

/** Formats a draft as a JSON file that the import accepts. */
export function draftJson(
  { clock, profile }: Pick<Platform, 'clock'> & Pick<BrokerForm, 'profile'>,
  { profile_id, profile_version }: Pick<StoredDeal, 'profile_id' | 'profile_version'>,
  values: FormValues,
): Uint8Array {
  const file = {
    kind: DRAFT_FILE_KIND,
    format_version: DRAFT_FILE_VERSION,
    profile: { id: profile_id, version: profile_version },
    exported_at: clock.now(),
    values: withArrays(profile, values),
  }
  return Buffer.from(`${JSON.stringify(file, null, 2)}\n`)
}

/** Returns a column for every field. The heading is the field's label, or the field's path if another field has the same label. */
function columnsOf(
  profile: PayloadProfile,
  rows: (path: string) => number,
): { path: string; heading: string }[] {
  const find = columnFinder(profile)
  const paths = profile.sections.flatMap(({ fields = [], list }) => [
    ...fields.map(({ path }) => path),
    ...(list === undefined
      ? []
      : Array.from({ length: rows(list.path) }, (_, row) =>
          list.fields.map(({ path }) => `${list.path}.${row}.${path}`),
        ).flat()),
  ])
  return paths.map((path) => {
    const label = labelOf(profile, {}, path).replace(':', '')
    return { path, heading: find(label) === path ? label : path }
  })
}

function withoutSensitive(profile: PayloadProfile, values: FormValues): FormValues {
  const sensitive = leavesOf(values).filter(({ path, value }) => {
    const target = resolvePath(profile, path)
    return target?.kind === 'field' ? target.field.sensitive === true : looksSensitive(path, String(value))
  })
  return (
    applyChanges(
      profile,
      values,
      sensitive.map(({ path }) => ({ op: 'drop' as const, path })),
    ) ?? {}
  )
}
