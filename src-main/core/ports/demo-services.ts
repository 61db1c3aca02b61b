import type { Result } from '../../../src-shared/errors.ts'

/** Connection data of the built-in sandbox and its relay. */
export interface DemoConnection {
  base_url: string
  client_id: string
  client_secret: string
  relay_url: string
  pairing_code: string
}

/** The sandbox and relay bundled with the app. They run until they are stopped or the app ends. */
export interface DemoServices {
  readonly available: boolean
  /** Starts the services. Fails with `DEMO_NOT_STARTED` if they do not respond. */
  start(data: string): Promise<Result<DemoConnection>>
  stop(): void
}
