import { afterAll, describe, expect, test } from 'vitest'
import { setMessages } from '../../../src-shared/platform/texts/messages.ts'
import { es } from '../../../src-shared/app/texts.es.ts'
import { en } from '../../../src-shared/app/texts.en.ts'
import { choicesFor } from './remind-dialog.tsx'

/** Ten in the morning on a Wednesday, by the clock of this computer. */
const NOW = new Date(2026, 10, 25, 10).getTime()
/** A reminder for nine in the morning on the next Monday. */
const MONDAY = { wall: '2026-11-30T09:00', at: new Date(2026, 10, 30, 9).toISOString() }
const idsFor = (typed: string, present: typeof MONDAY | null = null, until: number | null = null) =>
  choicesFor(typed, NOW, present, until).choices.map(({ id }) => id)

describe('the choices of the dialog for a time', () => {
  afterAll(() => setMessages('en', en))

  test('are the presets before anything is typed, and the removal if a reminder is set', () => {
    expect(idsFor('')).toEqual(['later', 'tomorrow', 'in_days', 'monday', 'in_week'])
    expect(idsFor('', MONDAY).at(-1)).toBe('remove')
  })

  test('begin with the time of the present reminder, so that a corrected note keeps it', () => {
    const first = (wall: string | null, instant: Date) =>
      choicesFor('', NOW, { wall, at: instant.toISOString() }, null).choices[0]
    expect(first('2026-11-27T14:30', new Date(2026, 10, 27, 14, 30))).toMatchObject({
      id: 'kept',
      when: { wall: '2026-11-27T14:30' },
    })
    expect(first(null, new Date(2026, 10, 25, 12))).toMatchObject({ when: { wall: '2026-11-25T12:00' } })
    expect(idsFor('', MONDAY)).toEqual(['kept', 'later', 'tomorrow', 'in_days', 'in_week', 'remove'])
    expect(first(null, new Date(2026, 10, 25, 9))).toMatchObject({ id: 'later' })
  })

  test.each([
    ['t', 'tomorrow'],
    ['m', 'monday'],
    ['w', 'in_week'],
    ['3', 'in_days'],
    ['h', 'later'],
    ['r', 'remove'],
  ])('begin with the preset that one letter means: %s', (typed, id) => {
    expect(idsFor(typed, MONDAY)[0]).toBe(id)
  })

  test('begin with the typed time, and show when it is', () => {
    const { choices, problem } = choicesFor('fri 14:30', NOW, null, null)
    expect(choices[0]).toMatchObject({ id: 'typed', shown: '2026-11-27T14:30' })
    expect(problem).toBeNull()
  })

  test('name the problem of a text that means nothing', () => {
    expect(choicesFor('xyz', NOW, null, null)).toMatchObject({ choices: [], problem: 'unclear' })
    expect(choicesFor('nov 31', NOW, null, null)).toMatchObject({ choices: [], problem: 'noSuchDay' })
  })

  test('leave out every time after the offer expires', () => {
    const until = NOW + 26 * 3_600_000
    expect(idsFor('', null, until)).toEqual(['later', 'tomorrow'])
    expect(choicesFor('5 days', NOW, null, until)).toMatchObject({ choices: [], problem: 'afterExpiry' })
  })

  test('are found by Spanish words in Spanish', () => {
    setMessages('es', es)
    expect(idsFor('mañ')[0]).toBe('tomorrow')
    expect(choicesFor('vie 14:30', NOW, null, null).choices[0]).toMatchObject({ shown: '2026-11-27T14:30' })
  })
})
