import { createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app } from 'electron'
import type { AppUpdater } from 'electron-updater'
import { z } from 'zod'
import { fail, ok, type Result } from '../../../src-shared/errors.ts'
import type { OfferedVersion, UpdateBlocker, Updater } from '../../core/ports/system.ts'
import { startMovedAtLogin } from '../electron/login-item.ts'
import type { EnvironmentNetwork } from '../net/network.ts'
import { EnvironmentProxy } from './environment-proxy.ts'
import { updateErrorOf } from './update-errors.ts'
import type { SignedInfo, Source } from './signed-provider.ts'

/** Update server and trusted signing keys of this build. Packaging writes them into its archive. */
const buildSchema = z.object({
  fundingDesk: z.object({ updates: z.object({ url: z.url(), public_keys: z.array(z.string()).min(1) }) }),
})

/** Uses electron-updater with a channel file that carries our own signature. Loaded on first use. */
export class ElectronUpdater implements Updater {
  /** macOS replaces the app while restarting it. After a quit, the broker wants the app closed. */
  readonly installsAtQuit = process.platform !== 'darwin'
  readonly #network: () => Promise<EnvironmentNetwork>
  #source: Promise<Source | null> | null = null
  #updater: AppUpdater | null = null
  #proxy: EnvironmentProxy | null = null

  /** `network` returns the office's network settings. */
  constructor(network: () => Promise<EnvironmentNetwork>) {
    this.#network = network
  }

  async blocker(): Promise<UpdateBlocker | null> {
    if (!app.isPackaged) return 'development'
    if ((await this.#readSource()) === null) return 'no_server'
    if (process.platform !== 'linux' || process.env['APPIMAGE'] !== undefined) return null
    const kind = await readFile(join(process.resourcesPath, 'package-type'), 'utf8').catch(() => '')
    return kind === '' ? 'not_installed' : 'system_package'
  }

  look(): Promise<Result<OfferedVersion>> {
    return attempt(async () => {
      const updater = await this.#load()
      this.#proxy ??= new EnvironmentProxy(updater, this.#network)
      await this.#proxy.take()
      const checked = await updater.checkForUpdates()
      if (checked === null) throw new Error('This installation can not be updated.')
      const { version, releaseNotes, stagingPercentage } = checked.updateInfo as SignedInfo
      return { version, notes: releaseNotes ?? '', staging_percentage: stagingPercentage ?? 100 }
    })
  }

  download(onProgress: (percent: number) => void): Promise<Result<void>> {
    return attempt(async () => {
      const updater = await this.#load()
      const notify = ({ percent }: { percent: number }) => onProgress(percent)
      updater.on('download-progress', notify)
      try {
        await updater.downloadUpdate()
      } finally {
        updater.off('download-progress', notify)
      }
    })
  }

  install(relaunch: boolean): Promise<Result<void>> {
    return attempt(async () => {
      const updater = await this.#load()
      // The new version may start before this one has ended.
      app.releaseSingleInstanceLock()
      const failed = new Promise<never>((_, reject) => updater.once('error', reject))
      updater.quitAndInstall(true, relaunch)
      // The installer ends the app. Nothing else may run until then.
      await failed
    })
  }

  async #load(): Promise<AppUpdater> {
    const source = await this.#readSource()
    if (source === null) throw new Error('No update server is set up.')
    this.#updater ??= await createUpdater(source)
    return this.#updater
  }

  #readSource() {
    this.#source ??= readSource()
    return this.#source
  }
}

async function createUpdater(source: Source): Promise<AppUpdater> {
  const [{ AppImageUpdater, MacUpdater, NsisUpdater }, { SignedProvider }] = await Promise.all([
    import('electron-updater'),
    import('./signed-provider.ts'),
  ])
  class FromSource extends SignedProvider {
    constructor(
      _options: unknown,
      _updater: unknown,
      runtime: ConstructorParameters<typeof SignedProvider>[1],
    ) {
      super(source, runtime)
    }
  }
  const options = { provider: 'custom', updateProvider: FromSource } as const
  const Kind = { win32: NsisUpdater, darwin: MacUpdater }[process.platform as string] ?? AppImageUpdater
  const updater = new Kind(options)
  // The core decides when and whether to update.
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.isUserWithinRollout = () => true
  updater.disableWebInstaller = true
  // A file with the version in its name gets a new name.
  updater.on('appimage-filename-updated', startMovedAtLogin)
  // The updater's log would contain paths and addresses.
  updater.logger = null
  return updater
}

async function readSource(): Promise<Source | null> {
  const described: unknown = JSON.parse(await readFile(join(app.getAppPath(), 'package.json'), 'utf8'))
  const built = buildSchema.safeParse(described)
  if (!built.success) return null
  const { url, public_keys } = built.data.fundingDesk.updates
  return { url, keys: public_keys.map((key) => createPublicKey(key)) }
}

async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work())
  } catch (thrown) {
    return fail(updateErrorOf(thrown))
  }
}
