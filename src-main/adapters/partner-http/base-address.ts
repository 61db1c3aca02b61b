import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { readWebAddress } from '../net/web-address.ts'

/** Reads the service's base address as typed. `PARTNER_ADDRESS_INVALID` or `PARTNER_ADDRESS_INSECURE`. */
export function readBaseAddress(typed: string): Result<string> {
  const address = readWebAddress(typed)
  if ('url' in address) return ok(address.url)
  const { problem, why } = address
  return fail(
    problem === 'insecure'
      ? appError(
          'PARTNER_ADDRESS_INSECURE',
          `The base address cannot be used. ${why}`,
          'Use the address that begins with https://.',
          { outcome: 'not_received', fields: [{ path: 'base_url', message: 'Use https://.' }] },
        )
      : appError(
          'PARTNER_ADDRESS_INVALID',
          `The base address cannot be used. ${why}`,
          'Check the address that the funding partner gave you.',
          { outcome: 'not_received', fields: [{ path: 'base_url', message: why }] },
        ),
  )
}
