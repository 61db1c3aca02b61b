import { failure } from '../../platform/base/failure.ts'
import { joinMessages, type Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import {
  monthValue,
  type NameValues,
  namesByPattern,
  patternProblems,
  USUAL_PATTERN,
} from '../../../src-shared/features/handout/name-pattern.ts'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'
import { looksSensitive } from '../../../src-shared/features/form/sensitive.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import { timelineWrite } from '../../platform/vault/vault.ts'

/** The timeline entry about files that left the app. */
export interface HandedOutEntry {
  title: Message
  detail: Message
}

/** A document, with the name of the file that left the app. */
export interface NamedDocument {
  document: DealDocument
  name: string
}

/** Number of file names in a timeline entry. */
const MOST_NAMES = 20
const SEPARATOR = ' · '

/** Returns the entry about documents. The app sees that the broker handed them out, but not whether they arrived anywhere. */
export function documentsEntry(
  way: 'dragged' | 'copied' | 'saved',
  named: readonly NamedDocument[],
): HandedOutEntry {
  const { handedOut } = msg.history
  const shown = named.slice(0, MOST_NAMES).map(({ document, name }) => handedOut.file(name, document.name))
  const more = named.length - shown.length
  const names = joinMessages([...shown, ...(more > 0 ? [handedOut.others(more)] : [])], ', ')
  return {
    title: handedOut[way](named.length),
    detail: way === 'saved' ? names : joinMessages([names, handedOut.unknownTarget], SEPARATOR),
  }
}

export function packageEntry(
  way: 'package_dragged' | 'package_saved',
  name: string,
  { with_sensitive }: { with_sensitive: boolean },
): HandedOutEntry {
  const { handedOut } = msg.history
  const notes = [
    ...(with_sensitive ? [handedOut.withSensitive] : []),
    ...(way === 'package_dragged' ? [handedOut.unknownTarget] : []),
  ]
  return { title: handedOut[way], detail: joinMessages([name, ...notes], SEPARATOR) }
}

/** Adds the entry to the deal's timeline. */
export async function recordHandedOut(
  { vault, clock, emit }: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  deal_id: string,
  { title, detail }: HandedOutEntry,
): Promise<void> {
  await vault.commit([timelineWrite(deal_id, clock.now(), 'document_handed_out', title, detail)])
  emit('deal.changed', { deal_id })
}

const PATTERN = 'handout.file_names'

/** Returns the broker's pattern for file names, or the default pattern. */
export async function readPattern({ vault }: Pick<Platform, 'vault'>): Promise<string> {
  const kept = await vault.getSetting(PATTERN)
  const pattern = kept ?? USUAL_PATTERN
  return patternProblems(pattern).length === 0 ? pattern : USUAL_PATTERN
}

export async function savePattern({ vault }: Pick<Platform, 'vault'>, pattern: string): Promise<string> {
  if (patternProblems(pattern).length > 0)
    throw failure('INVALID_INPUT', msg.errors.patternInvalid, msg.errors.correctPattern)
  await vault.commit([{ write: 'set_setting', key: PATTERN, value: pattern }])
  return pattern
}

/** Returns the names under which documents of a deal leave the app, in the order of `documents`. */
export function handedOutNames(
  { profile, clock }: Pick<Platform, 'clock'> & Pick<BrokerForm, 'profile'>,
  pattern: string,
  deal: StoredDeal,
  documents: readonly DealDocument[],
  taken: readonly string[] = [],
): string[] {
  const dba = valueAt(deal.values, 'company.dba')
  const date = dayOf(clock.now())
  const digits = String(documents.length).length
  const values = documents.map((document, at): NameValues => ({
    merchant: plain(deal.legal_name),
    dba: typeof dba === 'string' ? plain(dba) : '',
    kind: profile.document_kinds.find(({ value }) => value === document.kind)?.label ?? document.kind,
    month: monthValue(document.reading?.period ?? null),
    reference: plain(deal.reference),
    date,
    n: String(at + 1).padStart(digits, '0'),
    name: document.name,
  }))
  return namesByPattern(pattern, values, { taken })
}

/** Leaves out a value that looks like an SSN or an EIN, for example because the broker typed it into the wrong field. */
const plain = (value: string) => (looksSensitive('', value) ? '' : value)
