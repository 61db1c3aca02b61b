import { describe, expect, it } from 'vitest'
import { altered, type Alteration, amounts, KINDS } from '../support/statements/alterations.ts'
import { answer } from '../support/statements/drawn-page.ts'
import { Dice } from '../support/statements/ledger.ts'

/** Statements whose text adds up, but a person sees other figures, by any means of PDF. */

const kinds = Object.entries(KINDS).flatMap(([name, kind]) =>
  kind.map((alter, at) => ({ name: `${name} (${at + 1})`, alter })),
)
const words = amounts

/** Alters some amounts, each in a way of its own. */
const together = (dice: Dice, count: number): Alteration[] =>
  Array.from({ length: count }, (_, at) => {
    const word = words[dice.int(at * 2, at * 2 + 1)]
    if (word === undefined) throw new Error('The statement has too few amounts.')
    return dice.pick(kinds).alter(word, `X${at}`)
  })

describe('a statement that is altered so that a person sees other figures', () => {
  it('is verified before the alteration', async () => {
    expect(await answer(altered([]))).toBe('verified: ')
  })

  it.each(kinds)('is not verified: $name', async ({ alter }) => {
    const word = words.at(-1)
    if (word === undefined) throw new Error('The statement has no amounts.')
    expect(await answer(altered([alter(word, 'X')]))).not.toMatch(/^verified/)
  })

  it.each(Array.from({ length: 10 }, (_, seed) => seed))(
    'is not verified after two or three random alterations together: %i',
    { tags: ['all'] },
    async (seed) => {
      const dice = new Dice(seed)
      expect(await answer(altered(together(dice, dice.int(2, 3))))).not.toMatch(/^verified/)
    },
  )
})
