import { z } from 'zod'
import type { AppError } from '../../platform/base/errors.ts'
import type { EndpointProfile } from '../../platform/partner/endpoint-profile.ts'
import { typedLine } from '../../platform/ipc/parts.ts'

/**
 * Default maximum number of requests per second. It is assumed, because the specification does not show the partner's limits (section 8).
 */
export const ASSUMED_REQUESTS_PER_SECOND = 1

/** The default for the minimum number of minutes between two requests to the partner about the same deal. */
export const STANDARD_INTERVAL_MINUTES = 1

export const networkSettingsSchema = z.object({
  /** Which proxy the app uses. `system`: the one from the operating system's settings, including scripts (PAC). */
  proxy: z.enum(['system', 'none', 'manual']),
  /** The proxy's address for `manual`: `http://host:port` or `https://host:port`. */
  proxy_url: typedLine(500),
  /** The user name for a proxy with a password. The password is in the keychain. */
  proxy_user: typedLine(200),
  /** Certificates (PEM) of certificate authorities that the office trusts, in addition to those that the operating system trusts. */
  extra_ca: z.string().trim().max(100_000),
})
export type NetworkSettings = z.infer<typeof networkSettingsSchema>

export const SYSTEM_NETWORK: NetworkSettings = {
  proxy: 'system',
  proxy_url: '',
  proxy_user: '',
  extra_ca: '',
}

/**
 * Requests per second; 0 means no limit. The minimum is 0.1: with a lower rate, a request would wait so long that the app would seem to
 * hang.
 */
export const rateLimitSchema = z
  .number()
  .max(100)
  .refine((rate) => rate === 0 || rate >= 0.1)

export interface ServiceSettings {
  endpoints: EndpointProfile
  requests_per_second: number
  network: NetworkSettings
}

/** The same settings as the Settings screen receives them: they contain whether a proxy password exists, but not the password. */
export interface ServiceSettingsView extends ServiceSettings {
  /** Minimum number of minutes between two requests to the partner about the same deal, while no relay is paired. */
  asking_interval_minutes: number
  is_standard_profile: boolean
  has_proxy_password: boolean
  /** The errors of saved settings that are unreadable. The screen then shows default settings, and the app sends nothing to the partner. */
  unreadable: AppError[]
}
