import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { readWebAddress } from '../net/web-address.ts'

/** Parses the partner's base address as typed. Fails with `PARTNER_ADDRESS_INVALID` or `PARTNER_ADDRESS_INSECURE`. */
export function readBaseAddress(typed: string): Result<string> {
  const address = readWebAddress(typed)
  if ('url' in address) return ok(address.url)
  const { problem, why } = address
  return fail(
    problem === 'insecure'
      ? appError(
          'PARTNER_ADDRESS_INSECURE',
          words().errorsPartner.baseUnusable(why),
          words().errorsPartner.useHttpsAddress,
          {
            outcome: 'not_received',
            fields: [{ path: 'base_url', message: words().errorsPartner.useHttps }],
          },
        )
      : appError(
          'PARTNER_ADDRESS_INVALID',
          words().errorsPartner.baseUnusable(why),
          words().errorsPartner.checkGivenAddress,
          { outcome: 'not_received', fields: [{ path: 'base_url', message: why }] },
        ),
  )
}
