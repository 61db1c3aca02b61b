import type { AuthInfo, ProxyConfig } from 'electron'
import type { AppUpdater } from 'electron-updater'
import type { NetworkSettings } from '../../../src-shared/domain/service-settings.ts'
import type { EnvironmentNetwork } from '../net/network.ts'

/** Makes the updater use the office's proxy. Chromium makes its connections and would otherwise choose its own way. */
export class EnvironmentProxy {
  readonly #read: () => Promise<EnvironmentNetwork>
  readonly #updater: AppUpdater
  #network: EnvironmentNetwork | null = null
  /** Prevents repeated tries with a wrong password. */
  #hasAnswered = false

  constructor(updater: AppUpdater, read: () => Promise<EnvironmentNetwork>) {
    this.#updater = updater
    this.#read = read
    // Without an answer, the request would wait forever.
    updater.signals.login((asking: AuthInfo, answer) => {
      // Without a name, Electron aborts the request.
      void this.#logIn(asking).then((said) => (said ? answer(...said) : (answer as () => void)()))
    })
  }

  /** Call before each request to the server: the settings may have changed. */
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
