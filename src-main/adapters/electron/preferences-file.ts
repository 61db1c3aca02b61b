import { readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { environmentSchema, type Environment } from '../../../src-shared/domain/vocabulary.ts'

const preferencesSchema = z.object({ environment: environmentSchema.catch('sandbox') })

/**
 * What the app must know before any vault is open: which environment was used last. Nothing personal stands here; a file
 * that can't be read means the sandbox, where nothing can go wrong.
 */
export function openPreferences(file: string): {
  get(): Environment
  set(environment: Environment): Promise<void>
} {
  let environment = read(file)
  return {
    get: () => environment,
    async set(chosen) {
      environment = chosen
      await mkdir(dirname(file), { recursive: true })
      const handle = await open(`${file}.new`, 'w')
      await handle.writeFile(JSON.stringify({ environment: chosen }))
      await handle.sync()
      await handle.close()
      await rename(`${file}.new`, file)
    },
  }
}

function read(file: string): Environment {
  try {
    return preferencesSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).environment
  } catch {
    return 'sandbox'
  }
}
