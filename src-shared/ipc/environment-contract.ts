import { z } from 'zod'
import type { PairLink } from '../deep-link.ts'
import type { ConnectionReport, ConnectionStatus, EnvironmentStatus } from '../domain/environment.ts'
import type { EventProblem } from '../domain/event.ts'
import type { ServiceCall } from '../domain/service-call.ts'
import {
  networkSettingsSchema,
  rateLimitSchema,
  type ServiceSettingsView,
} from '../domain/service-settings.ts'
import { environmentSchema } from '../domain/vocabulary-schema.ts'
import type { WebhooksView, WebhookTest } from '../domain/webhooks.ts'
import type { FieldProblem } from '../errors.ts'
import type { ProfileChange } from '../profile/diff-profiles.ts'
import type { PayloadProfile } from '../profile/payload-profile.ts'
import { byWindow, nothing, type, type Saved } from './parts.ts'
import { typedLine } from '../entry/typed-schema.ts'

/** The partner's address and the credentials for it. If `client_secret` is absent, main uses the one in the keychain. */
const credentials = z.object({
  environment: environmentSchema,
  base_url: typedLine(500).min(1),
  client_id: typedLine(500).min(1),
  client_secret: typedLine(2000).min(1).optional(),
})
const webhookUuid = z.object({ uuid: z.string().min(1).max(200) })
const payloadProfile = z.object({ profile_json: z.string().max(1_000_000) })

/**
 * A payload profile (the description of the form) for the settings screen. `changes`: its differences from the standard profile.
 * `is_unreadable`: this version cannot read the stored profile.
 */
export interface ProfileView {
  profile: PayloadProfile
  is_standard: boolean
  is_unreadable: boolean
  changes: ProfileChange[]
}

/**
 * Result of checking a payload profile. If the profile is invalid: its problems by path. If it is valid: its differences from the current
 * profile. Nothing is stored.
 */
export interface ProfileCheck {
  problems: FieldProblem[]
  changes: ProfileChange[]
}

/** The channels for the connections of an environment (sandbox or production) and for its form. */
export const environmentContract = {
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
  /** Removes the note that the connection status shows, after the broker has read it. */
  'connection.dismiss_note': { input: nothing, output: type<ConnectionStatus>() },
  /** Returns the notifications that were rejected or are suspicious, newest first. */
  'connection.problems': { input: nothing, output: type<EventProblem[]>() },
  'connection.clear_problems': { input: nothing, output: type<ConnectionStatus>() },

  /** Registers the relay's webhook address with the partner. An existing registration remains. */
  'webhooks.register': { input: nothing, output: type<EnvironmentStatus>(), checksEnvironment: true },
  'webhooks.list': { input: nothing, output: type<WebhooksView>() },
  /** Repairs registrations that were changed, and creates missing ones, so that the partner sends its notifications to the relay. */
  'webhooks.fix': { input: nothing, output: type<WebhooksView>(), checksEnvironment: true },
  'webhooks.switch': {
    input: webhookUuid.extend({ is_active: z.boolean() }),
    output: type<WebhooksView>(),
    checksEnvironment: true,
  },
  'webhooks.delete': { input: webhookUuid, output: type<WebhooksView>(), checksEnvironment: true },
  /**
   * Asks the partner to send its test event. The app's event `webhooks.test` reports each step. The call returns when the test event has
   * arrived, or when a step takes too long.
   */
  'webhooks.test': { input: webhookUuid, output: type<WebhookTest>(), checksEnvironment: true },

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
  'calls.list': { input: z.object({ search: z.string().max(200) }), output: type<ServiceCall[]>() },

  'profile.get': { input: nothing, output: type<PayloadProfile>() },
  'profile.view': { input: nothing, output: type<ProfileView>() },
  'profile.check': { input: payloadProfile, output: type<ProfileCheck>() },
  /** Saves the form's profile or the endpoint profile as a JSON file, which the broker can edit and import. */
  'profile.export': { input: z.object({ what: z.enum(['form', 'endpoints']) }), output: type<Saved>() },
  /**
   * Stores a payload profile, which describes the form. A form that is open changes to the new profile immediately. Any other draft changes
   * to it when the broker opens the draft.
   */
  'profile.save': { input: payloadProfile, output: type<ProfileView>(), checksEnvironment: true },
  'profile.reset': { input: nothing, output: type<ProfileView>(), checksEnvironment: true },
} as const
