import { expect, test } from 'vitest'
import { isGuessable } from './lock.ts'

test.each(['000000', '123456', '654321', '4567890', '9876543210', 'aaaaaa', 'abcdef'])(
  'a PIN that repeats or counts is guessable: %s',
  (pin) => expect(isGuessable(pin)).toBe(true),
)

test.each(['271828', '112233', '100000', 'correct horse', '135791'])(
  'another PIN is not guessable by this rule: %s',
  (pin) => expect(isGuessable(pin)).toBe(false),
)
