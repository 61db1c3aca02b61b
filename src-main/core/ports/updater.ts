import type { UpdateState } from '../../../src-shared/domain/update.ts'
import type { Result } from '../../../src-shared/errors.ts'

export type Hindrance = Extract<UpdateState, { step: 'impossible' }>['why']

/** The newest version that the update server offers, its signature checked. */
export interface OfferedVersion {
  version: string
  notes: string
  /** How many of a hundred installations are to take it. */
  staging_percentage: number
}

/** Replaces this installation by a newer one. It decides nothing: when and whether is the core's. */
export interface Updater {
  /** Whether `install` can do without starting the new version; where it can't, only a restart installs. */
  readonly installsAtQuit: boolean
  /** Why this installation can't replace itself; null where it can. */
  hindrance(): Promise<Hindrance | null>
  /** Asks the update server. Nothing of this computer is told to it. */
  look(): Promise<Result<OfferedVersion>>
  /** Fetches what `look` last answered, and checks it. */
  download(onProgress: (percent: number) => void): Promise<Result<void>>
  /** Puts what was downloaded in place of this installation: the app's last act. */
  install(relaunch: boolean): Promise<Result<void>>
}
