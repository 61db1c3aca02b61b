import type { BridgeStatus } from '../../../src-shared/domain/environment.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { keychainAccount } from '../../../src-shared/keychain-names.ts'
import { readConnection } from '../environments/settings.ts'
import type { EventSource } from '../ports/event-source.ts'
import type { Workspace } from '../workspace.ts'
import { receiveEvent, RELAY_CURSOR, type VerifyEvent } from './receive-event.ts'

/** Makes the source of a relay's events. */
export type ConnectRelay = (url: string, device_token: string) => EventSource

/** Keeps the stream of events running for a workspace, and tells the window how it stands. */
export class Bridge {
  readonly #workspace: Workspace
  readonly #connect: ConnectRelay
  readonly #verify: VerifyEvent
  #source: EventSource | null = null
  #status: BridgeStatus

  constructor(workspace: Workspace, connect: ConnectRelay, verify: VerifyEvent) {
    this.#workspace = workspace
    this.#connect = connect
    this.#verify = verify
    this.#status = off(workspace.clock.now())
  }

  get status(): BridgeStatus {
    return this.#status
  }

  /** Starts, or starts anew after the pairing changed. Without a relay it is off, and says so. */
  async restart(): Promise<void> {
    await this.stop()
    const { vault, secrets, environment, clock, log } = this.#workspace
    const [settings, token, cursor] = await Promise.all([
      readConnection(vault),
      secrets.get(keychainAccount(environment, 'relay-token')),
      vault.getCursor(RELAY_CURSOR),
    ])
    if (!settings.ok) return this.#tell(cannotStart(settings.error, clock.now()))
    if (!token.ok) return this.#tell(cannotStart(token.error, clock.now()))
    if (!cursor.ok) return this.#tell(cannotStart(cursor.error, clock.now()))
    if (settings.value.relay_url === '' || token.value === null) return this.#tell(off(clock.now()))
    const source = this.#connect(settings.value.relay_url, token.value)
    this.#source = source
    source.start(cursor.value, {
      onEvent: async (event) => {
        const received = await receiveEvent(this.#workspace, this.#verify, event)
        if (!received.ok) throw new Error(received.error.code)
        source.acknowledge(event.seq)
      },
      onGap: (oldest_seq) => log.warn('events before this one are gone from the relay', { oldest_seq }),
      onState: (status) => this.#tell(status),
    })
  }

  /** The computer woke or the network changed. */
  nudge(): void {
    this.#source?.nudge()
  }

  async stop(): Promise<void> {
    const source = this.#source
    this.#source = null
    await source?.stop()
  }

  #tell(status: BridgeStatus): void {
    this.#status = status
    this.#workspace.emit('bridge.changed', status)
  }
}

function cannotStart({ message, advice }: AppError, since: string): BridgeStatus {
  return { state: 'offline', since, detail: `${message} ${advice}` }
}

function off(since: string): BridgeStatus {
  return {
    state: 'off',
    since,
    detail: 'No relay is paired, so offers are not announced here. Pair one in Settings.',
  }
}
