import { resultOf } from '../../../src-main/platform/base/failure.ts'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FileVaultStorage } from '../../../src-main/platform/vault/storage/file-vault-storage.ts'
import { FileRegistry } from '../../../src-main/platform/ipc/file-registry.ts'
import type { SecretStore } from '../../../src-main/platform/keychain/secrets.ts'
import type { VaultFiles } from '../../../src-main/features/backup/vault-files.ts'
import { pickBackup, type ConfirmRestored, type Reopen } from '../../../src-main/features/backup/restore.ts'
import { confirmRecoveryCode, ShownCodes } from '../../../src-main/features/backup/recovery.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { memoryKeychain, neverAsked, composeApp, value, type App } from '../core/composed-app.ts'
import type { Cleanup } from '../cleanup.ts'
import type { HostPool } from './host-pool.ts'

/** A simulated computer of a broker: its data folder, its keychain (`kept`), and the parts of the app that manage the vault. */
export interface Computer {
  /** Folder that contains all files that the app writes. */
  folder: string
  root: string
  kept: Map<string, string>
  vaultFiles: VaultFiles
  registry: FileRegistry
  /** What the broker will choose in the next system dialogs. */
  picks: { backup: string | null; folder: string | null; deletes: boolean }
  open(): Promise<App>
  /** Returns the open app. Throws if none is open. */
  app(): App
  reopen: Reopen
  /** The broker's answer to the question whether a restored vault may use the connections (addresses) from its backup. */
  agree: ConfirmRestored
  /** The recovery code that the app showed last. */
  shown: string | null
  /** Closes the app and its vault. */
  end(): Promise<void>
}

export function newComputer(
  cleanup: Cleanup,
  { start }: Pick<HostPool, 'start'>,
  now = '2026-05-04T10:00:00.000Z',
  folder = cleanup.folder(),
): Computer {
  const root = join(folder, 'environments')
  const secrets: SecretStore & { kept: Map<string, string> } = memoryKeychain()
  const picks: Computer['picks'] = { backup: null, folder: null, deletes: false }
  let clock = Date.parse(now)
  let app: App | null = null
  const computer: Computer = {
    folder,
    root,
    kept: secrets.kept,
    registry: new FileRegistry(),
    picks,
    vaultFiles: {
      storage: new FileVaultStorage(root, start),
      secrets,
      passphrase: {
        isChosen: () => false,
        mayBeChosen: async () => false,
        choose: async () => {},
        change: async () => {},
        enter: async () => {},
        replaceForgotten: async () => {},
      },
      dialogs: {
        pickBackup: async () => picks.backup,
        pickBackupFolder: async () => picks.folder,
      },
      consent: { ...neverAsked, deleteBackups: async () => picks.deletes },
      clock: { now: () => new Date((clock += 1000)).toISOString() },
      app_version: '0.0.0',
      default_backup_folder: join(folder, 'backups'),
    },
    async open() {
      app = await composeApp(cleanup, { folder: root, secrets, now, start })
      return app
    },
    agree: async () => {},
    app() {
      if (app === null) throw new Error('nothing is open')
      return app
    },
    shown: null,
    async end() {
      await app?.vault.close()
      app = null
    },
    async reopen(_, work) {
      await app?.vault.close()
      app = null
      const done = await work()
      await computer.open()
      return done
    },
  }
  return computer
}

/** Shows a new recovery code and answers the app's questions about its words. By default, the answers are correct. */
export async function confirmNewCode(computer: Computer, answers?: string[]): Promise<Result<string>> {
  const codes = new ShownCodes()
  const { words, asked } = await codes.show('sandbox')
  computer.shown = words.join(' ')
  const given = answers ?? asked.map((place) => words[place] as string)
  const change = { reopen: computer.reopen, isSending: async () => false }
  const { context } = computer.app()
  const confirmed = await resultOf(confirmRecoveryCode(computer.vaultFiles, codes, change, context, given))
  return confirmed.ok ? ok(words.join(' ')) : confirmed
}

/** Lets the broker pick the backup at `path`, and returns what the page then gets. */
export async function pick(computer: Computer, path: string) {
  computer.picks.backup = path
  const picked = value(await pickBackup(computer.vaultFiles, computer.registry))
  if (picked === null) throw new Error('nothing was picked')
  return picked
}

/** Returns the paths of all files in a folder and its subfolders. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .toSorted()
}

/**
 * Returns a hash of each file in a folder and its subfolders, so that a test can compare them before and after. Skips the database's
 * temporary files.
 */
export function contentBelow(folder: string): Map<string, string> {
  return new Map(
    filesBelow(folder)
      .filter((path) => !/-(wal|shm)$/.test(path))
      .map((path) => [
        path.slice(folder.length),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  )
}
