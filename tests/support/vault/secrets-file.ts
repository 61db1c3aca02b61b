import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Computer } from './vault-files.ts'

const fileOf = (folder: string) => join(folder, 'keychain.json')

/** Reads a computer's secrets from a file in its folder. */
export function readSecretsFile({ folder, kept }: Computer): void {
  kept.clear()
  if (!existsSync(fileOf(folder))) return
  for (const [account, secret] of JSON.parse(readFileSync(fileOf(folder), 'utf8')) as [string, string][])
    kept.set(account, secret)
}

/**
 * Stores every change of a computer's secrets in a file in its folder. Like a keychain's entries, the secrets outlive the process that
 * stored them.
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
