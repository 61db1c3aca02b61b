import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from './cache.mjs'
import { windowsPath } from './windows.mjs'

it('a path of the project becomes a path on drive D with backslashes', () => {
  expect(windowsPath(join(projectFolder, 'out', 'reports', 'a.json'))).toBe(
    String.raw`D:\funding-desk\out\reports\a.json`,
  )
})
