import { Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type FollowUp, presetsAt, type When } from '../../../src-shared/features/follow-ups/follow-up.ts'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { dueText } from '../../../src-shared/platform/texts/plural.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { useCommand } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { useLoaded } from '../../platform/ui/loaded.tsx'
import { Hint } from '../../platform/ui/parts.tsx'
import { useMinute } from '../../platform/ui/clock.ts'
import classes from './remind.module.css'
import { askWhen, removeReminder, type RemindTarget, setTime, useRemind } from './remind.ts'
import { instantOf, wallTimeOf } from '../../../src-shared/platform/entry/wall-time.ts'
import { readWhen, type WhenProblem } from '../../../src-shared/features/follow-ups/when.ts'
import { ranked } from '../../platform/ui/rank.ts'

export function RemindDialog() {
  const target = useRemind((state) => state.target)
  return target === null ? null : <TimeDialog key={JSON.stringify(target)} target={target} />
}

function TimeDialog({ target }: { target: RemindTarget }) {
  const [typed, setTyped] = useState('')
  const [typedNote, setNote] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const { error, run, dismiss } = useCommand()
  const { name, present } = useTarget(target)
  const now = useMinute()
  const id = useId()
  const isBusy = useRef(false)
  const note = typedNote ?? present?.note ?? ''
  const text = messages().followUps
  const { choices, problem } = choicesFor(typed, now, present, untilOf(target))
  const at = Math.min(active, choices.length - 1)

  async function choose(choice: Choice | undefined) {
    // A second press of Enter must not set the time twice.
    if (choice === undefined || isBusy.current) return
    isBusy.current = true
    const isDone =
      choice.when === null
        ? present === null || (await removeReminder(present, name, run))
        : await setTime(target, choice.when, choice.shown, note, run)
    isBusy.current = false
    if (isDone) askWhen(null)
  }

  const activeId = choices[at] && `${id}-${choices[at].id}`
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((at + step + choices.length) % Math.max(1, choices.length))
    else if (event.key === 'Enter') void choose(choices[at])
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      onClose={() => askWhen(null)}
      title={target.of === 'deal' ? text.remind : text.snooze}
      size={440}
      gap="6"
      yOffset="14vh"
      centered={false}
      // Without a transition, the field has the focus immediately, so that quickly typed letters are not lost.
      transitionProps={{ duration: 0 }}
      action={{
        label: confirmLabel(choices[at]),
        run: () => void choose(choices[at]),
        disabled: choices.length === 0,
      }}
    >
      {name !== '' && (
        <Text fw={600} truncate>
          {name}
        </Text>
      )}
      <TextInput
        data-autofocus
        autoFocus
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={id}
        aria-activedescendant={activeId}
        aria-label={text.field}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={text.hint}
        maxLength={60}
        value={typed}
        error={(error && formatMessage(error.message)) ?? (problem && text.problems[problem])}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setActive(0)
          dismiss()
        }}
        onKeyDown={press}
      />
      <ul
        className={classes.choices}
        role="listbox"
        id={id}
        aria-label={text.choices}
        hidden={choices.length === 0}
      >
        {choices.map((choice, place) => (
          <li
            key={choice.id}
            id={`${id}-${choice.id}`}
            role="option"
            aria-selected={place === at}
            className={classes.choice}
            data-choice={choice.id}
            onClick={() => void choose(choice)}
          >
            <span className={classes.label}>{choice.label}</span>
            <span className={`tabular ${classes.time}`}>{choice.shown !== '' && dueText(choice.shown)}</span>
          </li>
        ))}
      </ul>
      {target.of === 'deal' && (
        <TextInput
          label={messages().common.note}
          placeholder={text.noteHint}
          maxLength={200}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') press(event)
          }}
        />
      )}
      <Hint mt={2}>
        {target.of === 'deal' && `${explained(present)} `}
        {text.zoneNote}
      </Hint>
    </Dialog>
  )
}

function confirmLabel(choice: Choice | undefined): string {
  const text = messages().followUps
  if (choice === undefined) return messages().common.save
  return choice.when === null ? text.remove : text.confirm(choice.shown)
}

function explained(present: FollowUp | null): string {
  const text = messages().followUps
  if (present === null) return text.explained
  const shown = present.wall ?? present.at
  return present.fired_at === null ? text.present(shown) : text.wasDue(shown)
}

function untilOf(target: RemindTarget): number | null {
  return target.of === 'line' && target.until !== null ? Date.parse(target.until) : null
}

function useTarget(target: RemindTarget): { name: string; present: FollowUp | null } {
  const deal_id = target.of === 'deal' ? target.deal_id : null
  const { value } = useLoaded<{ name: string; follow_up: FollowUp | null }>(async () =>
    deal_id === null ? ok({ name: '', follow_up: null }) : call('follow_ups.get', { deal_id }),
  )
  const name = target.of === 'deal' ? (value?.name ?? '') : target.name
  return { name, present: value?.follow_up ?? null }
}

interface Choice {
  id: string
  label: string
  when: When | null
  /** The time as text: a wall time or an instant. */
  shown: string
}

/**
 * Returns the choices for the typed text, the best one first: what the text means, and the presets whose names match it. Before anything is
 * typed, the time of the present reminder comes first, so that a corrected note does not move it. `until` is the latest allowed instant.
 */
export function choicesFor(
  typed: string,
  now_ms: number,
  present: Pick<FollowUp, 'wall' | 'at'> | null,
  until: number | null,
): { choices: Choice[]; problem: WhenProblem | 'afterExpiry' | null } {
  const text = messages().followUps
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const now = wallTimeOf(now_ms, zone)
  const shown = (when: When) =>
    'wall' in when ? when.wall : new Date(now_ms + when.minutes * 60_000).toISOString()
  const isAllowed = (when: When) =>
    until === null || ('wall' in when ? instantOf(when.wall, zone) : now_ms + when.minutes * 60_000) < until
  const presets = presetsAt(now)
    .filter(({ when }) => isAllowed(when))
    .map(({ preset, when }): Choice => ({
      id: preset,
      label: text.presets[preset],
      when,
      shown: shown(when),
    }))
  const removal: Choice[] =
    present !== null ? [{ id: 'remove', label: text.remove, when: null, shown: '' }] : []
  if (typed.trim() === '') {
    const wall = present && (present.wall ?? wallTimeOf(Date.parse(present.at), zone))
    const kept =
      wall !== null && wall > now ? [{ id: 'kept', label: text.kept, when: { wall }, shown: wall }] : []
    return {
      choices: [...kept, ...presets.filter(({ shown: at }) => at !== wall), ...removal],
      problem: null,
    }
  }
  const found = ranked([...presets, ...removal], ({ label }) => label, typed)
  const read = readWhen(typed, now)
  if ('problem' in read) return { choices: found, problem: found.length > 0 ? null : read.problem }
  if (!isAllowed(read.when)) return { choices: found, problem: 'afterExpiry' }
  const meant = shown(read.when)
  const same = presets.find((preset) => preset.shown === meant)
  const first: Choice = same ?? { id: 'typed', label: text.typed, when: read.when, shown: meant }
  return { choices: [first, ...found.filter((choice) => choice !== same)], problem: null }
}
