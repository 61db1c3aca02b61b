import type { AuthInfo, ProxyConfig } from 'electron'
import type { AppUpdater } from 'electron-updater'
import type { NetworkSettings } from '../../../src-shared/domain/service-settings.ts'
import type { OfficeNetwork } from '../net/network.ts'

/** Has an updater go the way that the office chose for the partner. Chromium makes its connections, and has ways of its own. */
export class OfficeProxy {
  readonly #read: () => Promise<OfficeNetwork>
  readonly #updater: AppUpdater
  #network: OfficeNetwork | null = null
  /** A wrong password is not tried again and again. */
  #hasAnswered = false

  constructor(updater: AppUpdater, read: () => Promise<OfficeNetwork>) {
    this.#updater = updater
    this.#read = read
    // Nobody else would answer, and the request would wait.
    updater.signals.login((asking: AuthInfo, answer) => {
      // Without a name, Electron gives the request up.
      void this.#logIn(asking).then((said) => (said ? answer(...said) : (answer as () => void)()))
    })
  }

  /** To be called before the server is asked: the settings may have changed since. */
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
