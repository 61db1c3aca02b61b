import type { Result } from '../../../src-shared/errors.ts'
import type { RelayDevice, RelayEventsPage } from '../../../src-shared/domain/event.ts'

/** The relay's API for pairing (design/interfaces.md). Errors have `RELAY_*` codes. */
export interface RelayClient {
  /** Exchanges a one-time code for this device's token. */
  pair(
    url: string,
    code: string,
    device_name: string,
  ): Promise<Result<{ device_token: string; environment: string }>>
  /** Reads the relay's log after `after`, at most one page. */
  readEvents(url: string, device_token: string, after: number): Promise<Result<RelayEventsPage>>
  /** Reads the relay's data of this device, with the URLs to register at the partner. */
  getDevice(url: string, device_token: string): Promise<Result<RelayDevice>>
}
