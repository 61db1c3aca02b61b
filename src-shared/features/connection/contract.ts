import { z } from 'zod'
import { environmentSchema } from '../../platform/words/vocabulary-schema.ts'
import { byWindow, type Contract, nothing, type Nothing, type, typedLine } from '../../platform/ipc/parts.ts'
import type { ConnectionReport, ConnectionStatus, EnvironmentStatus } from './environment.ts'
import type { PairLink } from '../../platform/addresses/deep-link.ts'
import type { EventProblem } from '../../platform/webhook/event.ts'
import { networkSettingsSchema, rateLimitSchema, type ServiceSettingsView } from './service-settings.ts'
import { payloadProfile, type ProfileCheck } from '../form/contract.ts'

/** The partner's address and the credentials for it. If `client_secret` is absent, main uses the one in the keychain. */
const credentials = z.object({
  environment: environmentSchema,
  base_url: typedLine(500).min(1),
  client_id: typedLine(500).min(1),
  client_secret: typedLine(2000).min(1).optional(),
})

export const connectionContract = {
  'environment.get': { input: nothing, output: type<EnvironmentStatus>() },
  /** Tests credentials: fetches a token with them, and verifies the token with the published keys. Stores nothing. */
  'environment.test_connection': { input: credentials, output: type<ConnectionReport>() },
  /** Tests the credentials, then stores the secret in the keychain and the rest in the vault. */
  'environment.save_credentials': {
    input: credentials.extend(byWindow.shape),
    output: type<EnvironmentStatus>(),
  },
  'environment.forget_credentials': {
    input: nothing,
    output: type<EnvironmentStatus>(),
    checksEnvironment: true,
  },
  'relay.pair': {
    input: z.object({
      url: typedLine(500).min(1),
      code: typedLine(100).min(1),
      device_name: typedLine(100).min(1),
    }),
    output: type<EnvironmentStatus>(),
    checksEnvironment: true,
  },
  'relay.forget': { input: nothing, output: type<EnvironmentStatus>(), checksEnvironment: true },
  /** Returns the pairing link that was opened last in another program. Returns each link once, and null if there is none. */
  'relay.take_link': { input: nothing, output: type<PairLink | null>() },
  'connection.status': { input: nothing, output: type<ConnectionStatus>() },
  'connection.dismiss_note': { input: nothing, output: type<ConnectionStatus>() },
  'connection.problems': { input: nothing, output: type<EventProblem[]>() },
  'connection.clear_problems': { input: nothing, output: type<ConnectionStatus>() },
  'service.settings': { input: nothing, output: type<ServiceSettingsView>() },
  'service.check_endpoints': { input: payloadProfile, output: type<ProfileCheck>() },
  /**
   * Stores an endpoint profile (a description of the partner's API), passed as a string. If it is invalid, returns its problems by path
   * instead.
   */
  'service.save_endpoints': {
    input: z.object({ profile_json: z.string().max(200_000) }),
    output: type<ServiceSettingsView>(),
    checksEnvironment: true,
  },
  'service.reset_endpoints': { input: nothing, output: type<ServiceSettingsView>(), checksEnvironment: true },
  'service.save_network': {
    input: z.object({
      network: networkSettingsSchema,
      /** The password of the proxy. If absent, the password in the keychain stays unchanged. If empty, it is deleted. */
      proxy_password: z.string().max(500).optional(),
    }),
    output: type<ServiceSettingsView>(),
    checksEnvironment: true,
  },
  'service.save_rate_limit': {
    input: z.object({
      requests_per_second: rateLimitSchema,
      asking_interval_minutes: z.number().min(1).max(60),
    }),
    output: type<ServiceSettingsView>(),
    checksEnvironment: true,
  },
} as const satisfies Contract

export interface ConnectionEvents {
  'connection.changed': ConnectionStatus
  /**
   * The connection settings of an environment changed, or its vault was opened again. `switched` is true if the open environment was closed
   * meanwhile, so that every page must read its data again.
   */
  'environment.changed': { window_id: string | null; switched: boolean }
  /** The window must take the pairing link that was opened, and show it where the broker can pair. */
  'navigate.pair': Nothing
}

/** The environment and the connection with which a development build starts (from `FUNDING_DESK_PROFILE_ENV`). Never contains a secret. */
export const environmentPresetSchema = z.object({
  environment: environmentSchema,
  base_url: z.string(),
  client_id: z.string(),
  relay_url: z.string().optional(),
  requests_per_second: z.number().optional(),
  undo_seconds: z.number().optional(),
})
export type EnvironmentPreset = z.infer<typeof environmentPresetSchema>
