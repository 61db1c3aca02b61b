import { expect, test } from 'vitest'
import { combine, countSkips, filesToRepeat } from './test-gate.mjs'

type Tests = Record<string, 'passed' | 'failed'>
const fileOf = (name: string, tests: Tests) => ({
  name,
  status: Object.values(tests).includes('failed') ? 'failed' : 'passed',
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({
    status,
    fullName,
    failureMessages: status === 'failed' ? ['Error: too late\n    at line 1'] : [],
  })),
})
const count = (files: ReturnType<typeof fileOf>[], wanted: string) =>
  files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length
const runOf = (...files: ReturnType<typeof fileOf>[]) => ({
  code: count(files, 'failed') > 0 ? 1 : 0,
  output: 'output',
  report: {
    numPassedTests: count(files, 'passed'),
    numFailedTests: count(files, 'failed'),
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: files,
  },
})

test('repeats exactly the test files that failed', () => {
  const run = runOf(fileOf('a.test.ts', { works: 'passed' }), fileOf('b.test.ts', { waits: 'failed' }))
  expect(filesToRepeat(run.report)).toEqual(['b.test.ts'])
})

test('repeats no test file if many files failed or the runner wrote no report', () => {
  const files = ['a', 'b', 'c', 'd'].map((name) => fileOf(`${name}.test.ts`, { waits: 'failed' }))
  expect(filesToRepeat(runOf(...files).report)).toEqual([])
  expect(filesToRepeat(undefined)).toEqual([])
})

test('counts a test that passes the second time as passed, and reports it as unstable', () => {
  const first = runOf(fileOf('b.test.ts', { waits: 'failed', works: 'passed' }))
  const outcome = combine(first, runOf(fileOf('b.test.ts', { waits: 'passed', works: 'passed' })))
  expect(outcome).toMatchObject({
    code: 0,
    tests: { passed: 2, failed: 0, skipped: 0 },
    unstable: ['waits (Error: too late)'],
  })
})

test('fails if a test fails again, or if the repeated run crashes or runs no test', () => {
  const first = runOf(fileOf('b.test.ts', { waits: 'failed', works: 'passed' }))
  const crashed = { code: 2, output: '', report: undefined }
  for (const repeated of [first, crashed, { ...runOf(), code: 0 }])
    expect(combine(first, repeated)).toMatchObject({ code: 1, tests: { passed: 1, failed: 1 } })
})

test('counts skipped tests by the reason in the title of the test or of its group', () => {
  const result = (status: string, ...titles: string[]) => ({
    status,
    fullName: titles.join(' '),
    title: titles.at(-1) ?? '',
    ancestorTitles: titles.slice(0, -1),
  })
  const assertionResults = [
    result('passed', 'a relay', 'works'),
    result('skipped', 'a relay: skipped, as git is missing', 'commits'),
    result('pending', 'a relay', 'tags: skipped, as git is missing'),
    result('skipped', 'needs root'),
  ]
  const report = {
    ...runOf().report,
    testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults }],
  }
  expect(countSkips(report, 'as its file says')).toEqual([
    ['as git is missing', 2],
    ['as its file says', 1],
  ])
  expect(countSkips(undefined, '')).toEqual([])
})
