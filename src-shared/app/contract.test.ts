import { describe, expect, test } from 'vitest'
import { CHANGING, firstWord, READING } from '../../tests/support/channel-verbs.ts'
import { contract } from './contract.ts'

const CHANNELS = Object.keys(contract)

describe('the name of a channel', () => {
  test.each(CHANNELS)('has the form area.verb or area.verb_noun: %s', (channel) => {
    expect(channel).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
  })

  test.each(CHANNELS)(
    'has a verb that is listed as changing data or as reading data, but not as both: %s',
    (channel) => {
      const lists = [CHANGING, READING].filter((words) => words.includes(firstWord(channel)))
      expect(lists, 'Choose a word of tests/support/channel-verbs.ts, or add one.').toHaveLength(1)
    },
  )

  test('every verb in the lists of channel verbs is used by at least one channel', () => {
    const used = new Set(CHANNELS.map((channel) => firstWord(channel)))
    expect([...CHANGING, ...READING].filter((word) => !used.has(word))).toEqual([])
  })
})
