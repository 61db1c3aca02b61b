import { z } from 'zod'
import { environmentSchema } from '../../../../src-shared/platform/words/vocabulary-schema.ts'
import { pairLinkOf } from '../../../../src-shared/platform/addresses/deep-link.ts'
import { purge, unconfirmedNow } from '../events/housekeeping.ts'
import { addPairingCode, createOffice, deleteOffice, rotateInlet } from './office-service.ts'
import type { OfficeStore } from '../store/office-store.ts'
import { MAX_KEEP_DAYS } from '../settings.ts'
import { ApiError, notFound, type Route, route } from './call-route.ts'
import {
  type EnvironmentConfig,
  NO_QUOTAS,
  type Office,
  quotasIn,
  auditEntrySchema,
  deviceSchema,
  environmentConfigSchema,
  inletSchema,
  newOfficeSchema,
  officeChangesSchema,
  officeSchema,
  partnerSchema,
  rowCountsSchema,
} from '../store/relay-store.ts'
import { canonicalAddress, isLoopback } from '../server/addresses.ts'

const eventSchema = z.object({
  seq: z.int(),
  environment: environmentSchema,
  event_id: z.string(),
  received_at: z.string(),
  sender: z.string(),
  signature: z.string(),
  kid: z.string(),
  verification: z.string(),
  body: z.string().describe('body as received, in base64'),
})

const page = (most: number) =>
  z.object({
    after: z.coerce.number().int().min(0).default(0).describe('number after which to continue'),
    limit: z.coerce.number().int().min(1).max(most).default(100),
  })

function shown({ public_id, name, state, created_at, ...office }: Office) {
  return { id: public_id, name, state, created_at, ...quotasIn(office) }
}

const NO_SUCH_DEVICE = 'No paired device has this id. See "relay device list".'

export async function environmentOf(own: OfficeStore, name: string): Promise<EnvironmentConfig> {
  const config = await own.getEnvironment(name)
  if (config === null)
    throw notFound(
      `The ${name} environment is not set up yet. First: relay environment set --name ${name} --jwks-url URL`,
    )
  return config
}

async function present(own: OfficeStore) {
  const office = await own.get()
  if (office === null) throw notFound('The office was deleted.')
  return shown(office)
}

const stateRoute = (verb: 'suspend' | 'resume', state: 'suspended' | 'active', summary: string) =>
  route(`POST /v1/offices/{office}/${verb}`, summary, { response: officeSchema }, async ({ own }) => {
    await own.setState(state)
    return present(own)
  })

const name = z.string().trim().min(1).max(100)
const inlets = z.array(inletSchema)
const devices = z.array(deviceSchema)
const environments = z.array(environmentConfigSchema)

export const ROUTES: readonly Route[] = [
  route(
    'GET /v1/offices',
    'List the offices.',
    { response: z.object({ offices: z.array(officeSchema) }) },
    async ({ store }) => ({ offices: (await store.listOffices()).map(shown) }),
  ),
  route(
    'POST /v1/offices',
    'Create an office.',
    { body: newOfficeSchema, status: 201, response: officeSchema },
    async ({ store, actor, body: { name: chosen, ...quotas } }) =>
      shown(await createOffice(store, chosen, { ...NO_QUOTAS, ...givenIn(quotas) }, actor)),
  ),
  route('GET /v1/offices/{office}', 'Read an office.', { response: officeSchema }, async ({ office }) =>
    shown(office),
  ),
  route(
    'PATCH /v1/offices/{office}',
    'Change the name or the quotas of an office. Values that are not given stay as they are.',
    { body: officeChangesSchema, response: officeSchema },
    async ({ office, own, body: { name: chosen, ...quotas } }) => {
      if (chosen !== undefined) await own.rename(chosen)
      if (Object.keys(quotas).length > 0) await own.setQuotas({ ...quotasIn(office), ...givenIn(quotas) })
      return present(own)
    },
  ),
  stateRoute(
    'suspend',
    'suspended',
    'Suspend an office: refuse its notifications and devices, and keep its data.',
  ),
  stateRoute('resume', 'active', 'Resume a suspended office.'),
  route(
    'DELETE /v1/offices/{office}',
    'Delete an office with all its rows. The counts of the remaining rows prove it.',
    { response: z.object({ deleted: rowCountsSchema, remaining: rowCountsSchema }) },
    async ({ own }) => deleteOffice(own),
  ),
  route(
    'GET /v1/offices/{office}/audit',
    'Read the audit log of an office, oldest entry first.',
    { query: page(1000), response: z.object({ entries: z.array(auditEntrySchema) }) },
    async ({ own, query }) => ({ entries: await own.readAudit(query.after, query.limit) }),
  ),
  route(
    'GET /v1/offices/{office}/export',
    'Export the data of an office, without its events and its audit log.',
    { response: z.object({ office: officeSchema, environments, inlets, devices }) },
    async ({ office, own }) => {
      await own.record('data exported', {})
      return {
        office: shown(office),
        environments: await own.listEnvironments(),
        inlets: await own.listInlets(),
        devices: await own.listDevices(),
      }
    },
  ),
  route(
    'GET /v1/offices/{office}/environments',
    'List the environments of an office.',
    { response: z.object({ environments }) },
    async ({ own }) => ({ environments: await own.listEnvironments() }),
  ),
  route(
    'PUT /v1/offices/{office}/environments/{environment}',
    'Set an environment: with a shared partner profile, or with values of its own.',
    {
      body: z.union([
        z.strictObject({ partner: z.string() }),
        z.strictObject({ jwks_url: z.string(), sender_addresses: z.array(z.string()).default([]) }),
      ]),
      response: environmentConfigSchema,
    },
    async ({ own, params, body }) => {
      if ('partner' in body) {
        if (!(await own.usePartner(params.environment, body.partner)))
          throw notFound('No partner profile has this name. See "relay partner list".')
      } else await own.setEnvironment({ name: params.environment, ...checkedAddresses(body) })
      return environmentOf(own, params.environment)
    },
  ),
  route(
    'POST /v1/offices/{office}/pairing-codes',
    'Invite a computer: create a pairing code. It works once, for ten minutes.',
    {
      body: z.strictObject({ name, environment: environmentSchema }),
      status: 201,
      response: z.object({
        code: z.string(),
        expires_at: z.string(),
        link: z
          .string()
          .nullable()
          .describe('link that opens the app; null if the public address is not https'),
      }),
    },
    async ({ own, body, public_url }) => {
      await environmentOf(own, body.environment)
      const code = await addPairingCode(own, body, Date.now())
      return { ...code, link: pairLinkOf(public_url ?? '', code.code) }
    },
  ),
  route(
    'GET /v1/offices/{office}/devices',
    'List the devices of an office, including revoked ones.',
    { response: z.object({ devices }) },
    async ({ own }) => ({ devices: await own.listDevices() }),
  ),
  route(
    'PATCH /v1/offices/{office}/devices/{device}',
    'Rename a device.',
    { body: z.strictObject({ name }), response: z.object({ device_id: z.string(), name: z.string() }) },
    async ({ own, params, body }) => {
      if (!(await own.renameDevice(params.device, body.name))) throw notFound(NO_SUCH_DEVICE)
      return { device_id: params.device, name: body.name }
    },
  ),
  route(
    'DELETE /v1/offices/{office}/devices/{device}',
    'Revoke the access of a device.',
    { response: z.object({ device_id: z.string(), revoked: z.literal(true) }) },
    async ({ own, params }) => {
      if (!(await own.revokeDevice(params.device, new Date().toISOString()))) throw notFound(NO_SUCH_DEVICE)
      return { device_id: params.device, revoked: true as const }
    },
  ),
  route(
    'GET /v1/offices/{office}/inlets',
    'List the inlets (webhook addresses) of an office, including revoked ones.',
    { response: z.object({ inlets }) },
    async ({ own }) => ({ inlets: await own.listInlets() }),
  ),
  route(
    'POST /v1/offices/{office}/inlets',
    'Rotate the inlets of an environment: add a new one, and revoke the old ones if asked.',
    {
      body: z.strictObject({ environment: environmentSchema, revoke_old: z.boolean().default(false) }),
      status: 201,
      response: z.object({ inlet: inletSchema, path: z.string(), revoked: z.array(z.string()) }),
    },
    async ({ own, body: { environment, revoke_old } }) => {
      await environmentOf(own, environment)
      const rotated = await rotateInlet(own, environment, revoke_old)
      return { ...rotated, path: `/hooks/${environment}/${rotated.inlet.inlet}` }
    },
  ),
  route(
    'DELETE /v1/offices/{office}/inlets/{inlet}',
    'Revoke an inlet.',
    { response: z.object({ inlet: z.string(), revoked: z.literal(true) }) },
    async ({ own, params: { inlet } }) => {
      if (!(await own.revokeInlet(inlet, new Date().toISOString())))
        throw notFound('No inlet in use has this path segment. See "relay inlet list".')
      return { inlet, revoked: true as const }
    },
  ),
  route(
    'GET /v1/offices/{office}/environments/{environment}/events',
    'Export the events of an environment with their bodies, oldest first.',
    {
      query: page(100),
      response: z.object({ events: z.array(eventSchema), oldest_seq: z.int(), latest_seq: z.int() }),
    },
    async ({ own, params: { environment }, query }) => {
      await environmentOf(own, environment)
      const events = await own.readEvents(environment, query.after, query.limit)
      const [first, last] = [events[0]?.seq, events.at(-1)?.seq]
      // Bodies name customers, so the audit log records who read which ones. Each page has an entry.
      if (first !== undefined) await own.record('events exported', { environment, first, last })
      const { oldest_seq, latest_seq } = await own.bounds(environment)
      return {
        oldest_seq,
        latest_seq,
        events: events.map(({ raw_body, ...event }) => ({
          ...event,
          body: Buffer.from(raw_body).toString('base64'),
        })),
      }
    },
  ),
  route(
    'POST /v1/offices/{office}/environments/{environment}/purge',
    'Delete old events. A device that has not read them gets a gap.',
    {
      body: z
        .strictObject({
          older_than_days: z.int().min(0).max(MAX_KEEP_DAYS).optional(),
          keep_events: z.int().min(1).optional(),
          keep_megabytes: z.int().min(1).optional(),
        })
        .describe('the limits to apply; without any, those of the office and of the settings'),
      response: z.object({
        purged: z.int(),
        ids: z.int().describe('number of forgotten event ids'),
        events: z.int(),
        bytes: z.int(),
        missed: z.array(z.object({ device_id: z.string(), name: z.string(), acked_seq: z.int() })),
      }),
    },
    async ({ store, office, own, params: { environment }, body, keep: standing }) => {
      await environmentOf(own, environment)
      const asked = {
        days: body.older_than_days ?? null,
        events: body.keep_events ?? null,
        megabytes: body.keep_megabytes ?? null,
      }
      const isAsked = Object.values(asked).some((limit) => limit !== null)
      const keep = { ...standing, ...(isAsked ? asked : { days: office.keep_days ?? standing.days }) }
      // Only an explicit number of days trusts this machine's clock.
      const now = asked.days === null ? await unconfirmedNow(own, environment, keep, Date.now()) : Date.now()
      const done = await purge(own, environment, keep, now)
      await own.record('events purged', { environment, events: done.events })
      // The events are gone. If their space cannot be returned now, for example during a backup, the hourly run of the housekeeping does it.
      await store.reclaim().catch(() => {})
      return { purged: done.events, ids: done.ids, ...done.usage, missed: done.missed }
    },
  ),
  route(
    'GET /v1/partners',
    'List the partner profiles that offices share.',
    { response: z.object({ partners: z.array(partnerSchema) }) },
    async ({ store }) => ({ partners: await store.listPartners() }),
  ),
  route(
    'PUT /v1/partners/{partner}',
    'Create or replace a partner profile. The change applies to all offices that use it.',
    {
      body: z.strictObject({
        jwks_url: z.string(),
        sender_addresses: z.array(z.string()).default([]),
      }),
      response: partnerSchema,
    },
    async ({ store, actor, params, body }) => {
      const profile = { name: params.partner, ...checkedAddresses(body) }
      await store.setPartner(profile, actor)
      return profile
    },
  ),
]

/** Checks and normalizes addresses of the partner. The OpenAPI document cannot express these rules. */
function checkedAddresses(body: { jwks_url: string; sender_addresses: string[] }) {
  const read = z.object({ jwks_url: jwksUrl, sender_addresses: z.array(senderAddress) }).safeParse(body)
  if (read.success) return read.data
  throw new ApiError(400, 'BAD_REQUEST', read.error.issues[0]?.message ?? 'not valid')
}

function givenIn<T extends object>(values: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof T]: Exclude<T[Name], undefined> }
}

/** Plain http is allowed only for this machine: on a network, anyone could replace the keys in transit. */
export const jwksUrl = z
  .string({ error: 'this option is required' })
  .refine((text) => URL.canParse(text), 'not a URL')
  .refine((text) => {
    const { protocol, hostname } = new URL(text)
    const isFile = protocol === 'file:' && hostname === ''
    return isFile || protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  }, 'use https (plain http is accepted on this machine only), or file:///PATH')

export const senderAddress = z.string().transform((text, context) => {
  const address = canonicalAddress(text)
  if (address === null) context.addIssue(`${text} is not an IP address`)
  return address ?? z.NEVER
})
