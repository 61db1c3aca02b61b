import { MultiSelect } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import { matchChoices } from '../../../src-shared/entry/choice.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { US_STATES } from '../../../src-shared/profile/us-states.ts'

interface StatesInputProps {
  label: string
  placeholder: string
  states: string[]
  onChange: (states: string[]) => void
}

/** A field for several states. Enter and Tab add the best match of a typed text. A text that names no state stays as typed. */
export function StatesInput({ label, placeholder, states, onChange }: StatesInputProps) {
  const [typed, setTyped] = useState('')
  const [isEdited, setEdited] = useState(false)
  const isLeaving = useRef(false)
  function takeByTab(event: KeyboardEvent) {
    const best = typed.trim() === '' ? undefined : matchChoices(US_STATES, typed)[0]
    if (event.key !== 'Tab' || best === undefined) return
    setTyped('')
    if (!states.includes(best.value)) onChange([...states, best.value])
  }
  return (
    <MultiSelect
      label={label}
      placeholder={placeholder}
      data={US_STATES}
      value={states}
      onChange={onChange}
      searchable
      clearable
      filter={({ search }) => matchChoices(US_STATES, search)}
      // Without a text, Enter must not add the first state of the list.
      selectFirstOptionOnChange={typed !== ''}
      nothingFoundMessage={messages().application.nothingLikeThat}
      error={typed.trim() !== '' && !isEdited ? messages().form.state : null}
      searchValue={typed}
      onSearchChange={(next) => {
        // The kit empties the text as the field is left.
        if (!isLeaving.current) setTyped(next)
      }}
      onKeyDown={takeByTab}
      onFocus={() => {
        isLeaving.current = false
        setEdited(true)
      }}
      onBlur={() => {
        isLeaving.current = true
        setEdited(false)
      }}
    />
  )
}
