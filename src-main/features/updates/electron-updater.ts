import { app, type AuthInfo, type ProxyConfig } from 'electron'
import type { AppUpdater } from 'electron-updater'
import { createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { startMovedAtLogin } from '../../platform/electron/login-item.ts'
import type { EnvironmentNetwork } from '../../platform/net/network.ts'
import { NotGenuine } from './signed-channel.ts'
import type { SignedInfo, Source } from './signed-provider.ts'
import type { OfferedVersion, UpdateBlocker, Updater } from '../../platform/base/system.ts'
import type { NetworkSettings } from '../../../src-shared/features/connection/service-settings.ts'
import { appError, type AppError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Address of the update server, and the trusted signing keys. The build writes both into the app's archive. */
const buildSchema = z.object({
  fundingDesk: z.object({ updates: z.object({ url: z.url(), public_keys: z.array(z.string()).min(1) }) }),
})

/**
 * Updates the app with the library electron-updater. The channel file (which describes the newest version) must have our own signature. The
 * library is loaded on first use.
 */
export class ElectronUpdater implements Updater {
  /** False on macOS. There, installing an update restarts the app, but a broker who quits the app does not want it to start again. */
  readonly installsAtQuit = process.platform !== 'darwin'
  readonly #network: () => Promise<EnvironmentNetwork>
  #source: Promise<Source | null> | null = null
  #updater: AppUpdater | null = null
  #proxy: EnvironmentProxy | null = null

  /** `network` returns the network settings of the broker's office. */
  constructor(network: () => Promise<EnvironmentNetwork>) {
    this.#network = network
  }

  async blocker(): Promise<UpdateBlocker | null> {
    if (!app.isPackaged) return 'development'
    if ((await this.#readSource()) === null) return 'no_server'
    if (process.platform !== 'linux' || process.env['APPIMAGE'] !== undefined) return null
    // Only a system package has this file.
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
      // Release the lock that allows only one running instance, because the new version may start before this version has ended.
      app.releaseSingleInstanceLock()
      const failed = new Promise<never>((_, reject) => updater.once('error', reject))
      updater.quitAndInstall(true, relaunch)
      // The installer ends the app. Wait here, so that no other code runs until then.
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
  // Turn off the automatic actions of the updater, because `app-updates.ts` decides whether and when to update.
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.isUserWithinRollout = () => true
  updater.disableWebInstaller = true
  // If the file name of an AppImage (the app on Linux) contains the version, an update changes the name.
  updater.on('appimage-filename-updated', startMovedAtLogin)
  // Disable the updater's log, because it would contain paths and addresses.
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

/**
 * Error codes of the updater if a downloaded file is not genuine. Either its checksum differs from the signed checksum, or the installer
 * lacks our code signature.
 */
const REFUSED = new Set(['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE'])
const DISK = new Set(['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'ENOENT', 'EIO'])

/** Converts a failed update check, download, or installation into an error with a message for brokers. */
export function updateErrorOf(thrown: unknown): AppError {
  const text = msg.updates
  const code = codeOf(thrown)
  if (thrown instanceof NotGenuine || REFUSED.has(code))
    return appError('UPDATE_NOT_GENUINE', text.notGenuine, text.notGenuineWhat)
  if (DISK.has(code)) return appError('UPDATE_NOT_STORED', text.notStored, text.notStoredWhat)
  if (isOfTheWay(thrown, code))
    return appError('UPDATE_SERVER_UNREACHABLE', text.unreachable, text.unreachableWhat, { retryable: true })
  return appError('UPDATE_NOT_READABLE', text.notReadable, text.notReadableWhat)
}

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''

/** True for network errors: Chromium's errors begin with `net::ERR_`, and the updater's HTTP errors contain the status. */
function isOfTheWay(thrown: unknown, code: string): boolean {
  return (
    /^(?:HTTP_ERROR_|ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/.test(code) ||
    (thrown instanceof Error && /^net::ERR_|timed? ?out/i.test(thrown.message))
  )
}

/**
 * Makes the updater use the proxy of the broker's office. The updater connects through Chromium. Without this setting, Chromium would
 * choose the proxy.
 */
export class EnvironmentProxy {
  readonly #read: () => Promise<EnvironmentNetwork>
  readonly #updater: AppUpdater
  #network: EnvironmentNetwork | null = null
  /** True after the app sent the proxy's password. If the proxy asks again, the password is wrong, and the app does not send it again. */
  #hasAnswered = false

  constructor(updater: AppUpdater, read: () => Promise<EnvironmentNetwork>) {
    this.#updater = updater
    this.#read = read
    // The proxy requires a password. Without an answer to this event, the request would wait forever.
    updater.signals.login((asking: AuthInfo, answer) => {
      // If `answer` is called without a user name, Electron aborts the request.
      const abort = answer as () => void
      this.#logIn(asking).then((said) => (said ? answer(...said) : abort()), abort)
    })
  }

  /** Applies the current proxy settings. Call this before each request to the update server, because the settings may have changed. */
  async take(): Promise<void> {
    this.#hasAnswered = false
    this.#network = await this.#read()
    const { netSession } = this.#updater
    await netSession.setProxy(asProxyConfig(this.#network.settings))
    await netSession.closeAllConnections()
  }

  async #logIn({ isProxy }: AuthInfo): Promise<[user: string, password: string] | null> {
    const network = this.#network
    if (!isProxy || this.#hasAnswered || network === null || network.settings.proxy_user === '') return null
    this.#hasAnswered = true
    const password = await network.proxyPassword()
    return password.ok ? [network.settings.proxy_user, password.value ?? ''] : null
  }
}

function asProxyConfig({ proxy, proxy_url }: NetworkSettings): ProxyConfig {
  if (proxy === 'none') return { mode: 'direct' }
  if (proxy === 'system') return { mode: 'system' }
  return { mode: 'fixed_servers', proxyRules: new URL(proxy_url).origin }
}
