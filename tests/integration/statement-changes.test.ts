// @module-tag all

import { describe, expect, it } from 'vitest'
import type { StatementFile } from '../../src-main/features/statement-reader/statement-words.ts'
import { readStatement } from '../../src-main/features/statement-reader/read-statement.ts'
import {
  inAnotherFont,
  inAnotherOrder,
  inAnyFonts,
  inPieces,
  isRight,
  moved,
  scaled,
  withMergedCells,
  withNoise,
} from '../support/statements/changed-file.ts'
import { withAlteredAmount } from '../support/statements/generated-samples.ts'
import { generateStatement } from '../support/statements/generator.ts'
import { Dice, type Ledger } from '../support/statements/ledger.ts'

/**
 * Statements of 100 invented banks, each drawn in another way. A good one is read the same, or it is refused. One with an altered amount is
 * never verified.
 */

const SEEDS = Array.from({ length: 100 }, (_, at) => at + 5001)
/** Share of the good statements that the reader must verify if a person reads the change as easily. */
const GOAL = 0.95
/** Short ledgers, because a reader tries more readings of each statement that it refuses. */
const MOST_ENTRIES = 8
/** Amounts in the notices of the generator. An altered notice is no fault. */
const IN_NOTICES = new Set([1000, 1200])

function short(ledger: Ledger): Ledger {
  const entries = ledger.entries
    .filter(({ cents }) => !IN_NOTICES.has(Math.abs(cents)))
    .slice(0, MOST_ENTRIES)
  return { ...ledger, entries, closing: entries.reduce((sum, { cents }) => sum + cents, ledger.opening) }
}

const pairs = SEEDS.map((seed) => {
  const statement = generateStatement(seed, short)
  const altered = { ...statement.file, pages: withAlteredAmount(statement, new Dice(seed + 6000)) }
  return { seed, statement, altered }
})

type Change = (file: StatementFile, dice: Dice) => StatementFile

/** Reads the good statements after a change. */
function readGood(change: Change) {
  const readings = pairs.map(({ seed, statement }) => ({
    statement,
    reading: readStatement(change(statement.file, new Dice(seed + 7000))),
  }))
  const verified = readings.filter(({ reading }) => reading.verdict === 'verified')
  const wrong = verified.filter(({ reading, statement }) => !isRight(reading, [statement]))
  return { share: verified.length / pairs.length, wrong: wrong.map(({ statement }) => statement.layout) }
}

/** The layouts whose altered statement is verified after a change. */
const missed = (change: Change) =>
  pairs
    .filter(
      ({ seed, altered }) => readStatement(change(altered, new Dice(seed + 7000))).verdict === 'verified',
    )
    .map(({ statement }) => statement.layout)

/** Changes that a person does not mind, and changes that spoil a file. */
const HARMLESS: [string, Change][] = [
  ['moved', moved],
  ['scaled', scaled],
  ['with any names of fonts', inAnyFonts],
  ['in a font of another width and size', inAnotherFont],
  ['drawn in another order', inAnotherOrder],
  ['in pieces of words', inPieces],
]
const SPOILING: [string, Change][] = [
  ['with merged cells', withMergedCells],
  ['with more noise', withNoise],
]

describe('a good statement', () => {
  it.each(HARMLESS)('is read the same: %s', (_, change) => {
    const { share, wrong } = readGood(change)
    expect(wrong).toEqual([])
    expect(share).toBeGreaterThanOrEqual(GOAL)
  })

  it.each(SPOILING)('is read the same or refused: %s', (_, change) => {
    const { share, wrong } = readGood(change)
    expect(wrong).toEqual([])
    // The change must leave some statements readable, and spoil others.
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.9)
  })
})

describe('a statement with one altered amount', () => {
  it.each([...HARMLESS, ...SPOILING])('is never verified: %s', (_, change) => {
    expect(missed(change)).toEqual([])
  })
})
