import type { DraftSaved } from '../../../src-shared/features/drafts/contract.ts'
import type { FormValues } from '../../../src-shared/features/deals/deal.ts'
import type {
  KnownMerchant,
  ReusableSection,
  SameMerchant,
} from '../../../src-shared/features/merchants/merchants.ts'
import { MOST_ROWS, rowIds, valueAt } from '../../../src-shared/features/form/form-path.ts'
import type {
  PayloadProfile,
  ProfileField,
  ProfileList,
} from '../../../src-shared/features/form/payload-profile.ts'
import { showEntry } from '../../../src-shared/features/form/keep-entry.ts'
import { maskValue } from '../../../src-shared/features/form/sensitive.ts'
import { fold } from '../../../src-shared/platform/base/text.ts'
import { changeDraft, type ChangeOrigin, type DraftNeeds, valueGone } from '../drafts/change-draft.ts'
import { changesFor } from '../drafts/form-changes.ts'
import { loadDeal, isEditable } from '../deals/load-deal.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'

const COMPANY = 'company.'

/** A value of an earlier deal and its field in this deal. `current` is the value that the field has already; null if it is empty. */
interface Reusable {
  path: string
  field: ProfileField
  value: string
  current: string | null
}

interface Section {
  section_id: string
  title: string
  values: Reusable[]
  is_suggested: boolean
}

/**
 * Returns the other deals of a deal's merchant. If the deal is a draft, also returns what it could reuse from the newest of them. Deals in
 * the trash are listed, but their values are not offered.
 */
export async function viewKnownMerchant(
  context: Pick<Platform, 'vault'> & Pick<BrokerForm, 'profile'>,
  deal_id: string,
): Promise<KnownMerchant> {
  const [deal, same] = await Promise.all([loadDeal(context, deal_id), context.vault.sameMerchant(deal_id)])
  const deals = same.deals.map(({ row, same: by }) => ({ ...row, same: by }))
  const source = isEditable(deal) && !same.is_dismissed ? sourceOf(same) : null
  if (source === null) return { deals, reuse: null }
  const earlier = await context.vault.getDeal(source.deal_id)
  if (earlier === null) return { deals, reuse: null }
  const sections = sectionsToReuse(context.profile, earlier.values, deal.values)
  const shown = sections.flatMap((section) => view(section))
  const { submitted_at, created_at, legal_name } = earlier
  return {
    deals,
    reuse: shown.some(({ is_suggested }) => is_suggested)
      ? { deal_id: source.deal_id, legal_name, at: submitted_at ?? created_at, sections: shown }
      : null,
  }
}

/**
 * Copies values of an earlier deal into the empty fields of a draft, as one step that the broker can undo. Fails if the earlier deal is not
 * one of the same merchant. `sections` are the ids of the chosen sections.
 */
export async function reuseMerchant(
  context: DraftNeeds,
  { from_deal_id, sections, ...origin }: ChangeOrigin & { from_deal_id: string; sections: readonly string[] },
): Promise<DraftSaved & { filled: number }> {
  const same = await context.vault.sameMerchant(origin.deal_id)
  if (sourceOf(same)?.deal_id !== from_deal_id) throw valueGone()
  const earlier = await loadDeal(context, from_deal_id)
  const { profile } = context
  return changeDraft(context, origin, (editor) => {
    const chosen = sectionsToReuse(profile, earlier.values, editor.values).filter(({ section_id }) =>
      sections.includes(section_id),
    )
    const fills = chosen.flatMap(({ values }) => values.filter(({ current }) => current === null))
    if (!editor.applyTogether(changesFor(profile, editor.values, fills))) throw valueGone()
    return { writes: [], more: { filled: fills.length } }
  })
}

/** Remembers that the broker does not want to reuse earlier values in this deal. */
export async function dismissReuse(
  context: Pick<Platform, 'vault' | 'emit'>,
  deal_id: string,
): Promise<void> {
  await context.vault.commit([{ write: 'dismiss_reuse', deal_id }])
  context.emit('deal.changed', { deal_id })
}

/**
 * Returns the deal whose values to offer: the newest one outside the trash, preferably with the same EIN. If only the name matches and
 * the deals have different EINs, returns null, because they are different businesses with the same name.
 */
function sourceOf({ deals }: SameMerchant): { deal_id: string } | null {
  const present = deals.filter(({ row }) => row.deleted_at === null)
  const byEin = present.find(({ same }) => same === 'ein')
  if (byEin !== undefined) return byEin.row
  const eins = new Set(present.flatMap(({ ein_key }) => (ein_key === '' ? [] : [ein_key])))
  return eins.size > 1 ? null : (present[0]?.row ?? null)
}

/** Returns the sections of the form about the company, and each owner, with the values that the earlier deal has for them. */
function sectionsToReuse(profile: PayloadProfile, from: FormValues, to: FormValues): Section[] {
  return profile.sections.flatMap(({ id, title, fields = [], list }): Section[] => {
    const own = fields.filter(({ path }) => path.startsWith(COMPANY))
    const values = own.flatMap((field) => reusable(field, field.path, field.path, from, to))
    const section = {
      section_id: id,
      title,
      values,
      // Amounts such as the revenue were true at the time of the earlier deal.
      is_suggested: !values.every(({ field }) => field.type === 'money'),
    }
    const owners = list !== undefined && list.path.startsWith(COMPANY) ? ownersToReuse(list, from, to) : []
    return [...(values.length > 0 ? [section] : []), ...owners]
  })
}

function ownersToReuse(list: ProfileList, from: FormValues, to: FormValues): Section[] {
  const free = new Set(rowIds(to, list.path))
  let next = free.size
  return rowIds(from, list.path).flatMap((id, at): Section[] => {
    const source = `${list.path}.${id}`
    const rows = [...free]
    const row =
      rows.find((one) => isSamePerson(from, source, to, `${list.path}.${one}`)) ??
      rows.find((one) => isEmpty(valueAt(to, `${list.path}.${one}`)))
    if (row === undefined && next >= (list.max_rows ?? MOST_ROWS)) return []
    const values = list.fields.flatMap((field) =>
      reusable(field, `${source}.${field.path}`, `${list.path}.${row ?? next}.${field.path}`, from, to),
    )
    if (values.length === 0) return []
    if (row === undefined) next++
    else free.delete(row)
    const name = [textAt(from, `${source}.first_name`), textAt(from, `${source}.last_name`)]
    const title = [`${list.row_label} ${at + 1}`, name.filter((part) => part !== null).join(' ')]
    return [
      {
        section_id: source,
        title: title.filter((part) => part !== '').join(': '),
        values,
        is_suggested: true,
      },
    ]
  })
}

function isSamePerson(from: FormValues, source: string, to: FormValues, target: string): boolean {
  const same = (field: string) => {
    const [one, other] = [textAt(from, `${source}.${field}`), textAt(to, `${target}.${field}`)]
    return one !== null && other !== null && fold(one) === fold(other)
  }
  return same('ssn') || (same('first_name') && same('last_name'))
}

function isEmpty(row: unknown): boolean {
  if (typeof row === 'string') return row.trim() === ''
  return typeof row !== 'object' || row === null || Object.values(row).every(isEmpty)
}

function reusable(
  field: ProfileField,
  source: string,
  path: string,
  from: FormValues,
  to: FormValues,
): Reusable[] {
  const value = textAt(from, source)
  return value === null || field.clear_on_duplicate === true
    ? []
    : [{ path, field, value, current: textAt(to, path) }]
}

function textAt(values: FormValues, path: string): string | null {
  const value = valueAt(values, path)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Returns a section for the page if it would fill at least one field. */
function view({ section_id, title, values, is_suggested }: Section): ReusableSection[] {
  const fills = values.filter(({ current }) => current === null)
  if (fills.length === 0) return []
  return [
    {
      section_id,
      title,
      values: fills.map(({ field, value }) => ({
        label: field.label,
        value: field.sensitive
          ? maskValue(field.type, value)
          : (choiceLabel(field, value) ?? showEntry(field.type, value)),
      })),
      differing: values.filter(({ current, value }) => current !== null && current !== value).length,
      is_suggested,
    },
  ]
}

function choiceLabel({ choices }: ProfileField, value: string): string | undefined {
  return choices?.find((choice) => choice.value === value)?.label
}
