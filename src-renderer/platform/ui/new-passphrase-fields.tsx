import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { SHORTEST_PASSPHRASE } from '../../../src-shared/features/backup/vault-status.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

interface Typed {
  passphrase: string
  again: string
}

/** State of the two fields for a new passphrase. `isReady` is true if both texts are equal and long enough. */
export function useNewPassphrase() {
  const [typed, setTyped] = useState<Typed>({ passphrase: '', again: '' })
  const { passphrase, again } = typed
  return { typed, setTyped, isReady: isLongEnough(passphrase) && again === passphrase }
}

interface NewPassphraseFieldsProps {
  label: string
  typed: Typed
  onChange: (typed: Typed) => void
}

/** The two passphrase fields without a frame, so that the form can arrange them in a row or a column. */
export function NewPassphraseFields({ label, typed, onChange }: NewPassphraseFieldsProps) {
  const { passphrase, again } = typed
  const text = messages().vault
  const isTooShort = passphrase !== '' && !isLongEnough(passphrase)
  return (
    <>
      <PasswordInput
        label={label}
        value={passphrase}
        onChange={({ currentTarget }) => onChange({ passphrase: currentTarget.value, again })}
        autoComplete="new-password"
        error={isTooShort && text.tooShort(SHORTEST_PASSPHRASE)}
      />
      <PasswordInput
        label={text.sameAgain}
        value={again}
        onChange={({ currentTarget }) => onChange({ passphrase, again: currentTarget.value })}
        autoComplete="new-password"
        error={again !== '' && again !== passphrase && text.differ}
      />
    </>
  )
}

function isLongEnough(passphrase: string): boolean {
  return passphrase.length >= SHORTEST_PASSPHRASE
}
