import { appError, fail, ok, type ErrorCode, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { Demo } from '../../core/demo/demo.ts'
import type { FileRegistry } from '../../core/documents/file-registry.ts'
import type { Office } from '../../core/environments/office.ts'
import {
  backUp,
  chooseBackupFolder,
  olderCopies,
  replaceOlderBackups,
  vaultStatus,
} from '../../core/vault/backup.ts'
import type { VaultCare } from '../../core/vault/care.ts'
import type { KeyChange } from '../../core/vault/replace-key.ts'
import { confirmRecoveryCode, ShownCodes, unlockWithCode } from '../../core/vault/recovery.ts'
import {
  continueShortened,
  pickBackup,
  restoreBackup,
  startNewVault,
  type AgreeToRestored,
  type Reopen,
} from '../../core/vault/restore.ts'
import { readRetention, saveRetention } from '../../core/vault/retention.ts'
import type { Workspace } from '../../core/workspace.ts'
import type { Handlers } from '../router.ts'

/** Errors that only a recovery code, a backup, or a new start fixes. */
const LOST: ReadonlySet<ErrorCode> = new Set([
  'VAULT_KEY_MISSING',
  'VAULT_KEY_WRONG',
  'VAULT_DAMAGED',
  'VAULT_SHORTENED',
])

type VaultHandlers = Pick<Handlers, Extract<keyof Handlers, `vault.${string}`>>

/**
 * Creates the handlers of the vault as a whole. Those for a vault that does not open work without one. While the demo runs, they refuse
 * to bring real data into it (a backup, a printed code), or to change the office's passphrase.
 */
export function createVaultHandlers(
  office: Office,
  demo: Demo,
  care: VaultCare,
  registry: FileRegistry,
): VaultHandlers {
  const codes = new ShownCodes()
  const reopen: Reopen = (environment, work) => office.reopen(environment, work)
  const agree: AgreeToRestored = (environment, restored) => office.agreeToRestored(environment, restored)

  const change: KeyChange = { reopen, isSending: () => office.isSending() }

  async function within<T>(work: (workspace: Workspace) => Promise<Result<T>>): Promise<Result<T>> {
    const opened = await office.open()
    return opened.ok ? work(opened.value.workspace) : opened
  }
  async function thenStatus(work: (workspace: Workspace) => Promise<Result<unknown>>) {
    const opened = await office.open()
    if (!opened.ok) return opened
    const done = await work(opened.value.workspace)
    if (!done.ok) return done
    // The work may have closed and reopened the office.
    const now = await office.open()
    return now.ok ? vaultStatus(care, now.value.workspace) : now
  }
  /** Opens the data after a successful action. */
  async function thenOpen(done: Result<void>): Promise<Result<Record<string, never>>> {
    if (!done.ok) return done
    const opened = await office.open()
    return opened.ok ? ok({}) : opened
  }

  return {
    'vault.status': () => thenStatus(async () => ok(null)),
    'vault.ways_back': async () => {
      const { environment } = office
      const file = await care.storage.readKeyFile(environment)
      return ok({
        environment,
        folder: care.storage.folder(environment),
        has_recovery_code: file.ok && file.value !== null && file.value.recovery !== null,
        may_choose_passphrase: await care.passphrase.mayBeChosen(),
      })
    },
    'vault.new_recovery_code': () =>
      demo.unlessRunning(async () => {
        const opened = await office.open()
        return opened.ok ? ok(await codes.show(opened.value.workspace.environment)) : opened
      }),
    'vault.confirm_recovery_code': ({ answers }) =>
      demo.unlessRunning(() =>
        thenStatus((workspace) => confirmRecoveryCode(care, codes, change, workspace, answers)),
      ),
    'vault.older_copies': () => within((workspace) => olderCopies(care, workspace)),
    'vault.replace_older_backups': () =>
      demo.unlessRunning(() => within((workspace) => replaceOlderBackups(care, workspace))),
    'vault.back_up': () => thenStatus((workspace) => backUp(care, workspace)),
    'vault.choose_backup_folder': () =>
      demo.unlessRunning(() => thenStatus((workspace) => chooseBackupFolder(care, workspace))),
    'vault.retention': async () => {
      const opened = await office.open()
      return opened.ok ? readRetention(opened.value.workspace.vault) : opened
    },
    'vault.save_retention': async ({ years, shown }) => {
      const opened = await office.openAs(shown)
      return opened.ok ? saveRetention(opened.value.workspace, years) : opened
    },
    'vault.pick_backup': () => demo.unlessRunning(() => pickBackup(care, registry)),
    'vault.restore': ({ window_id, ...picked }) =>
      demo.unlessRunning(() =>
        office.turning(window_id, () => restoreBackup(care, registry, { reopen, agree }, picked)),
      ),
    'vault.unlock': async ({ code }) => thenOpen(await unlockWithCode(care, office.environment, code)),
    'vault.start_new': async ({ window_id }) => {
      // Check again here: data that opens, or will open once a keychain is unlocked, must never be replaced by an empty vault.
      const opened = await office.open()
      if (opened.ok || !LOST.has(opened.error.code))
        return fail(appError('INVALID_INPUT', words().errors.dataNotLost, words().errors.unchangedStartAgain))
      return office.turning(window_id, () => startNewVault(care, reopen, office.environment))
    },
    'vault.continue_shortened': async ({ window_id }) => {
      const opened = await office.open()
      if (opened.ok || opened.error.code !== 'VAULT_SHORTENED')
        return fail(appError('INVALID_INPUT', words().errors.dataNotLost, words().errors.unchangedStartAgain))
      return office.turning(window_id, () => continueShortened(care, reopen, office.environment))
    },
    'vault.choose_passphrase': ({ passphrase }) =>
      demo.unlessRunning(async () => thenOpen(await care.passphrase.choose(passphrase))),
    'vault.replace_passphrase': ({ passphrase }) =>
      demo.unlessRunning(async () => thenOpen(await care.passphrase.replaceForgotten(passphrase))),
    'vault.change_passphrase': ({ present, passphrase }) =>
      demo.unlessRunning(async () => {
        const changed = await care.passphrase.change(present, passphrase)
        return changed.ok ? ok({}) : changed
      }),
    'vault.enter_passphrase': ({ passphrase }) =>
      demo.unlessRunning(async () => thenOpen(await care.passphrase.enter(passphrase))),
  }
}
