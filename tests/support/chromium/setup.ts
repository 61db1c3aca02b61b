import { afterEach, beforeEach } from 'vitest'
import { ELECTRON_ONLY_TESTS, TESTS_WITH_ERRORS, UNANSWERED } from './electron-only.ts'
import { pageProblems } from './show-in-chromium.ts'

// A setup file of the test project `chromium`. It skips the tests that only Electron can run, and checks the pages after every test.

beforeEach(({ task, skip }) => {
  const reason = ELECTRON_ONLY_TESTS[task.name]
  if (reason !== undefined) skip(reason)
})

afterEach(({ task }) => {
  const problems = pageProblems.splice(0).filter((problem) => !UNANSWERED.test(problem))
  if (problems.length > 0 && !TESTS_WITH_ERRORS.includes(task.name))
    throw new Error(`The page reported:\n${problems.join('\n')}`)
})
