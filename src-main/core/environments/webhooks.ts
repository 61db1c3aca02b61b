import { z } from 'zod'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import type { WebhookProblem, WebhooksView, WebhookView } from '../../../src-shared/domain/webhooks.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { standardEndpoints } from '../../../src-shared/profile/standard-endpoints.ts'
import type { PartnerApi, WebhookRegistration } from '../ports/partner-api.ts'
import type { RelayClient } from '../ports/relay-client.ts'
import { judgeFailure } from '../submission/submission-machine.ts'
import type { Workspace } from '../workspace.ts'
import { readRelay } from './relay-link.ts'
import { readServiceSettings } from './service-settings.ts'
import { writeConnection } from './settings.ts'

/**
 * The kind of event that the specification shows (section 2). Which others there are is not shown, so they are the endpoint
 * profile's, and a service that refuses one costs nothing but its events.
 */
const SHOWN = 'offer'

/** The registrations made from here, as they were made: what is wanted, whatever the service says later. */
const MADE = 'webhooks_made'
/** The operation by which one of them was read, as the profile had it then. */
const READ_WORKED = 'webhook_read_worked'
const madeSchema = z.array(
  z.object({ uuid: z.string(), event_type: z.string(), webhook_url: z.string(), is_active: z.boolean() }),
)

/** The registrations at the service, and what is wrong with those that this computer needs. */
export async function viewWebhooks(workspace: Workspace, relay: RelayClient): Promise<Result<WebhooksView>> {
  const inlet = await inletUrl(workspace, relay)
  const inlet_url = inlet.ok ? inlet.value : null
  if (!inlet.ok && inlet.error.code !== 'RELAY_NOT_PAIRED') return inlet
  const partner = await workspace.partner()
  if (!partner.ok) return partner
  const [listed, made] = await Promise.all([readRegistrations(workspace, partner.value), readMade(workspace)])
  if (!listed.ok) return listed
  if (!made.ok) return made
  const { registrations, isTold } = listed.value
  return ok({
    listed_at: isTold ? workspace.clock.now() : null,
    inlet_url,
    registrations: registrations.map((one) => ({ ...one, origin: originOf(one, made.value, inlet_url) })),
    problems: inlet_url === null ? [] : problemsOf(registrations, made.value, inlet_url),
  })
}

/** Has the service send to the relay: mends what drifted, makes what is missing, keeps what stands. */
export async function registerWebhooks(workspace: Workspace, relay: RelayClient): Promise<Result<void>> {
  const inlet = await inletUrl(workspace, relay)
  if (!inlet.ok) return inlet
  const partner = await workspace.partner()
  if (!partner.ok) return partner
  const [listed, made] = await Promise.all([readRegistrations(workspace, partner.value), readMade(workspace)])
  if (!listed.ok) return listed
  if (!made.ok) return made
  const wanted = await eventTypes(workspace)
  if (!wanted.ok) return wanted
  const kept: WebhookRegistration[] = []
  let failed: Result<never> | null = null
  for (const event_type of wanted.value) {
    // The service numbers them in the order in which they come.
    // oxlint-disable-next-line no-await-in-loop
    const standing = await stand(partner.value, event_type, inlet.value, listed.value, made.value)
    if (standing.ok) kept.push(standing.value)
    else if (event_type !== SHOWN && isRefused(standing.error))
      workspace.log.info('assumed event type not registered', { code: standing.error.code })
    else failed ??= standing
  }
  const others = made.value.filter(({ event_type }) => !kept.some((one) => one.event_type === event_type))
  const remembered = await remember(workspace, [...others, ...kept])
  // What stands is remembered all the same: it is found again the next time, which makes only what is missing.
  if (remembered.ok && failed !== null) return failed
  return remembered.ok ? writeConnection(workspace.vault, { webhook_url: inlet.value }) : remembered
}

async function eventTypes({ vault }: Workspace): Promise<Result<readonly string[]>> {
  const settings = await readServiceSettings(vault)
  if (!settings.ok) return settings
  const usual = standardEndpoints.endpoints['webhook.create'].event_types
  return ok(settings.value.endpoints.endpoints['webhook.create'].event_types ?? usual ?? [SHOWN])
}

/** Whether the service has no events of that kind, and will not have them the next time; what passes by itself is no such word. */
function isRefused(error: AppError): boolean {
  return judgeFailure(error) === 'refused' || error.code === 'PARTNER_NOT_OFFERED'
}

/** Switches a registration on or off. */
export async function switchWebhook(
  workspace: Workspace,
  uuid: string,
  is_active: boolean,
): Promise<Result<void>> {
  return changing(workspace, uuid, async (partner, found, made) => {
    const updated = await partner.updateWebhook({ ...found, is_active })
    if (!updated.ok) return updated
    // What the broker switched off is wanted so, and no drift.
    return remember(
      workspace,
      made.map((one) => (one.uuid === uuid ? { ...one, is_active } : one)),
    )
  })
}

/** Deletes a registration at the service; events are not sent there any more. */
export async function deleteWebhook(workspace: Workspace, uuid: string): Promise<Result<void>> {
  return changing(workspace, uuid, async (partner, _found, made) => {
    const deleted = await partner.deleteWebhook(uuid)
    if (!deleted.ok && deleted.error.code !== 'PARTNER_NOT_FOUND') return deleted
    return remember(
      workspace,
      made.filter((one) => one.uuid !== uuid),
    )
  })
}

/** The problem in words for the light, null while nothing is known to be wrong. */
export function problemWords({ problems }: WebhooksView): string | null {
  const [first] = problems
  if (first === undefined) return null
  return {
    missing: words().errorsRelay.registrationGone,
    switched_off: words().errorsRelay.registrationOff,
    elsewhere: words().errorsRelay.registrationElsewhere,
  }[first.problem]
}

/** The relay's address for the service; `RELAY_NOT_PAIRED`. */
async function inletUrl(workspace: Workspace, relay: RelayClient): Promise<Result<string>> {
  const paired = await readRelay(workspace)
  if (!paired.ok) return paired
  const device = await relay.getDevice(paired.value.url, paired.value.token)
  if (!device.ok) return device
  const [url] = device.value.inlet_urls
  if (url !== undefined) return ok(url)
  return fail(
    appError('RELAY_UNEXPECTED_RESPONSE', words().errorsRelay.noInlet, words().errorsRelay.addInlet),
  )
}

/** What is at the service; `isTold` unless nobody could ask, and it is taken as it was made. */
interface Registrations {
  registrations: WebhookRegistration[]
  isTold: boolean
}

/** What the service tells; where it does not list, each one made here is asked for, or taken as it was made. */
async function readRegistrations(workspace: Workspace, partner: PartnerApi): Promise<Result<Registrations>> {
  const listed = await partner.listWebhooks()
  if (listed.ok) return ok({ registrations: listed.value, isTold: true })
  if (listed.error.code !== 'PARTNER_NOT_OFFERED') return listed
  const made = await readMade(workspace)
  if (!made.ok) return made
  const registrations: WebhookRegistration[] = []
  for (const one of made.value) {
    // A handful, one after another, as politeness wants.
    // oxlint-disable-next-line no-await-in-loop
    const read = await partner.readWebhook(one.uuid)
    if (read.ok) registrations.push(read.value)
    else if (read.error.code !== 'PARTNER_NOT_OFFERED' && read.error.code !== 'PARTNER_NOT_FOUND') return read
  }
  // How one is read is assumed: that none is found says that this is not how, until one was found once.
  const isOffered = await isReadOffered(workspace, registrations.length > 0)
  if (!isOffered.ok) return isOffered
  return ok(isOffered.value ? { registrations, isTold: true } : { registrations: made.value, isTold: false })
}

/** Whether single registrations can be read as the profile says, now or once before. */
async function isReadOffered(workspace: Workspace, works: boolean): Promise<Result<boolean>> {
  const { vault } = workspace
  const [settings, kept] = await Promise.all([readServiceSettings(vault), vault.getSetting(READ_WORKED)])
  if (!settings.ok) return settings
  if (!kept.ok) return kept
  const operation = JSON.stringify(settings.value.endpoints.endpoints['webhook.read'] ?? null)
  if (!works || kept.value === operation) return ok(kept.value === operation)
  const noted = await vault.commit([{ write: 'set_setting', key: READ_WORKED, value: operation }])
  return noted.ok ? ok(true) : noted
}

/** One registration of a kind that stands and points here: as it is, mended, or made. */
async function stand(
  partner: PartnerApi,
  event_type: string,
  webhook_url: string,
  { registrations, isTold }: Registrations,
  made: WebhookRegistration[],
): Promise<Result<WebhookRegistration>> {
  const ofKind = registrations.filter((one) => one.event_type === event_type)
  const here = ofKind.find((one) => one.webhook_url === webhook_url && one.is_active)
  if (here !== undefined && isTold) return ok(here)
  const mendable =
    ofKind.find((one) => one.webhook_url === webhook_url) ??
    ofKind.find(({ uuid }) => made.some((one) => one.uuid === uuid))
  if (mendable !== undefined) {
    const updated = await partner.updateWebhook({ ...mendable, webhook_url, is_active: true })
    const isGone = ['PARTNER_NOT_OFFERED', 'PARTNER_NOT_FOUND'].includes(updated.ok ? '' : updated.error.code)
    if (!isGone) return updated
  }
  // One more than there was costs nothing where the one from before stands unseen: events are known by their ids.
  const created = await partner.createWebhook(event_type, webhook_url)
  const isThere = here !== undefined && !created.ok && created.error.code === 'PARTNER_CONFLICT'
  return isThere ? ok(here) : created
}

function originOf(
  { uuid, webhook_url }: WebhookRegistration,
  made: WebhookRegistration[],
  inlet_url: string | null,
): WebhookView['origin'] {
  if (webhook_url === inlet_url) return 'here'
  return made.some((one) => one.uuid === uuid) ? 'former' : 'foreign'
}

/** Of each kind that was made here and not switched off by the broker, one must stand and point here. */
function problemsOf(
  registrations: WebhookRegistration[],
  made: WebhookRegistration[],
  inlet_url: string,
): WebhooksView['problems'] {
  return made
    .filter(({ is_active }) => is_active)
    .flatMap(({ uuid, event_type }) => {
      const ofKind = registrations.filter((one) => one.event_type === event_type)
      if (ofKind.some((one) => one.webhook_url === inlet_url && one.is_active)) return []
      const own = ofKind.find((one) => one.uuid === uuid)
      const problem: WebhookProblem =
        own === undefined ? 'missing' : own.webhook_url === inlet_url ? 'switched_off' : 'elsewhere'
      return [{ event_type, problem }]
    })
}

async function changing(
  workspace: Workspace,
  uuid: string,
  work: (
    partner: PartnerApi,
    found: WebhookRegistration,
    made: WebhookRegistration[],
  ) => Promise<Result<void>>,
): Promise<Result<void>> {
  const partner = await workspace.partner()
  if (!partner.ok) return partner
  const [listed, made] = await Promise.all([readRegistrations(workspace, partner.value), readMade(workspace)])
  if (!listed.ok) return listed
  if (!made.ok) return made
  const found = listed.value.registrations.find((one) => one.uuid === uuid)
  if (found !== undefined) return work(partner.value, found, made.value)
  return fail(
    appError('PARTNER_NOT_FOUND', words().errorsRelay.registrationNotThere, words().errorsRelay.lookAnew),
  )
}

async function readMade({ vault }: Workspace): Promise<Result<WebhookRegistration[]>> {
  const kept = await vault.getSetting(MADE)
  if (!kept.ok) return kept
  return ok(kept.value === null ? [] : madeSchema.parse(JSON.parse(kept.value)))
}

async function remember({ vault }: Workspace, made: WebhookRegistration[]): Promise<Result<void>> {
  const kept = await vault.commit([{ write: 'set_setting', key: MADE, value: JSON.stringify(made) }])
  return kept.ok ? ok(undefined) : kept
}
