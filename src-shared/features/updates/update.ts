import type { Message } from '../../platform/texts/message.ts'
import { z } from 'zod'

/** Reasons why an installation of the app cannot update itself. */
export const UPDATE_BLOCKERS = ['no_server', 'development', 'system_package', 'not_installed'] as const

/** A note for the broker at startup. It says that the running version, or the version before it, had a problem. */
export type StartNote =
  | { kind: 'updated'; version: string }
  /**
   * The running version is older than the version that ran before. `failed` is true if that newer version never showed its first screen.
   */
  | { kind: 'rolled_back'; from: string; failed: boolean }
  /** The running version has started before, but has never shown its first screen. */
  | { kind: 'did_not_start'; version: string }
  /** The operating system was asked to install `version`, but the old version still runs. */
  | { kind: 'not_installed'; version: string }

/** A version that the update server offers. `notes` lists its changes as plain text. */
interface Offered {
  version: string
  notes: string
}

export type UpdateState =
  | { step: 'impossible'; why: (typeof UPDATE_BLOCKERS)[number] }
  | { step: 'unchecked' }
  | { step: 'checking' }
  | { step: 'current'; checked_at: string }
  | ({ step: 'downloading'; percent: number } & Offered)
  /** A new version was downloaded. It is installed only when the broker quits the app (see `installed_by`) or requests the installation. */
  | ({ step: 'ready' } & Offered)
  /** The running version is no longer offered: the newest version on the server, `version`, is older. */
  | { step: 'withdrawn'; version: string; checked_at: string }
  | { step: 'failed'; message: Message; advice: Message; checked_at: string }

/**
 * The actions that can install a downloaded version. `quit`: the app installs the version when the broker quits or restarts the app.
 * `restart` (on macOS): only when the broker restarts it.
 */
export const INSTALLED_BY = ['quit', 'restart'] as const
export type InstalledBy = (typeof INSTALLED_BY)[number]

export interface UpdateView {
  version: string
  /** `preview` if the running version has a suffix (1.2.0-beta.1), otherwise `stable`. */
  releases: 'stable' | 'preview'
  automatic: boolean
  installed_by: (typeof INSTALLED_BY)[number]
  state: UpdateState
  note: StartNote | null
}

/** Update data that the app stores between starts. */
export const updateMemorySchema = z.object({
  automatic: z.boolean(),
  /**
   * A random id. A new release is offered to a growing percentage of installations, and the id decides how early this one gets it. The id
   * never leaves this computer.
   */
  installation_id: z.string(),
  /** The version that ran last. `proven` is true if that version ever showed its first screen. */
  last_run: z.object({ version: z.string(), proven: z.boolean() }).nullable(),
  /** The version that the operating system was asked to install in place of the running one. */
  installing: z.string().nullable(),
})
export type UpdateMemory = z.infer<typeof updateMemorySchema>
