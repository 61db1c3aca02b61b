import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Computer } from './vault-files.ts'

const fileOf = (folder: string) => join(folder, 'keychain.json')

/** Replaces the simulated keychain's secrets with those from a file in the computer's folder. */
export function readSecretsFile({ folder, kept }: Computer): void {
  kept.clear()
  if (!existsSync(fileOf(folder))) return
  for (const [account, secret] of JSON.parse(readFileSync(fileOf(folder), 'utf8')) as [string, string][])
    kept.set(account, secret)
}

/**
 * From now on, stores each change of the simulated keychain's secrets in a file in the computer's folder. As in a real keychain, the
 * secrets are then still there after the process has ended.
 */
export function writeSecretsFile({ folder, kept, vaultFiles }: Computer): void {
  const { set, delete: drop } = vaultFiles.secrets
  const write = () => {
    writeFileSync(`${fileOf(folder)}.new`, JSON.stringify([...kept]))
    renameSync(`${fileOf(folder)}.new`, fileOf(folder))
  }
  vaultFiles.secrets.set = async (...args) => {
    const done = await set(...args)
    write()
    return done
  }
  vaultFiles.secrets.delete = async (...args) => {
    const done = await drop(...args)
    write()
    return done
  }
}
