import { expect, test } from 'vitest'
import { readState } from './us-states.ts'

test.each([
  ['or', 'OR'],
  ['Oregon', 'OR'],
  ['Ore.', 'OR'],
  ['N.Y.', 'NY'],
  ['OR - Oregon', 'OR'],
  ['OR, Oregon', 'OR'],
  ['Oregon OR', 'OR'],
  ['Texas (TX)', 'TX'],
  ['Nueva York (NY)', 'NY'],
  ['US-OR', 'OR'],
  ['Oregon, USA', 'OR'],
  ['OR, United States of America', 'OR'],
  ['U.S. Virgin Islands', 'VI'],
  ['Virgin Islands, US', 'VI'],
])('the state %j is read as %s', (text, code) => expect(readState(text)).toBe(code))

test.each([
  '',
  'ZZ',
  'USA',
  'United States',
  'Oregon (TX)',
  'TX - Oregon',
  'Portland, OR',
  'OR TX',
  'ORE GON TX',
  '(',
  'a b',
])('the text %j names no state', (text) => expect(readState(text)).toBeNull())
