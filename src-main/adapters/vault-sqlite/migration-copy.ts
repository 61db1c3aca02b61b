import { constants, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3-multiple-ciphers'
import { migrationCopiesOf } from './storage/places.ts'
import { BusyLog, flush } from './encrypted-database.ts'

const COPIES_KEPT = 3
const COPY_NAME = /^vault-v(\d+)\.db$/

/**
 * Keeps a copy of the database before a newer app changes it: `before-update/vault-vN.db` in its folder, encrypted with the same key.
 * Throws if it cannot be written. In that case the database is not changed either.
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
