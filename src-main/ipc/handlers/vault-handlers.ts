import { appError, fail, ok, type ErrorCode, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { Demo } from '../../core/demo/demo.ts'
import type { FileRegistry } from '../../core/documents/file-registry.ts'
import type { EnvironmentManager } from '../../core/environments/environment-manager.ts'
import {
  backUp,
  chooseBackupFolder,
  olderCopies,
  replaceOlderBackups,
  vaultStatus,
} from '../../core/vault/backup.ts'
import type { VaultFiles } from '../../core/vault/vault-files.ts'
import type { KeyChange } from '../../core/vault/replace-key.ts'
import { confirmRecoveryCode, ShownCodes, unlockWithCode } from '../../core/vault/recovery.ts'
import {
  continueShortened,
  pickBackup,
  restoreBackup,
  startNewVault,
  type ConfirmRestored,
  type Reopen,
} from '../../core/vault/restore.ts'
import { readRetention, saveRetention } from '../../core/vault/empty-trash.ts'
import type { EnvironmentContext } from '../../core/environment-context.ts'
import type { Handlers, WithEnvironment } from '../router.ts'

/** Errors after which only a recovery code, a backup, or a new vault helps. */
const LOST: ReadonlySet<ErrorCode> = new Set([
  'VAULT_KEY_MISSING',
  'VAULT_KEY_WRONG',
  'VAULT_DAMAGED',
  'VAULT_SHORTENED',
])

type VaultHandlers = Pick<Handlers, Extract<keyof Handlers, `vault.${string}`>>

export interface VaultHandlerDeps {
  environmentManager: EnvironmentManager
  demo: Demo
  vaultFiles: VaultFiles
  registry: FileRegistry
}

/**
 * Creates the handlers of the vault as a whole. Handlers that help when a vault cannot be opened also work without an open vault. While the
 * demo runs, they refuse to restore a backup, to show a recovery code, or to change the passphrase. These actions concern the office's real
 * data.
 */
export function createVaultHandlers(
  withEnvironment: WithEnvironment,
  { environmentManager, demo, vaultFiles, registry }: VaultHandlerDeps,
): VaultHandlers {
  const codes = new ShownCodes()
  const reopen: Reopen = (environment, work) => environmentManager.reopen(environment, work)
  const agree: ConfirmRestored = (environment, restored) =>
    environmentManager.confirmRestored(environment, restored)

  const change: KeyChange = { reopen, isSending: () => environmentManager.isSending() }

  async function thenStatus(work: (context: EnvironmentContext) => Promise<Result<unknown>>) {
    const opened = await environmentManager.open()
    if (!opened.ok) return opened
    const done = await work(opened.value.context)
    if (!done.ok) return done
    // Get the environment again: `work` may have closed and reopened the office's vault.
    const now = await environmentManager.open()
    return now.ok ? vaultStatus(vaultFiles, now.value.context) : now
  }
  /** Opens the environment's data if the action before it succeeded. */
  async function thenOpen(done: Result<void>): Promise<Result<Record<string, never>>> {
    if (!done.ok) return done
    const opened = await environmentManager.open()
    return opened.ok ? ok({}) : opened
  }

  return {
    'vault.status': () => thenStatus(async () => ok(null)),
    'vault.recovery_options': async () => {
      const { environment } = environmentManager
      const file = await vaultFiles.storage.readKeyFile(environment)
      return ok({
        environment,
        folder: vaultFiles.storage.folder(environment),
        has_recovery_code: file.ok && file.value !== null && file.value.recovery !== null,
        may_choose_passphrase: await vaultFiles.passphrase.mayBeChosen(),
      })
    },
    'vault.new_recovery_code': () =>
      demo.unlessRunning(() => withEnvironment(async ({ environment }) => ok(await codes.show(environment)))),
    'vault.confirm_recovery_code': ({ answers }) =>
      demo.unlessRunning(() =>
        thenStatus((context) => confirmRecoveryCode(vaultFiles, codes, change, context, answers)),
      ),
    'vault.older_copies': () => withEnvironment((context) => olderCopies(vaultFiles, context)),
    'vault.replace_older_backups': () =>
      demo.unlessRunning(() => withEnvironment((context) => replaceOlderBackups(vaultFiles, context))),
    'vault.back_up': () => thenStatus((context) => backUp(vaultFiles, context)),
    'vault.choose_backup_folder': () =>
      demo.unlessRunning(() => thenStatus((context) => chooseBackupFolder(vaultFiles, context))),
    'vault.retention': () => withEnvironment(({ vault }) => readRetention(vault)),
    'vault.save_retention': ({ years }, { context }) => saveRetention(context, years),
    'vault.pick_backup': () => demo.unlessRunning(() => pickBackup(vaultFiles, registry)),
    'vault.restore': ({ window_id, ...picked }) =>
      demo.unlessRunning(() =>
        environmentManager.runAndNotify(window_id, () =>
          restoreBackup(vaultFiles, registry, { reopen, agree }, picked),
        ),
      ),
    'vault.unlock': async ({ code }) =>
      thenOpen(await unlockWithCode(vaultFiles, environmentManager.environment, code)),
    'vault.start_new': async ({ window_id }) => {
      // Check here that the data is really lost. An empty vault must never replace data that can be opened now, or that can be opened after
      // the keychain is unlocked.
      const opened = await environmentManager.open()
      if (opened.ok || !LOST.has(opened.error.code))
        return fail(appError('INVALID_INPUT', msg.errors.dataNotLost, msg.errors.unchangedStartAgain))
      return environmentManager.runAndNotify(window_id, () =>
        startNewVault(vaultFiles, reopen, environmentManager.environment),
      )
    },
    'vault.continue_shortened': async ({ window_id }) => {
      const opened = await environmentManager.open()
      if (opened.ok || opened.error.code !== 'VAULT_SHORTENED')
        return fail(appError('INVALID_INPUT', msg.errors.dataNotLost, msg.errors.unchangedStartAgain))
      return environmentManager.runAndNotify(window_id, () =>
        continueShortened(vaultFiles, reopen, environmentManager.environment),
      )
    },
    'vault.choose_passphrase': ({ passphrase }) =>
      demo.unlessRunning(async () => thenOpen(await vaultFiles.passphrase.choose(passphrase))),
    'vault.replace_passphrase': ({ passphrase }) =>
      demo.unlessRunning(async () => thenOpen(await vaultFiles.passphrase.replaceForgotten(passphrase))),
    'vault.change_passphrase': ({ present, passphrase }) =>
      demo.unlessRunning(async () => {
        const changed = await vaultFiles.passphrase.change(present, passphrase)
        return changed.ok ? ok({}) : changed
      }),
    'vault.enter_passphrase': ({ passphrase }) =>
      demo.unlessRunning(async () => thenOpen(await vaultFiles.passphrase.enter(passphrase))),
  }
}
