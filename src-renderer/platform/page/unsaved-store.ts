import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { EnvironmentStatus } from '../../../src-shared/features/connection/environment.ts'
import type { SubmissionSettings } from '../../../src-shared/features/submission/queue.ts'
import type { ServiceSettingsView } from '../../../src-shared/features/connection/service-settings.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { Channel } from '../../../src-shared/app/contract.ts'
import type { ChannelInput, ChannelOutput } from '../../../src-shared/app/contract.ts'
import type { CreditBox } from '../../../src-shared/features/credit-box/credit-box.ts'
import { typedBox, type TypedBox } from '../../../src-shared/features/credit-box/typed-box.ts'
import { call } from '../api/funding-desk.ts'

interface Unsaved {
  /** The saved value at the time when the broker typed, as JSON. */
  of: string
  value: unknown
  differs: boolean
}

/**
 * Typed values of the settings forms with a Save button. The values remain while the broker views other sections. They never include a
 * secret.
 */
export const useUnsavedForms = create<{ forms: Partial<Record<Form, Unsaved>> }>()(() => ({ forms: {} }))

/**
 * Returns a form's value: the typed value if there is one, otherwise the saved one. Discards the typed value if the saved value changes, in
 * this or another window. `of` is the stored object that the form changes, by default `saved`. A null `of` means that the stored object is
 * not loaded yet.
 */
export function useUnsaved<T>(form: Form, saved: T, of: unknown = saved) {
  const unsaved = useUnsavedForms(({ forms }) => forms[form])
  const base = JSON.stringify(of) ?? NOT_READ
  const isCurrent = unsaved?.of === base
  const value = isCurrent ? (unsaved.value as T) : saved
  const isOutdated = unsaved !== undefined && !isCurrent && base !== NOT_READ
  useEffect(() => {
    if (isOutdated) keep(form, undefined)
  }, [form, isOutdated])
  return {
    value,
    isChanged: !isSame(value, saved),
    set: (next: T) => keep(form, { of: base, value: next, differs: !isSame(next, of) }),
    drop: () => keep(form, undefined),
    /**
     * Call this after main has saved `sent`. Discards the typed value if it is still `sent`, even if the broker has left the form by then.
     */
    kept: (sent: T) => {
      const now = useUnsavedForms.getState().forms[form]
      if (now !== undefined && isSame(now.value, sent)) keep(form, undefined)
    },
  }
}

let typedSecrets = 0

/**
 * The secret that was typed in the setup. It stays in memory until it is saved, because the broker may explore the app before finishing the
 * setup.
 */
let setupSecret = ''

/**
 * State of a field for a secret. A secret that is not empty counts as an unsaved change. The secret is cleared when the form closes, except
 * in the setup, which keeps it.
 */
export function useSecretField(isInSetup = false): [secret: string, set: (secret: string) => void] {
  const [secret, setSecret] = useState(isInSetup ? setupSecret : '')
  const isTyped = secret !== ''
  useEffect(() => {
    if (!isTyped) return
    typedSecrets += 1
    return () => void (typedSecrets -= 1)
  }, [isTyped])
  const set = (next: string) => {
    if (isInSetup) setupSecret = next
    setSecret(next)
  }
  return [secret, set]
}

/** True while a form contains a secret, or a value that differs from the saved value. */
export function isAnyFormUnsaved(): boolean {
  return typedSecrets > 0 || setupSecret !== '' || differing().length > 0
}

/**
 * Discards typed values that are equal to the stored values by now, for example because another window saved them. If the stored value
 * cannot be loaded, keeps the typed value.
 */
export async function dropStored(): Promise<void> {
  await Promise.all(
    differing().map(async ([form, { value }]) => {
      const stored = await readStored[form]()
      if (stored.ok && isSame(value, stored.value)) keep(form, undefined)
    }),
  )
}

function differing(): [Form, Unsaved][] {
  const forms = Object.entries(useUnsavedForms.getState().forms) as [Form, Unsaved | undefined][]
  return forms.filter((entry): entry is [Form, Unsaved] => entry[1]?.differs === true)
}

const NOT_READ = 'null'

/** Compares numbers as text, because a number field contains text while the broker types. */
function isSame(one: unknown, other: unknown): boolean {
  return asText(one) === asText(other)
}

function asText(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'number' ? String(part) : part))
}

function keep(form: Form, unsaved: Unsaved | undefined): void {
  useUnsavedForms.setState(({ forms }) => ({ forms: { ...forms, [form]: unsaved } }))
}

// Types of the values that the settings forms edit, and functions that derive these values from the stored settings.

export type Connection = Pick<EnvironmentStatus, 'environment' | 'base_url' | 'client_id'>
/** The numbers of a rate limit. They are text, because a form must also keep invalid input. */
type RateLimiter = Record<'rate' | 'minutes', string>
export type Sending = Record<'undo' | 'days', string>
/** A credit box (a funder's criteria) that the broker edits. `id` is a stable key for React. */
type EditedBox = { id: number; box: TypedBox }

export const connectionOf = ({ environment, base_url, client_id }: EnvironmentStatus): Connection => ({
  environment,
  base_url,
  client_id,
})
export const rateLimitOf = (settings: ServiceSettingsView): RateLimiter => ({
  rate: String(settings.requests_per_second),
  minutes: String(settings.asking_interval_minutes),
})
export const sendingOf = ({ undo_seconds, duplicate_days }: SubmissionSettings): Sending => ({
  undo: String(undo_seconds),
  days: String(duplicate_days),
})
export const editedOf = (boxes: readonly CreditBox[]): EditedBox[] =>
  boxes.map((box, id) => ({ id, box: typedBox(box) }))

/** Loads the stored value from main, because another window may have changed it. */
const readStored = {
  connection: () => read('environment.get', connectionOf),
  relay: () => read('environment.get', ({ relay_url }) => ({ url: relay_url })),
  creditBox: () => read('credit_box.get', ({ boxes }) => editedOf(boxes)),
  file_names: () => read('handout.settings', ({ pattern }) => ({ pattern })),
  about_you: () => read('snippets.get', ({ broker_name, signature }) => ({ broker_name, signature })),
  network: () => read('service.settings', ({ network }) => network),
  pace: () => read('service.settings', rateLimitOf),
  sending: () => read('submission.settings', sendingOf),
} satisfies Record<string, () => Promise<Result<unknown>>>

type Form = keyof typeof readStored

async function read<C extends Channel, T>(
  channel: C,
  pick: (answer: ChannelOutput<C>) => T,
): Promise<Result<T>> {
  const answer = await call(channel, {} as ChannelInput<C>)
  return answer.ok ? ok(pick(answer.value)) : answer
}

/**
 * Notes that the broker has typed but not added yet, by deal. The texts remain in memory while the broker views other screens, and are
 * never written to disk.
 */
export const useNoteDrafts = create<{ texts: Readonly<Record<string, string>> }>()(() => ({ texts: {} }))

export function changeNote(deal_id: string, change: (text: string) => string): void {
  useNoteDrafts.setState(({ texts }) => {
    const { [deal_id]: before = '', ...others } = texts
    const text = change(before)
    return { texts: text === '' ? others : { ...others, [deal_id]: text } }
  })
}

export const hasNoteDraft = () =>
  Object.values(useNoteDrafts.getState().texts).some((text) => text.trim() !== '')
