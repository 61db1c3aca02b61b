import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../../build/runtime/cache.mjs'
import {
  ELECTRON_ONLY_FILES,
  ELECTRON_ONLY_TESTS,
  TESTS_WITH_ERRORS,
} from '../support/chromium/electron-only.ts'

it('the lists of end-to-end tests that behave differently in Chromium name existing files and tests', async () => {
  const folder = join(projectFolder, 'tests', 'e2e')
  const names = await readdir(folder)
  const files = Object.keys(ELECTRON_ONLY_FILES).map((name) => `${name}.test.ts`)
  expect(files.filter((name) => !names.includes(name))).toEqual([])
  const others = names.filter((name) => !files.includes(name))
  const code = (await Promise.all(others.map((name) => readFile(join(folder, name), 'utf8')))).join()
  const tests = [...Object.keys(ELECTRON_ONLY_TESTS), ...TESTS_WITH_ERRORS]
  expect(tests.filter((name) => !code.includes(`it('${name}'`))).toEqual([])
})
