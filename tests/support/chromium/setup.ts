import { afterEach, beforeEach, expect } from 'vitest'
import { ELECTRON_ONLY_TESTS } from './electron-only.ts'
import { pageProblems } from './show-in-chromium.ts'

// A setup file of the test project `chromium`. It skips the tests that only Electron can run, and checks the pages after every test.

beforeEach(({ task, skip }) => {
  const reason = ELECTRON_ONLY_TESTS[task.name]
  if (reason !== undefined) skip(reason)
})

afterEach(() => {
  const problems = pageProblems.splice(0)
  expect(problems, 'errors, blocked content, and foreign requests of the pages').toEqual([])
})
