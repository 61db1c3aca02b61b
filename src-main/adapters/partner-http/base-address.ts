import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'

/** Reads a base address: https anywhere, plain http on this computer only. The result has no slash at its end. */
export function readBaseAddress(typed: string): Result<string> {
  let url: URL
  try {
    url = new URL(typed.trim())
  } catch {
    return fail(invalid('It is no web address.'))
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return fail(invalid('It must begin with https://.'))
  if (url.username !== '' || url.password !== '')
    return fail(invalid('It must not hold a user name or password.'))
  if (url.search !== '' || url.hash !== '') return fail(invalid('It must not hold a “?” or “#”.'))
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return fail(
      appError(
        'PARTNER_ADDRESS_INSECURE',
        'This address is not encrypted: http:// is taken for this computer only.',
        'Nothing was sent. Use the address that begins with https://.',
        { outcome: 'not_received', fields: [{ path: 'base_url', message: 'Use https://.' }] },
      ),
    )
  return ok(`${url.origin}${url.pathname.replace(/\/+$/, '')}`)
}

/** Whether a host name means this computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

function invalid(why: string) {
  return appError(
    'PARTNER_ADDRESS_INVALID',
    `The base address cannot be used. ${why}`,
    'Nothing was sent. Check the address that the funding partner gave you.',
    {
      outcome: 'not_received',
      fields: [{ path: 'base_url', message: why }],
    },
  )
}
