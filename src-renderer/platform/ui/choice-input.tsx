import { CheckIcon, Combobox, InputBase, ScrollArea, useCombobox, type TextInputProps } from '@mantine/core'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { matchChoices, readChoice, type Choice } from '../../../src-shared/platform/entry/choice.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import classes from './choice-input.module.css'

interface ChoiceInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  choices: readonly Choice[]
  /** Returns the value that a typed text names, or null. By default, a text names a choice by its value, label, or other name. */
  read?: (typed: string) => string | null
  /** The value of the selected choice, or the typed text if it matches no choice. */
  value: string
  onChange: (kept: string) => void
  clearable?: boolean
  /** Set this to false if the field is inside a popover. Otherwise, a click on an option would count as a click outside the popover. */
  withinPortal?: boolean
}

/**
 * A field for one of several choices. It highlights the best match for the typed text. Enter and Tab select the highlighted
 * choice. Text that matches no choice remains as typed.
 */
export function ChoiceInput(all: ChoiceInputProps) {
  const { choices, read, value, onChange, onBlur, clearable = false, withinPortal = true, ...props } = all
  const readOnly = props.readOnly ?? false
  const [typed, setTyped] = useState<string | null>(null)
  /** Index of the choice that the arrow keys reached; null until an arrow key is pressed. */
  const [at, setAt] = useState<number | null>(null)
  const combobox = useCombobox({ onDropdownClose: () => setAt(null) })
  const id = useId()
  const keep = (text: string) => read?.(text) ?? readChoice(choices, text) ?? text
  const chosen = choices.find((choice) => choice.value === value)
  const shown = typed !== null && keep(typed) === value ? typed : (chosen?.label ?? value)
  const isSearch = typed !== null && typed.trim() !== ''
  const matches = isSearch ? matchChoices(choices, typed) : choices
  const index = at ?? (isSearch && matches.length > 0 ? 0 : null)
  const isOpen = combobox.dropdownOpened
  useEffect(() => {
    if (isOpen && index !== null)
      document.getElementById(`${id}${index}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, index, isOpen])
  function take(next: string) {
    setTyped(null)
    combobox.closeDropdown()
    if (next !== value) onChange(next)
  }
  function move(step: 1 | -1) {
    const count = matches.length
    const next =
      !isOpen || index === null
        ? Math.max(chosen === undefined ? -1 : matches.indexOf(chosen), 0)
        : index + step
    if (count > 0) setAt((next + count) % count)
    combobox.openDropdown()
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (readOnly) return
    const highlighted = isOpen && index !== null ? matches[index] : undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape') combobox.closeDropdown()
    else if ((event.key === 'Enter' || event.key === 'Tab') && highlighted !== undefined) {
      // Enter only selects the choice. Tab selects it and also moves to the next field.
      if (event.key === 'Enter') event.preventDefault()
      take(highlighted.value)
    }
  }
  const canClear = clearable && shown !== '' && !readOnly
  return (
    <Combobox store={combobox} withinPortal={withinPortal} readOnly={readOnly} onOptionSubmit={take}>
      <Combobox.Target
        withExpandedAttribute
        withKeyboardNavigation={false}
        {...(isOpen && index !== null && { 'aria-activedescendant': `${id}${index}` })}
      >
        <InputBase
          autoComplete="off"
          spellCheck={false}
          {...props}
          // A name that is not finished yet is not an error.
          error={typed === null ? props.error : null}
          value={shown}
          onChange={(event) => {
            const text = event.currentTarget.value
            setTyped(text)
            setAt(null)
            combobox.openDropdown()
            if (keep(text) !== value) onChange(keep(text))
          }}
          onKeyDown={press}
          onClick={() => combobox.openDropdown()}
          onBlur={(event) => {
            setTyped(null)
            combobox.closeDropdown()
            onBlur?.(event)
          }}
          rightSection={canClear ? <Combobox.ClearButton onClear={() => take('')} /> : <Combobox.Chevron />}
          rightSectionPointerEvents={canClear ? 'all' : 'none'}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={readOnly}>
        <Combobox.Options>
          <ScrollArea.Autosize mah={220} type="scroll">
            {matches.map((choice, position) => (
              <Combobox.Option
                key={choice.value}
                id={`${id}${position}`}
                value={choice.value}
                selected={position === index}
                active={choice === chosen}
                aria-selected={choice === chosen}
                className={classes.option}
              >
                {choice === chosen && <CheckIcon className={classes.check} />}
                {choice.label}
              </Combobox.Option>
            ))}
          </ScrollArea.Autosize>
          {matches.length === 0 && <Combobox.Empty>{messages().application.nothingLikeThat}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface PickInputProps extends Omit<ChoiceInputProps, 'onChange'> {
  /** Receives the value of a choice, or an empty string if the broker clears the field. */
  onPick: (value: string) => void
}

/** A choice field that reports only valid choices. Other text stays in the field, with an error. */
export function PickInput({ value, onPick, ...props }: PickInputProps) {
  const [text, setText] = useState<string | null>(null)
  const isUnknown = text !== null && text !== ''
  function change(kept: string) {
    const isChoice = props.choices.some((choice) => choice.value === kept)
    setText(isChoice ? null : kept)
    const picked = isChoice ? kept : props.clearable ? '' : value
    if (picked !== value) onPick(picked)
  }
  return (
    <ChoiceInput
      {...props}
      value={text ?? value}
      error={isUnknown ? messages().form.chooseOne : null}
      onChange={change}
      onBlur={() => text === '' && setText(null)}
    />
  )
}
