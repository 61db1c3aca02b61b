import type { Result } from '../../../src-shared/errors.ts'
import type { RelayDevice, RelayEventsPage } from '../../../src-shared/domain/event.ts'

/** The relay's own small API (design/interfaces.md), for pairing. Errors carry `RELAY_*` codes. */
export interface RelayClient {
  /** Exchanges a one-time code for this device's token. */
  pair(
    url: string,
    code: string,
    device_name: string,
  ): Promise<Result<{ device_token: string; environment: string }>>
  /** What its log holds after `after`, a page at most. */
  readEvents(url: string, device_token: string, after: number): Promise<Result<RelayEventsPage>>
  /** What the relay knows of this device, with the URLs to register at the partner. */
  getDevice(url: string, device_token: string): Promise<Result<RelayDevice>>
}
