import type { HostProcess, StartHost } from '../../../src-main/platform/vault/host-process.ts'
import type { VaultReply } from '../../../src-main/platform/vault/vault-protocol.ts'
import { startVaultHost } from './start-host.ts'

/**
 * Lets tests reuse real vault processes, because starting a process takes longer than most tests. Once a vault is closed, its process has
 * no data of it left. Use it only in tests in which no vault process exits unexpectedly.
 */
export class HostPool {
  readonly #all: HostProcess[] = []
  readonly #idle: { host: HostProcess; listeners: Set<(reply: VaultReply) => void> }[] = []

  readonly start: StartHost = () => {
    const { host, listeners } = this.#idle.pop() ?? this.#new()
    const mine = new Set<(reply: VaultReply) => void>()
    const pass = (reply: VaultReply) => mine.forEach((listener) => listener(reply))
    listeners.add(pass)
    return {
      post: (message) => host.post(message),
      onMessage: (listener) => void mine.add(listener),
      onExit: () => {},
      kill: () => {
        listeners.delete(pass)
        this.#idle.push({ host, listeners })
      },
    }
  }

  end(): void {
    for (const host of this.#all) host.kill()
  }

  #new() {
    const host = startVaultHost()
    const listeners = new Set<(reply: VaultReply) => void>()
    host.onMessage((reply) => listeners.forEach((listener) => listener(reply)))
    this.#all.push(host)
    return { host, listeners }
  }
}
