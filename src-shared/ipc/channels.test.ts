import { describe, expect, test } from 'vitest'
import { CHANGING, firstWord, READING } from '../../tests/support/channel-verbs.ts'
import { CHANNELS } from './channels.ts'

describe('the name of a channel', () => {
  test.each(CHANNELS)('has the form area.verb or area.verb_noun: %s', (channel) => {
    expect(channel).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
  })

  test.each(CHANNELS)('starts with a word that is known to change or to read data: %s', (channel) => {
    const lists = [CHANGING, READING].filter((words) => words.includes(firstWord(channel)))
    expect(lists, 'Choose a word of tests/support/channel-verbs.ts, or add one.').toHaveLength(1)
  })

  test('is the only reason to list a word', () => {
    const used = new Set(CHANNELS.map((channel) => firstWord(channel)))
    expect([...CHANGING, ...READING].filter((word) => !used.has(word))).toEqual([])
  })
})
