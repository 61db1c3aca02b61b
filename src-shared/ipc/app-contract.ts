import { z } from 'zod'
import type { Appearance } from '../domain/appearance.ts'
import { appearanceSettingsSchema } from '../domain/appearance-schema.ts'
import type { Diagnostics } from '../diagnostics.ts'
import type { AppInfo } from '../domain/environment.ts'
import { alertsViewSchema, type AlertsView, type InboxItem } from '../domain/notification.ts'
import {
  type OlderCopies,
  type PickedBackup,
  type Restored,
  type Retention,
  RETENTION_YEARS,
  SHORTEST_PASSPHRASE,
  type ShownCode,
  type VaultStatus,
  type WaysBack,
} from '../domain/vault-status.ts'
import type { UpdateView } from '../domain/update.ts'
import { byWindow, nothing, type, type Nothing, type Saved } from './parts.ts'

/**
 * The state of the demo. `available`: this build includes the sandbox (a simulated partner) and the relay. `running`: the app shows only
 * the demo's data.
 */
export interface DemoStatus {
  available: boolean
  running: boolean
}

const recoveryCode = z.string().max(1000)
const newPassphrase = z.object({ passphrase: z.string().min(SHORTEST_PASSPHRASE).max(1000) })

/**
 * The channels (calls from the page to main) of the app itself and of its vault. Channels whose names begin with `app.`, `appearance.`, or
 * `updates.` also work while no vault is open.
 */
export const appContract = {
  'app.info': { input: nothing, output: type<AppInfo>() },
  'appearance.get': { input: nothing, output: type<Appearance>(), whileLocked: true },
  'appearance.save': { input: appearanceSettingsSchema, output: type<Appearance>() },

  'updates.get': { input: nothing, output: type<UpdateView>() },
  /** Checks the update server immediately and downloads a newer version. Responds when the download is complete. */
  'updates.check': { input: nothing, output: type<UpdateView>() },
  'updates.set_automatic': { input: z.object({ automatic: z.boolean() }), output: type<UpdateView>() },
  /** Quits, installs the new version, and starts it. Refused while something is being sent to the partner. */
  'updates.restart': { input: nothing, output: type<Nothing>() },
  'updates.dismiss_note': { input: nothing, output: type<UpdateView>() },
  /** The page calls this when it has painted its first screen with data, which proves that this version of the app works. */
  'updates.proven': { input: nothing, output: type<Nothing>() },

  /** Returns the diagnostics that the broker can send to support. `diagnostics.save` saves exactly the same data. */
  'diagnostics.view': { input: nothing, output: type<Diagnostics>() },
  'diagnostics.save': { input: nothing, output: type<Saved>() },

  'demo.status': { input: nothing, output: type<DemoStatus>() },
  /**
   * Starts a sandbox (a simulated partner) and a relay on this computer, and connects the app to them. The demo's data is separate from all
   * real data.
   */
  'demo.start': { input: byWindow, output: type<DemoStatus>() },
  /** Ends the demo permanently and deletes its data. */
  'demo.stop': { input: byWindow, output: type<DemoStatus>() },

  'inbox.list': { input: nothing, output: type<{ items: InboxItem[]; unread: number }>() },
  /** Marks the inbox items of one deal as read. Without a `deal_id`, marks all items. */
  /** Marks inbox items as read: those with the given numbers, those of a deal, or all of them if neither is given. */
  'inbox.read': {
    input: z.object({
      deal_id: z.uuid().optional(),
      numbers: z.array(z.int().min(0)).min(1).max(1_000).optional(),
    }),
    output: type<{ unread: number }>(),
  },
  'alerts.get': { input: nothing, output: type<AlertsView>() },
  'alerts.save': { input: alertsViewSchema, output: type<AlertsView>() },
  /** Shows a test notification. Its text says that it is a test. */
  'alerts.try': { input: nothing, output: type<Nothing>() },

  /** Returns the state of the recovery code and the backups, and the location of the data. */
  'vault.status': { input: nothing, output: type<VaultStatus>() },
  /** Returns the ways to recover a vault that cannot be opened. Also works while no vault is open. */
  'vault.recovery_options': { input: nothing, output: type<WaysBack>() },
  /**
   * Creates a recovery code. It is the only secret that the page gets, because the broker must write it down. The previous code remains
   * valid until the broker has confirmed the new one.
   */
  'vault.new_recovery_code': { input: nothing, output: type<ShownCode>() },
  'vault.confirm_recovery_code': {
    input: z.object({ answers: z.array(z.string().max(50)).max(12) }),
    output: type<VaultStatus>(),
  },
  /** Returns the backups and archived folders that previous recovery codes can still open. */
  'vault.older_copies': { input: nothing, output: type<OlderCopies>() },
  /** Makes a new backup after the broker agrees in a system dialog. Then deletes the backups that previous recovery codes can open. */
  'vault.replace_older_backups': { input: nothing, output: type<OlderCopies>() },
  /** Writes a backup and opens it to check it. */
  'vault.back_up': { input: nothing, output: type<VaultStatus>() },
  /** Shows a system dialog in which the broker chooses the folder for backups. */
  'vault.choose_backup_folder': { input: nothing, output: type<VaultStatus>() },
  /** Returns the number of years for which the trash keeps submitted deals. */
  'vault.retention': { input: nothing, output: type<Retention>() },
  'vault.save_retention': {
    input: z.object({ years: z.literal(RETENTION_YEARS).nullable() }),
    output: type<Retention>(),
    checksEnvironment: true,
  },
  /** Lets the broker pick a backup in a system dialog. Returns null if the broker picked none. */
  'vault.pick_backup': { input: nothing, output: type<PickedBackup | null>() },
  'vault.restore': {
    input: byWindow.extend({ file_id: z.uuid(), code: recoveryCode.optional() }),
    output: type<Restored>(),
  },
  /** Opens the vault with the recovery code if the vault key was lost. */
  'vault.unlock': { input: z.object({ code: recoveryCode }), output: type<Nothing>() },
  /** Archives data that cannot be opened and starts with an empty vault. Refused if the data can be opened. */
  'vault.start_new': { input: byWindow, output: type<{ archived_folder: string | null }>() },
  /** Opens a vault that lost its newest changes, with the data that remains. Refused if no change is missing. */
  'vault.continue_shortened': { input: byWindow, output: type<{ damaged_files: string }>() },
  'vault.choose_passphrase': { input: newPassphrase, output: type<Nothing>() },
  /**
   * Replaces a forgotten passphrase. The secrets that it protected, including the vault key, are lost. The broker therefore needs the
   * recovery code to open the data.
   */
  'vault.replace_passphrase': { input: newPassphrase, output: type<Nothing>() },
  /** Replaces the current passphrase and changes nothing else. */
  'vault.change_passphrase': {
    input: newPassphrase.extend({ present: z.string().max(1000) }),
    output: type<Nothing>(),
  },
  'vault.enter_passphrase': {
    input: z.object({ passphrase: z.string().max(1000) }),
    output: type<Nothing>(),
  },
} as const
