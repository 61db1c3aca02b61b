import type { UpdateState } from '../../../src-shared/domain/update.ts'
import type { Result } from '../../../src-shared/errors.ts'

export type UpdateBlocker = Extract<UpdateState, { step: 'impossible' }>['why']

/** The newest version on the update server, with a verified signature. */
export interface OfferedVersion {
  version: string
  notes: string
  /** Percentage of installations that should install it. */
  staging_percentage: number
}

/** Replaces this installation with a newer one. The core decides when and whether. */
export interface Updater {
  /** True if `install` works without starting the new version. Otherwise only a restart installs it. */
  readonly installsAtQuit: boolean
  /** Returns the reason why this installation cannot be updated, or null. */
  blocker(): Promise<UpdateBlocker | null>
  /** Asks the update server, without sending data of this computer. */
  look(): Promise<Result<OfferedVersion>>
  /** Downloads and verifies the version that `look` returned last. */
  download(onProgress: (percent: number) => void): Promise<Result<void>>
  /** Replaces this installation with the downloaded version. This is the app's last action. */
  install(relaunch: boolean): Promise<Result<void>>
}
