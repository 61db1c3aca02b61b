import type { Database } from 'better-sqlite3-multiple-ciphers'
import { constants, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { flush } from '../../files/disk.ts'
import { BusyLog } from '../encrypted-database.ts'
import { migrationCopiesOf } from '../storage/places.ts'
import { SCHEMA } from './schema.ts'

/** All migrations in order: the n-th migration changes the database from version n - 1 to version n. */
export const MIGRATIONS: readonly string[] = [SCHEMA]
export const VAULT_VERSION = MIGRATIONS.length

export class NewerVault extends Error {}

/**
 * Returns the version of a database, 0 for a new one. Throws `NewerVault` if another version of the app wrote the database, and this one
 * cannot read it.
 */
export function versionOf(database: Database, newest = VAULT_VERSION): number {
  const version = database.pragma('user_version', { simple: true }) as number
  if (version > newest) throw new NewerVault()
  return version
}

/**
 * Migrates a database to the current version. Each migration is one transaction that also sets the version. Before the first migration of
 * an existing database, calls `keepCopy` with the database's old version, so that the caller can copy the database.
 */
export function migrate(
  database: Database,
  keepCopy: (version: number) => void,
  migrations: readonly string[] = MIGRATIONS,
): void {
  const version = versionOf(database, migrations.length)
  if (version > 0 && version < migrations.length) keepCopy(version)
  for (let next = version; next < migrations.length; next++) {
    database.transaction(() => {
      database.exec(migrations[next] as string)
      database.pragma(`user_version = ${next + 1}`)
    })()
  }
}

const COPIES_KEPT = 3
const COPY_NAME = /^vault-v(\d+)\.db$/

/**
 * Copies the database before a newer version of the app changes it. The copy is `before-update/vault-vN.db` in the vault's folder,
 * encrypted with the same key. Throws if the copy cannot be written. In that case, the database remains unchanged.
 */
export function keepMigrationCopy(database: Database, file: string, version: number): void {
  const [log] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
  if (log?.busy !== 0) throw new BusyLog()
  const folder = migrationCopiesOf(dirname(file))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const temporary = join(folder, 'copy.new')
  copyFileSync(file, temporary, constants.COPYFILE_FICLONE)
  flush(temporary)
  renameSync(temporary, join(folder, `vault-v${version}.db`))
  const versions = readdirSync(folder)
    .flatMap((name) => COPY_NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => other - one)
  for (const old of versions.slice(COPIES_KEPT)) rmSync(join(folder, `vault-v${old}.db`), { force: true })
}
