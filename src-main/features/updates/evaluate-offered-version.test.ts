import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { compareVersions, evaluateOfferedVersion } from './app-updates.ts'

const offered = (version: string, staging_percentage = 100) => ({ version, notes: '', staging_percentage })

it('orders versions like semver.org', () => {
  const inOrder = [
    '0.9.9',
    '0.10.0',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '2.0.0',
  ]
  const shuffled = inOrder.toSorted(() => Math.random() - 0.5)
  expect(shuffled.toSorted(compareVersions)).toEqual(inOrder)
  expect(compareVersions('1.2.3+one', '1.2.3+two')).toBe(0)
})

it('classifies the offered version as newer, same, or older, and ignores the staging percentage for an older version', () => {
  expect(evaluateOfferedVersion('1.2.3', offered('1.2.4'), 'me')).toBe('newer')
  expect(evaluateOfferedVersion('1.2.3', offered('1.2.3'), 'me')).toBe('same')
  expect(evaluateOfferedVersion('1.2.3', offered('1.2.2'), 'me')).toBe('older')
  // If the server offers an older version, the running version was withdrawn. This affects every installation, so the staging percentage
  // does not matter.
  expect(evaluateOfferedVersion('1.2.3', offered('1.2.2', 0), 'me')).toBe('older')
})

it('offers a version to the share of installations given by its staging percentage, and to all at 100 percent', () => {
  const ids = Array.from({ length: 2_000 }, () => randomUUID())
  const at = (share: number) =>
    new Set(ids.filter((id) => evaluateOfferedVersion('1.0.0', offered('1.1.0', share), id) === 'newer'))
  expect(at(0).size).toBe(0)
  expect(at(100).size).toBe(ids.length)
  const tenth = at(10)
  expect(tenth.size).toBeGreaterThan(120)
  expect(tenth.size).toBeLessThan(290)
  // A growing percentage only adds installations: those that get the version at 10 % still get it at 50 %.
  const half = at(50)
  expect([...tenth].every((id) => half.has(id))).toBe(true)
  // The next release starts with other installations, so that the same ones are not always the first to have problems.
  const next = new Set(
    ids.filter((id) => evaluateOfferedVersion('1.0.0', offered('1.2.0', 10), id) === 'newer'),
  )
  expect([...tenth].filter((id) => next.has(id)).length).toBeLessThan(60)
})
