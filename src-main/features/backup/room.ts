import { must, failure } from '../../platform/base/failure.ts'
import type { backupContract } from '../../../src-shared/features/backup/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { Demo } from '../demo/demo.ts'
import type { FileRegistry } from '../../platform/ipc/file-registry.ts'
import type { VaultFiles } from './vault-files.ts'
import type { ErrorCode } from '../../../src-shared/platform/base/errors.ts'
import { confirmRecoveryCode, hasRecoveryCode, ShownCodes, unlockWithCode } from './recovery.ts'
import { olderCopies, replaceOlderBackups, backUp, chooseBackupFolder, vaultStatus } from './backup.ts'
import { readRetention, saveRetention } from './empty-trash.ts'
import {
  pickBackup,
  restoreBackup,
  startNewVault,
  continueShortened,
  type ConfirmRestored,
  type Reopen,
} from './restore.ts'
import type { KeyChange } from './replace-key.ts'
import type { Environments, Platform } from '../../platform/environment/platform.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Errors after which only a recovery code, a backup, or a new vault helps. */
const LOST: ReadonlySet<ErrorCode> = new Set([
  'VAULT_KEY_MISSING',
  'VAULT_KEY_WRONG',
  'VAULT_DAMAGED',
  'VAULT_SHORTENED',
])

type BackupChannels = typeof backupContract
/** The channels that need open data. */
type OfOpenVault =
  | 'vault.older_copies'
  | 'vault.replace_older_backups'
  | 'vault.retention'
  | 'vault.save_retention'

/**
 * Opens the room of the vault as a whole. Handlers that help when a vault cannot be opened also work without an open vault. While the
 * demo runs, they refuse to restore a backup, to show a recovery code, or to change the passphrase. These actions concern the office's real
 * data.
 */
export function openBackup({
  environmentManager,
  connections,
  demo,
  registry,
  vaultFiles,
}: {
  environmentManager: Environments<{ context: Pick<Platform, 'environment' | 'vault' | 'emit'> }> & {
    isSending(): Promise<boolean>
  }
  connections: { confirmRestored: ConfirmRestored }
  demo: Demo
  registry: FileRegistry
  vaultFiles: VaultFiles
}): RoomHandlers<Omit<BackupChannels, OfOpenVault>> {
  const codes = new ShownCodes()
  const reopen: Reopen = (environment, work) => environmentManager.reopen(environment, work)
  const agree: ConfirmRestored = (environment, restored) => connections.confirmRestored(environment, restored)

  const change: KeyChange = { reopen, isSending: () => environmentManager.isSending() }

  async function thenStatus(
    work: (context: Pick<Platform, 'environment' | 'vault' | 'emit'>) => Promise<unknown>,
  ) {
    const opened = must(await environmentManager.open())
    await work(opened.context)
    // Get the environment again: `work` may have closed and reopened the office's vault.
    const now = must(await environmentManager.open())
    return vaultStatus(vaultFiles, now.context)
  }
  /** Opens the environment's data if the action before it succeeded. */
  async function thenOpen(done: Promise<void>): Promise<void> {
    await done
    must(await environmentManager.open())
  }
  async function showCode() {
    const opened = must(await environmentManager.open())
    return codes.show(opened.context.environment)
  }

  return {
    'vault.status': () => thenStatus(async () => null),
    'vault.recovery_options': async () => {
      const { environment } = environmentManager
      const has_recovery_code = await hasRecoveryCode(vaultFiles, environment)
      return {
        environment,
        folder: vaultFiles.storage.folder(environment),
        has_recovery_code,
        may_choose_passphrase: await vaultFiles.passphrase.mayBeChosen(),
      }
    },
    'vault.new_recovery_code': () => demo.unlessRunning(() => showCode()),
    'vault.confirm_recovery_code': ({ answers }) =>
      demo.unlessRunning(() =>
        thenStatus((context) => confirmRecoveryCode(vaultFiles, codes, change, context, answers)),
      ),
    'vault.back_up': () => thenStatus((context) => backUp(vaultFiles, context)),
    'vault.choose_backup_folder': () =>
      demo.unlessRunning(() => thenStatus((context) => chooseBackupFolder(vaultFiles, context))),
    'vault.pick_backup': () => demo.unlessRunning(() => pickBackup(vaultFiles, registry)),
    'vault.restore': ({ window_id, ...picked }) =>
      demo.unlessRunning(() =>
        environmentManager.runAndNotify(window_id, () =>
          restoreBackup(vaultFiles, registry, { reopen, agree }, picked),
        ),
      ),
    'vault.unlock': async ({ code }) =>
      thenOpen(unlockWithCode(vaultFiles, environmentManager.environment, code)),
    'vault.start_new': async ({ window_id }) => {
      // Check here that the data is really lost. An empty vault must never replace data that can be opened now, or that can be opened after
      // the keychain is unlocked.
      const opened = await environmentManager.open()
      if (opened.ok || !LOST.has(opened.error.code))
        throw failure('INVALID_INPUT', msg.errors.dataNotLost, msg.errors.unchangedStartAgain)
      return environmentManager.runAndNotify(window_id, () =>
        startNewVault(vaultFiles, reopen, environmentManager.environment),
      )
    },
    'vault.continue_shortened': async ({ window_id }) => {
      const opened = await environmentManager.open()
      if (opened.ok || opened.error.code !== 'VAULT_SHORTENED')
        throw failure('INVALID_INPUT', msg.errors.dataNotLost, msg.errors.unchangedStartAgain)
      return environmentManager.runAndNotify(window_id, () =>
        continueShortened(vaultFiles, reopen, environmentManager.environment),
      )
    },
    'vault.choose_passphrase': ({ passphrase }) =>
      demo.unlessRunning(() => thenOpen(vaultFiles.passphrase.choose(passphrase))),
    'vault.replace_passphrase': ({ passphrase }) =>
      demo.unlessRunning(() => thenOpen(vaultFiles.passphrase.replaceForgotten(passphrase))),
    'vault.change_passphrase': ({ present, passphrase }) =>
      demo.unlessRunning(async () => {
        await vaultFiles.passphrase.change(present, passphrase)
      }),
    'vault.enter_passphrase': ({ passphrase }) =>
      demo.unlessRunning(() => thenOpen(vaultFiles.passphrase.enter(passphrase))),
  }
}

/** Opens the part of the room that works on the data of the open environment. */
export function openRetention(
  context: Pick<Platform, 'environment' | 'vault'>,
  { demo, vaultFiles }: { demo: Demo; vaultFiles: VaultFiles },
): RoomHandlers<Pick<BackupChannels, OfOpenVault>> {
  return {
    'vault.older_copies': () => olderCopies(vaultFiles, context),
    'vault.replace_older_backups': () => demo.unlessRunning(() => replaceOlderBackups(vaultFiles, context)),
    'vault.retention': () => readRetention(context.vault),
    'vault.save_retention': ({ years }) => saveRetention(context, years),
  }
}
