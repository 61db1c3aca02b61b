import type { Result } from '../../../src-shared/errors.ts'

/** What it takes to connect to the built-in sandbox and its relay. */
export interface DemoConnection {
  base_url: string
  client_id: string
  client_secret: string
  relay_url: string
  pairing_code: string
}

/** The sandbox and the relay that come with the app. They run until they are stopped or the app ends. */
export interface DemoServices {
  /** False in a build without them. */
  readonly available: boolean
  /** `DEMO_NOT_STARTED` when they do not begin to answer. */
  start(data: string): Promise<Result<DemoConnection>>
  stop(): void
}
