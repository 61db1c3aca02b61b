import { failureOf, must, resultOf, failure } from '../../platform/base/failure.ts'
import { z } from 'zod'
import type { AppError, Result } from '../../../src-shared/platform/base/errors.ts'
import type {
  WebhookProblem,
  WebhooksView,
  WebhookView,
  WebhookTest,
} from '../../../src-shared/features/webhooks/webhooks.ts'
import type { EnvironmentStatus } from '../../../src-shared/features/connection/environment.ts'
import type { EnvironmentName } from '../../../src-shared/platform/words/vocabulary.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { trimEnd } from '../../../src-shared/platform/base/text.ts'
import { standardEndpoints } from '../../../src-shared/platform/partner/standard-endpoints.ts'
import type { PartnerApi, WebhookRegistration } from '../../platform/partner/partner-api.ts'
import type { RelayClient } from '../../platform/relay/event-source.ts'
import type { PartnerAccess } from '../connection/partner-link.ts'
import type { Platform, Environments } from '../../platform/environment/platform.ts'
import { environmentStatus } from '../connection/credentials.ts'
import { readRelay } from '../connection/relay-link.ts'
import { readServiceSettings } from '../connection/service-settings.ts'
import { writeConnection, type ConnectionNeeds } from '../connection/connection-settings.ts'
import { classifyFailure } from '../../platform/partner/classify-failure.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import { testWebhook } from './test-webhook.ts'
import type { EventSync } from '../events/event-sync.ts'

export type WebhookNeeds = ConnectionNeeds & PartnerAccess & Pick<Platform, 'clock' | 'emit' | 'log'>

/**
 * The event type that the specification shows (section 2). The endpoint profile adds other types. If the partner refuses one of the other
 * types, only the events of that type are missing.
 */
const SHOWN = 'offer'

/**
 * Setting: the webhook registrations as this app created them. This is the desired state, regardless of their later state at the partner.
 */
const MADE = 'webhooks_made'
/**
 * Setting: a copy of the profile's operation for reading a registration, stored when the operation worked. The copy shows that the partner
 * supports the operation.
 */
const READ_WORKED = 'webhook_read_worked'
const madeSchema = z.array(
  z.object({ uuid: z.string(), event_type: z.string(), webhook_url: z.string(), is_active: z.boolean() }),
)

/** Returns the partner's webhook registrations, and the problems with the registrations that this computer needs. */
export async function viewWebhooks(context: WebhookNeeds, relay: RelayClient): Promise<WebhooksView> {
  const inlet = await resultOf(inletUrl(context, relay))
  const inlet_url = inlet.ok ? inlet.value : null
  if (!inlet.ok && inlet.error.code !== 'RELAY_NOT_PAIRED') throw failureOf(inlet.error)
  const partner = must(await context.partner())
  const [listed, made] = await Promise.all([readRegistrations(context, partner), readMade(context)])
  const { registrations, isReported } = listed
  return {
    listed_at: isReported ? context.clock.now() : null,
    inlet_url,
    registrations: registrations.map((one) => ({ ...one, origin: originOf(one, made, inlet_url) })),
    problems: inlet_url === null ? [] : problemsOf(registrations, made, inlet_url),
  }
}

/** Registers the relay's webhook address at the partner: fixes changed registrations, creates missing ones, and keeps valid ones. */
export async function registerWebhooks(context: WebhookNeeds, relay: RelayClient): Promise<void> {
  const inlet = await inletUrl(context, relay)
  const partner = must(await context.partner())
  const [listed, made] = await Promise.all([readRegistrations(context, partner), readMade(context)])
  const wanted = await eventTypes(context)
  const kept: WebhookRegistration[] = []
  let failed: Result<never> | null = null
  for (const event_type of wanted) {
    // Create one registration after another, so that the partner numbers them in the order of the event types.
    const standing = await resultOf(stand(partner, event_type, inlet, listed, made))
    if (standing.ok) kept.push(standing.value)
    else if (event_type !== SHOWN && isRefused(standing.error))
      context.log.info('assumed event type not registered', { code: standing.error.code })
    else failed ??= standing
  }
  const others = made.filter(({ event_type }) => !kept.some((one) => one.event_type === event_type))
  const remembered = await resultOf(remember(context, [...others, ...kept]))
  // Successful registrations are stored even if another one failed. The next try finds them and creates only the missing ones.
  if (remembered.ok && failed !== null) throw failureOf(failed.error)
  return remembered.ok ? writeConnection(context.vault, { webhook_url: inlet }) : must(remembered)
}

async function eventTypes({ vault }: Pick<Platform, 'vault'>): Promise<readonly string[]> {
  const settings = await readServiceSettings(vault)
  const usual = standardEndpoints.endpoints['webhook.create'].event_types
  return settings.endpoints.endpoints['webhook.create'].event_types ?? usual ?? [SHOWN]
}

/** True if the partner permanently refuses events of a type. False for a temporary failure. */
function isRefused(error: AppError): boolean {
  return classifyFailure(error) === 'refused' || error.code === 'PARTNER_NOT_OFFERED'
}

export async function switchWebhook(
  context: Pick<Platform, 'vault'> & PartnerAccess,
  uuid: string,
  is_active: boolean,
): Promise<void> {
  return changing(context, uuid, async (partner, found, made) => {
    must(await partner.updateWebhook({ ...found, is_active }))
    // The broker switched the registration on or off on purpose, so its new state is the desired state.
    return remember(
      context,
      made.map((one) => (one.uuid === uuid ? { ...one, is_active } : one)),
    )
  })
}

/** Deletes a registration at the partner, so that the partner sends no more events to its address. */
export async function deleteWebhook(
  context: Pick<Platform, 'vault'> & PartnerAccess,
  uuid: string,
): Promise<void> {
  return changing(context, uuid, async (partner, _found, made) => {
    const deleted = await partner.deleteWebhook(uuid)
    if (!deleted.ok && deleted.error.code !== 'PARTNER_NOT_FOUND') throw failureOf(deleted.error)
    return remember(
      context,
      made.filter((one) => one.uuid !== uuid),
    )
  })
}

/** Returns the relay's address for the partner, or fails with `RELAY_NOT_PAIRED`. */
async function inletUrl(context: ConnectionNeeds, relay: RelayClient): Promise<string> {
  const paired = await readRelay(context)
  const device = must(await relay.getDevice(paired.url, paired.token))
  const [url] = device.inlet_urls
  if (url !== undefined) return url
  throw failure('RELAY_UNEXPECTED_RESPONSE', msg.errorsRelay.noInlet, msg.errorsRelay.addInlet)
}

/**
 * The partner's webhook registrations. `isReported` is false if the app could not read them and assumes that they are unchanged since their
 * creation.
 */
interface Registrations {
  registrations: WebhookRegistration[]
  isReported: boolean
}

/**
 * Reads the registrations. If the partner offers no list, reads each registration that this app created, or assumes that it is unchanged.
 */
async function readRegistrations(
  context: Pick<Platform, 'vault'>,
  partner: PartnerApi,
): Promise<Registrations> {
  const listed = await partner.listWebhooks()
  if (listed.ok) return { registrations: listed.value, isReported: true }
  if (listed.error.code !== 'PARTNER_NOT_OFFERED') throw failureOf(listed.error)
  const made = await readMade(context)
  const registrations: WebhookRegistration[] = []
  for (const one of made) {
    // Read the few registrations one after another because of the rate limit.
    const read = await partner.readWebhook(one.uuid)
    if (read.ok) registrations.push(read.value)
    else if (read.error.code !== 'PARTNER_NOT_OFFERED' && read.error.code !== 'PARTNER_NOT_FOUND')
      throw failureOf(read.error)
  }
  // The operation that reads a single registration is an assumption. It counts as unsupported until it has found a registration once.
  const isOffered = await isReadOffered(context, registrations.length > 0)
  return isOffered ? { registrations, isReported: true } : { registrations: made, isReported: false }
}

/** Returns true if the profile's operation for reading a single registration works now or worked before. */
async function isReadOffered(context: Pick<Platform, 'vault'>, works: boolean): Promise<boolean> {
  const { vault } = context
  const [settings, kept] = await Promise.all([readServiceSettings(vault), vault.getSetting(READ_WORKED)])
  const operation = JSON.stringify(settings.endpoints.endpoints['webhook.read'] ?? null)
  if (!works || kept === operation) return kept === operation
  await vault.commit([{ write: 'set_setting', key: READ_WORKED, value: operation }])
  return true
}

/** Ensures that there is one valid registration of an event type with this webhook URL: keeps, fixes, or creates it. */
async function stand(
  partner: PartnerApi,
  event_type: string,
  webhook_url: string,
  { registrations, isReported }: Registrations,
  made: WebhookRegistration[],
): Promise<WebhookRegistration> {
  const ofKind = registrations.filter((one) => one.event_type === event_type)
  const here = ofKind.find((one) => isAt(one, webhook_url) && one.is_active)
  if (here !== undefined && isReported) return here
  const fixable =
    ofKind.find((one) => isAt(one, webhook_url)) ??
    ofKind.find(({ uuid }) => made.some((one) => one.uuid === uuid))
  if (fixable !== undefined) {
    const updated = await partner.updateWebhook({ ...fixable, webhook_url, is_active: true })
    const isGone = ['PARTNER_NOT_OFFERED', 'PARTNER_NOT_FOUND'].includes(updated.ok ? '' : updated.error.code)
    if (!isGone) return must(updated)
  }
  // A duplicate is harmless if the old registration still exists but is not listed, because events are deduplicated by id.
  const created = await partner.createWebhook(event_type, webhook_url)
  const isThere = here !== undefined && !created.ok && created.error.code === 'PARTNER_CONFLICT'
  return isThere ? here : must(created)
}

function originOf(
  registration: WebhookRegistration,
  made: WebhookRegistration[],
  inlet_url: string | null,
): WebhookView['origin'] {
  if (inlet_url !== null && isAt(registration, inlet_url)) return 'here'
  return made.some(({ uuid }) => uuid === registration.uuid) ? 'former' : 'foreign'
}

/** True if the registration's address is `url`. The partner may have added slashes at the end, which the relay ignores. */
const isAt = ({ webhook_url }: WebhookRegistration, url: string) =>
  trimEnd(webhook_url, '/') === trimEnd(url, '/')

/**
 * Returns the event types without a working registration, with the problem of each. Checks only types for which this app created a
 * registration that the broker did not turn off. A working registration is active and has the relay's webhook URL.
 */
function problemsOf(
  registrations: WebhookRegistration[],
  made: WebhookRegistration[],
  inlet_url: string,
): WebhooksView['problems'] {
  return made
    .filter(({ is_active }) => is_active)
    .flatMap(({ uuid, event_type }) => {
      const ofKind = registrations.filter((one) => one.event_type === event_type)
      if (ofKind.some((one) => isAt(one, inlet_url) && one.is_active)) return []
      const own = ofKind.find((one) => one.uuid === uuid)
      const problem: WebhookProblem =
        own === undefined ? 'missing' : isAt(own, inlet_url) ? 'switched_off' : 'elsewhere'
      return [{ event_type, problem }]
    })
}

async function changing(
  context: Pick<Platform, 'vault'> & PartnerAccess,
  uuid: string,
  work: (partner: PartnerApi, found: WebhookRegistration, made: WebhookRegistration[]) => Promise<void>,
): Promise<void> {
  const partner = must(await context.partner())
  const [listed, made] = await Promise.all([readRegistrations(context, partner), readMade(context)])
  const found = listed.registrations.find((one) => one.uuid === uuid)
  if (found !== undefined) return work(partner, found, made)
  throw failure('PARTNER_NOT_FOUND', msg.errorsRelay.registrationNotThere, msg.errorsRelay.refreshList)
}

async function readMade({ vault }: Pick<Platform, 'vault'>): Promise<WebhookRegistration[]> {
  const kept = await vault.getSetting(MADE)
  return kept === null ? [] : madeSchema.parse(JSON.parse(kept))
}

async function remember({ vault }: Pick<Platform, 'vault'>, made: WebhookRegistration[]): Promise<void> {
  await vault.commit([{ write: 'set_setting', key: MADE, value: JSON.stringify(made) }])
}

/** An open environment, whose events can be watched. */
export interface WatchedEnvironment {
  context: WebhookNeeds
  eventSync: Pick<EventSync, 'watch' | 'status' | 'setRegistrations'>
}

type WatchedEnvironments = Pick<Environments<WatchedEnvironment>, 'open' | 'openExpected' | 'reconnect'>

/** The webhook registrations at the partner (spec section 4.5), as the broker sees and changes them. */
export class EnvironmentWebhooks {
  readonly #environmentManager: WatchedEnvironments
  readonly #relay: RelayClient

  constructor(environmentManager: WatchedEnvironments, relay: RelayClient) {
    this.#environmentManager = environmentManager
    this.#relay = relay
  }

  /** Registers the webhook of a new relay, and connects to this relay. */
  register(expected: EnvironmentName): Promise<EnvironmentStatus> {
    return this.#environmentManager.reconnect(
      () => must(this.#environmentManager.openExpected(expected)),
      ({ context }) => registerWebhooks(context, this.#relay),
      ({ context }) => environmentStatus(context),
    )
  }

  async view(): Promise<WebhooksView> {
    const opened = must(await this.#environmentManager.open())
    return this.#view(opened)
  }

  fix(opened: WatchedEnvironment): Promise<WebhooksView> {
    return this.#change(opened, (context) => registerWebhooks(context, this.#relay))
  }

  switch(opened: WatchedEnvironment, uuid: string, is_active: boolean): Promise<WebhooksView> {
    return this.#change(opened, (context) => switchWebhook(context, uuid, is_active))
  }

  delete(opened: WatchedEnvironment, uuid: string): Promise<WebhooksView> {
    return this.#change(opened, (context) => deleteWebhook(context, uuid))
  }

  test({ context, eventSync }: WatchedEnvironment, uuid: string): Promise<WebhookTest> {
    return testWebhook({ context, eventSync, relay: this.#relay }, uuid)
  }

  /** Changes the registrations and returns their new state. */
  async #change(
    opened: WatchedEnvironment,
    work: (context: WebhookNeeds) => Promise<void>,
  ): Promise<WebhooksView> {
    await oneAtATime('webhooks', () => work(opened.context))
    return this.#view(opened)
  }

  /** Reads the registrations and updates the connection status. */
  async #view({ context, eventSync }: WatchedEnvironment): Promise<WebhooksView> {
    const view = await resultOf(viewWebhooks(context, this.#relay))
    if (view.ok) eventSync.setRegistrations(view.value)
    return must(view)
  }
}
