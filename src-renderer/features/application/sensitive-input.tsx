import { Button, Group, InputBase } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { IMaskInput } from 'react-imask'
import { valueAt } from '../../../src-shared/profile/form-path.ts'
import type { ProfileField } from '../../../src-shared/profile/payload-profile.ts'
import { maskValue } from '../../../src-shared/profile/sensitive.ts'
import { call } from '../../api/funding-desk.ts'
import { textOf, useDeal, useProblem } from '../../stores/deal-store.ts'
import { MASKS } from './masks.ts'
import { tellError } from '../../ui/tell-error.ts'

/** A value that was asked to be seen is hidden again after this long. */
const SHOWN_FOR_MS = 10_000

/**
 * A field whose value stays in main: what is stored shows masked, a press shows it for ten seconds, and what is typed is
 * masked again when the field is left.
 */
export function SensitiveInput({
  field,
  path,
  readOnly,
}: {
  field: ProfileField
  path: string
  readOnly: boolean
}) {
  const value = useDeal((state) => textOf(valueAt(state.values, path)))
  const deal_id = useDeal((state) => state.deal?.deal_id)
  const problem = useProblem(path)
  const [shown, setShown] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const focusSoon = useRef(false)
  const isMasked = value.includes('•')

  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [shown])
  useEffect(() => {
    if (!focusSoon.current) return
    focusSoon.current = false
    input.current?.focus()
  })

  async function show() {
    if (deal_id === undefined) return
    const revealed = await call('deals.reveal', { deal_id, path })
    if (revealed.ok) setShown(revealed.value.value)
    else tellError(revealed.error)
  }
  function leave() {
    const { touch, flush, showMasked } = useDeal.getState()
    touch(path)
    if (value === '') return
    void flush().then((saved) => saved && showMasked(path, maskValue(field.type, value)))
  }

  const common = {
    label: field.label,
    description: field.help,
    withAsterisk: field.required ?? false,
    error: problem === '' ? null : problem,
    'data-path': path,
    autoComplete: 'off',
    classNames: { input: 'tabular' },
  }
  if (!isMasked && !readOnly)
    return (
      <InputBase
        {...common}
        component={IMaskInput}
        inputRef={input}
        mask={MASKS[field.type] ?? '0[00000000000000000000]'}
        value={value}
        onAccept={(next: string) => {
          if (next !== value) useDeal.getState().change({ op: 'set', path, value: next })
        }}
        onBlur={leave}
        inputMode="numeric"
      />
    )
  return (
    <InputBase
      {...common}
      readOnly
      variant={readOnly ? 'filled' : 'default'}
      value={shown ?? value}
      rightSectionWidth="auto"
      rightSection={
        value !== '' && (
          <Group gap={0} wrap="nowrap" pr={2}>
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => (shown === null ? void show() : setShown(null))}
              aria-label={`${shown === null ? 'Show' : 'Hide'} ${field.label}`}
            >
              {shown === null ? 'Show' : 'Hide'}
            </Button>
            {!readOnly && (
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={`Change ${field.label}`}
                onClick={() => {
                  setShown(null)
                  focusSoon.current = true
                  useDeal.getState().change({ op: 'set', path, value: '' })
                }}
              >
                Change
              </Button>
            )}
          </Group>
        )
      }
    />
  )
}
