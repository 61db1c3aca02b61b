import { z } from 'zod'
import type { AppError } from '../errors.ts'
import type { EndpointProfile } from '../profile/endpoint-profile.ts'

/** Default maximum of requests per second. Assumed, because the partner's limits are not shown (spec section 8). */
export const ASSUMED_REQUESTS_PER_SECOND = 1

/** The default minimum interval between two requests about one deal. */
export const STANDARD_INTERVAL_MINUTES = 1

export const networkSettingsSchema = z.object({
  /** `system`: the operating system's proxy settings, including scripts (PAC). */
  proxy: z.enum(['system', 'none', 'manual']),
  /** `http://host:port` or `https://host:port`, for `manual`. */
  proxy_url: z.string().trim().max(500),
  /** For a proxy with a password. The keychain holds the password. */
  proxy_user: z.string().trim().max(200),
  /** Certificates (PEM) of an authority that the office trusts in addition to the authorities of the operating system. */
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

/** Settings of the service's API that a broker can change without a new release. */
export interface ServiceSettings {
  endpoints: EndpointProfile
  requests_per_second: number
  network: NetworkSettings
}

/** The settings that their screen receives. They contain only whether a proxy password exists, not the password. */
export interface ServiceSettingsView extends ServiceSettings {
  /** Minimum number of minutes between two requests about one deal when no relay is paired. */
  asking_interval_minutes: number
  is_standard_profile: boolean
  has_proxy_password: boolean
  /** Errors of saved settings that are unreadable. The screen shows the defaults instead, and the app sends nothing. */
  unreadable: AppError[]
}
