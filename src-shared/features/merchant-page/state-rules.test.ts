import { describe, expect, test } from 'vitest'
import { US_STATES } from '../../platform/entry/us-states.ts'
import { businessStateOf } from './gate-messages.ts'
import { coversAmount, RULES_READ_ON, rulesOn, STATE_RULES, type StateRule } from './state-rules.ts'

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
const isIn = (rule: StateRule, rules: readonly StateRule[]) => rules.includes(rule)

describe.each(STATE_RULES.map((rule) => [rule.law, rule] as const))('%s', (_law, rule) => {
  test('has a valid state, a source, and valid dates', () => {
    expect(US_STATES.map(({ value }) => value)).toContain(rule.state)
    expect(rule.citations.length).toBeGreaterThan(0)
    expect(rule.from <= RULES_READ_ON && (rule.until === null || rule.from <= rule.until)).toBe(true)
  })
  test('applies from its first day, in its own state only', () => {
    expect(isIn(rule, rulesOn(dayBefore(rule.from), rule.state))).toBe(false)
    expect(isIn(rule, rulesOn(rule.from, rule.state))).toBe(true)
    expect(isIn(rule, rulesOn(rule.from, 'OR'))).toBe(false)
    expect(isIn(rule, rulesOn(rule.from, null))).toBe(rule.effect === 'gate')
  })
  test('covers amounts up to its limit, and unknown amounts', () => {
    expect(coversAmount(rule, null)).toBe(true)
    const cents = rule.limit?.cents ?? Number.MAX_SAFE_INTEGER
    expect(coversAmount(rule, cents - 1)).toBe(true)
    expect(coversAmount(rule, cents)).toBe(rule.limit === null || rule.limit.included)
    expect(coversAmount(rule, cents + 1)).toBe(rule.limit === null)
  })
})

test('a rule with an end date applies through its last day', () => {
  const [rule] = STATE_RULES
  if (rule === undefined) throw new Error('No rules')
  const ended = { ...rule, from: '2026-01-01', until: '2026-06-30' }
  const held = (day: string) => rulesOn(day, rule.state, [ended]).length
  expect([held('2026-06-30'), held('2026-07-01')]).toEqual([1, 0])
})

test.each<[string, string | undefined, string | null]>([
  ['a code', 'CA', 'CA'],
  ['a lowercase code with spaces', ' ca ', 'CA'],
  ['a name', 'california', 'CA'],
  ['a name of two words', 'New York', 'NY'],
  ['an abbreviation', 'Calif.', 'CA'],
  ['the label of the form', 'CA – California', 'CA'],
  ['a code with other text', 'CA Fresno', null],
  ['nothing', '', null],
  ['no field', undefined, null],
])('reads the state of a business correctly from %s', (_name, state, expected) => {
  const address = state === undefined ? {} : { state }
  expect(businessStateOf({ company: { address, state_of_formation: 'DE' } })).toBe(expected)
})
