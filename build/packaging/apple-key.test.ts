import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withAppleKeyFile } from './apple-key.ts'

const KEY = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----'

test('a notarization key that is given as text is in a file while the app is packaged, even if packaging fails', async () => {
  const env: NodeJS.ProcessEnv = { APPLE_API_KEY: KEY }
  let file = ''
  const packaging = withAppleKeyFile(env, () => {
    file = env['APPLE_API_KEY'] ?? ''
    expect(readFileSync(file, 'utf8')).toBe(`${KEY}\n`)
    return Promise.reject(new Error('It failed.'))
  })
  await expect(packaging).rejects.toThrow('It failed.')
  expect(existsSync(file)).toBe(false)
  expect(env).toEqual({ APPLE_API_KEY: KEY })
})

test.each([{}, { APPLE_API_KEY: '' }, { APPLE_API_KEY: 'key.p8' }])(
  'a notarization key that is given as a path, or not at all, stays as it is: %j',
  async (given: NodeJS.ProcessEnv) => {
    const env = { ...given }
    await withAppleKeyFile(env, () => Promise.resolve(expect(env).toEqual(given)))
  },
)
