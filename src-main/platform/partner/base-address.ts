import { readWebAddress } from '../net/web-address.ts'
import { appError, type AppError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { EndpointProfile } from '../../../src-shared/platform/partner/endpoint-profile.ts'

/**
 * Parses the partner's base address that the user typed. Fails with `PARTNER_ADDRESS_INVALID` or `PARTNER_ADDRESS_INSECURE`. Rejects an
 * address that already contains the path of an endpoint, because the app adds these paths.
 */
export function readBaseAddress(typed: string, profile: EndpointProfile): Result<string> {
  const text = msg.errorsPartner
  const address = readWebAddress(typed)
  if ('url' in address) {
    const base = withoutEndpoint(address.url, profile)
    if (base === address.url) return ok(base)
    return refused('PARTNER_ADDRESS_INVALID', text.pathRepeated(address.url.slice(base.length), base))
  }
  return address.problem === 'insecure'
    ? refused('PARTNER_ADDRESS_INSECURE', address.why, text.useHttpsAddress, text.useHttps)
    : refused('PARTNER_ADDRESS_INVALID', address.why)
}

/** Returns the failure for an unusable base address. `problem` is shown at the field. */
function refused(
  code: 'PARTNER_ADDRESS_INVALID' | 'PARTNER_ADDRESS_INSECURE',
  why: Message,
  advice: Message = msg.errorsPartner.checkGivenAddress,
  problem = why,
): Result<never> {
  return fail(
    appError(code, msg.errorsPartner.baseUnusable(why), advice, {
      outcome: 'not_received',
      fields: [{ path: 'base_url', message: problem }],
    }),
  )
}

/**
 * Adds to an error the note that the path of the base address may be wrong. A partner may respond to a wrong path in the same way as to a
 * wrong secret.
 */
export function namingPath(error: AppError, base: string): AppError {
  const path = base.slice(new URL(base).origin.length)
  if (error.code !== 'PARTNER_CREDENTIALS_REJECTED' || path === '') return error
  const text = msg.errorsPartner
  return {
    ...error,
    message: text.pathOrCredentials(path),
    advice: text.checkPathFirst,
    fields: [{ path: 'base_url', message: text.checkPath(path) }],
  }
}

/** Returns the address without the paths of the endpoints: everything before the path prefix that all endpoints share. */
function withoutEndpoint(url: string, { endpoints }: EndpointProfile): string {
  const common = commonPath(Object.values(endpoints).flatMap((endpoint) => endpoint?.path ?? []))
  const { origin, pathname } = new URL(url)
  const at = `${pathname}/`.indexOf(`${common}/`)
  return common === '' || at < 0 ? url : origin + pathname.slice(0, at)
}

/** Returns the segments with which all paths begin. Example: `/iso/api` for the paths `/iso/api/v1/document` and `/iso/api/auth/token`. */
function commonPath(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'))
  const end = first.findIndex((segment, at) => others.some((other) => other[at] !== segment))
  return (end < 0 ? first : first.slice(0, end)).join('/')
}

/** Builds a URL of the partner. Replaces each `{name}` in a path with its escaped value. */
export function resolveUrl(base: string, path: string, values: Record<string, string>): string {
  return base + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** Builds the JSON body of a request from the template in the endpoint profile. Replaces each `{name}` with its value. */
export function fillBody(
  body: Record<string, string>,
  values: Record<string, string>,
): Record<string, string> {
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return Object.fromEntries(Object.entries(body).map(([key, text]) => [key, fill(text)]))
}
