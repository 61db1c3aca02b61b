/** The key with which Apple's notary service knows the publisher. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs `work` with APPLE_API_KEY set to the path of a file. Apple's tool needs a file, but a secret of GitHub is the key itself. If the
 * variable contains the key, writes the key to a file that exists only while `work` runs.
 */
export async function withAppleKeyFile<T>(env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const key = env['APPLE_API_KEY']
  if (!key?.includes('-----BEGIN')) return work()
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-key-'))
  try {
    const file = join(folder, 'key.p8')
    await writeFile(file, `${key.trim()}\n`, { mode: 0o600 })
    env['APPLE_API_KEY'] = file
    return await work()
  } finally {
    env['APPLE_API_KEY'] = key
    await rm(folder, { recursive: true, force: true })
  }
}
