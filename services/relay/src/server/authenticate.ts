import type { FastifyRequest } from 'fastify'
import { hashSecret } from '../devices/secrets.ts'
import type { Device } from '../store/relay-store.ts'
import type { RelayServices } from './relay-services.ts'

/** Returns the SHA-256 of the request's bearer token, or null if there is none. */
export function bearerHash(request: FastifyRequest): string | null {
  const token = /^Bearer +([\w-]{32,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  return token === undefined ? null : hashSecret(token)
}

/** Returns the device that sent the request, or null if its token is missing, unknown, or revoked. */
export async function authenticate(
  request: FastifyRequest,
  { store, strangers }: Pick<RelayServices, 'store' | 'strangers'>,
): Promise<Device | null> {
  const token_hash = bearerHash(request)
  const device = token_hash === null ? null : await store.findDevice(token_hash)
  if (device !== null) strangers.knowDevice(request.raw.socket, device.device_id)
  return device
}
