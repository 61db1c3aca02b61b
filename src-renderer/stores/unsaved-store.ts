import { create } from 'zustand'

type Form = 'lending' | 'payload_profile' | 'endpoints' | 'network' | 'pace' | 'sending'

interface Unsaved {
  /** What was saved, as JSON, when it was changed. */
  of: string
  value: unknown
}

/** What was typed into forms that have a Save button, and waits while the broker looks elsewhere. Never a secret. */
export const useUnsavedForms = create<{ forms: Partial<Record<Form, Unsaved>> }>()(() => ({ forms: {} }))

/**
 * A form's value: what was typed or else what is saved. What was typed goes once something else is saved, here or in another window.
 * `of`: what it changes, where that is not the value itself.
 */
export function useUnsaved<T>(form: Form, saved: T, of: unknown = saved) {
  const unsaved = useUnsavedForms(({ forms }) => forms[form])
  const base = JSON.stringify(of) ?? ''
  const value = unsaved !== undefined && unsaved.of === base ? (unsaved.value as T) : saved
  return {
    value,
    isChanged: JSON.stringify(value) !== JSON.stringify(saved),
    set: (next: T) => keep(form, { of: base, value: next }),
    drop: () => keep(form, undefined),
  }
}

function keep(form: Form, unsaved: Unsaved | undefined): void {
  useUnsavedForms.setState(({ forms }) => ({ forms: { ...forms, [form]: unsaved } }))
}
