import type { IncomingMessage } from 'node:http'
import { hashSecret } from '../secrets.ts'
import type { OfficeDevice } from '../store/relay-store.ts'
import type { RelayServices } from './relay-services.ts'
import { type HttpResponse, refusal } from './responses.ts'

export function bearerHash({ headers }: IncomingMessage): string | null {
  const token = /^Bearer +([\w-]{32,200})$/i.exec(headers.authorization ?? '')?.[1]
  return token === undefined ? null : hashSecret(token)
}

export async function authenticate(
  request: IncomingMessage,
  { store, limiter }: Pick<RelayServices, 'store' | 'limiter'>,
): Promise<OfficeDevice | null> {
  const token_hash = bearerHash(request)
  const device = token_hash === null ? null : await store.findDevice(token_hash)
  if (device !== null) limiter.identifyDevice(request.socket, device.device_id)
  return device
}

export function isServed(device: OfficeDevice | null): device is OfficeDevice {
  return device?.office_state === 'active'
}

export function deviceRefusal(device: OfficeDevice | null): HttpResponse {
  return device === null
    ? refusal('DEVICE_REFUSED', 'The device token is missing, unknown, or revoked.')
    : refusal('OFFICE_SUSPENDED', 'The office of this device is suspended. Ask the administrator.')
}
