import { z } from 'zod'
import { environmentSchema } from '../../../../src-shared/platform/words/vocabulary-schema.ts'
import { pairLinkOf } from '../../../../src-shared/platform/addresses/deep-link.ts'
import { purge, unconfirmedNow } from '../events/housekeeping.ts'
import { addPairingCode } from '../events/pairing.ts'
import type { OfficeStore } from '../store/office-store.ts'
import { MAX_KEEP_DAYS } from '../settings.ts'
import { ApiError, notFound, type Route, route } from './call-route.ts'
import { createOffice, deleteOffice, rotateInlet } from './office-service.ts'
import { jwksUrl, senderAddress } from './partner-address.ts'
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

const inOffice = z.object({ office: z.string().describe('id of the office') })
const page = (most: number) =>
  z.object({
    after: z.coerce.number().int().min(0).default(0).describe('number after which to continue'),
    limit: z.coerce.number().int().min(1).max(most).default(100),
  })

function shown({ public_id, name, state, created_at, ...office }: Office) {
  return { id: public_id, name, state, created_at, ...quotasIn(office) }
}

const NO_SUCH_DEVICE = 'No paired device has this id. See "relay device list".'

async function environmentOf(own: OfficeStore, name: string): Promise<EnvironmentConfig> {
  const config = await own.getEnvironment(name)
  if (config === null)
    throw notFound(
      `The ${name} environment is not set up yet. First: relay environment set --name ${name} --jwks-url URL`,
    )
  return config
}

const officeRoutes: Route[] = [
  route(
    {
      method: 'GET',
      path: '/v1/offices',
      summary: 'List the offices.',
      response: z.object({ offices: z.array(officeSchema) }),
    },
    async ({ store }) => ({ offices: (await store.listOffices()).map(shown) }),
  ),
  route(
    {
      method: 'POST',
      path: '/v1/offices',
      summary: 'Create an office.',
      body: newOfficeSchema,
      status: 201,
      response: officeSchema,
    },
    async ({ store, actor, body: { name, ...quotas } }) =>
      shown(await createOffice(store, name, { ...NO_QUOTAS, ...givenIn(quotas) }, actor)),
  ),
  route(
    {
      method: 'GET',
      path: '/v1/offices/{office}',
      summary: 'Read an office.',
      params: inOffice,
      response: officeSchema,
    },
    async ({ officeOf, params }) => shown((await officeOf(params.office)).office),
  ),
  route(
    {
      method: 'PATCH',
      path: '/v1/offices/{office}',
      summary: 'Change the name or the quotas of an office. Values that are not given stay as they are.',
      params: inOffice,
      body: officeChangesSchema,
      response: officeSchema,
    },
    async ({ officeOf, params, body: { name, ...quotas } }) => {
      const { office, own } = await officeOf(params.office)
      if (name !== undefined) await own.rename(name)
      if (Object.keys(quotas).length > 0) await own.setQuotas({ ...quotasIn(office), ...givenIn(quotas) })
      return shown((await officeOf(params.office)).office)
    },
  ),
  ...(['suspend', 'resume'] as const).map((verb) =>
    route(
      {
        method: 'POST',
        path: `/v1/offices/{office}/${verb}`,
        summary:
          verb === 'suspend'
            ? 'Suspend an office: refuse its notifications and devices, and keep its data.'
            : 'Resume a suspended office.',
        params: inOffice,
        response: officeSchema,
      },
      async ({ officeOf, params }) => {
        const { own } = await officeOf(params.office)
        await own.setState(verb === 'suspend' ? 'suspended' : 'active')
        return shown((await officeOf(params.office)).office)
      },
    ),
  ),
  route(
    {
      method: 'DELETE',
      path: '/v1/offices/{office}',
      summary: 'Delete an office with all its rows. The counts of the remaining rows prove it.',
      params: inOffice,
      response: z.object({ deleted: rowCountsSchema, remaining: rowCountsSchema }),
    },
    async ({ officeOf, params }) => deleteOffice((await officeOf(params.office)).own),
  ),
  route(
    {
      method: 'GET',
      path: '/v1/offices/{office}/audit',
      summary: 'Read the audit log of an office, oldest entry first.',
      params: inOffice,
      query: page(1000),
      response: z.object({ entries: z.array(auditEntrySchema) }),
    },
    async ({ officeOf, params, query }) => {
      const { own } = await officeOf(params.office)
      return { entries: await own.readAudit(query.after, query.limit) }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/offices/{office}/export',
      summary: 'Export the data of an office, without its events and its audit log.',
      params: inOffice,
      response: z.object({
        office: officeSchema,
        environments: z.array(environmentConfigSchema),
        inlets: z.array(inletSchema),
        devices: z.array(deviceSchema),
      }),
    },
    async ({ officeOf, params }) => {
      const { office, own } = await officeOf(params.office)
      await own.record('data exported', {})
      return {
        office: shown(office),
        environments: await own.listEnvironments(),
        inlets: await own.listInlets(),
        devices: await own.listDevices(),
      }
    },
  ),
]

const partRoutes: Route[] = [
  route(
    {
      method: 'GET',
      path: '/v1/offices/{office}/environments',
      summary: 'List the environments of an office.',
      params: inOffice,
      response: z.object({ environments: z.array(environmentConfigSchema) }),
    },
    async ({ officeOf, params }) => ({
      environments: await (await officeOf(params.office)).own.listEnvironments(),
    }),
  ),
  route(
    {
      method: 'PUT',
      path: '/v1/offices/{office}/environments/{environment}',
      summary: 'Set an environment: with a shared partner profile, or with values of its own.',
      params: inOffice.extend({ environment: environmentSchema }),
      body: z.union([
        z.strictObject({ partner: z.string() }),
        z.strictObject({ jwks_url: z.string(), sender_addresses: z.array(z.string()).default([]) }),
      ]),
      response: environmentConfigSchema,
    },
    async ({ officeOf, params, body }) => {
      const { own } = await officeOf(params.office)
      if ('partner' in body) {
        if (!(await own.usePartner(params.environment, body.partner)))
          throw notFound('No partner profile has this name. See "relay partner list".')
      } else await own.setEnvironment({ name: params.environment, ...checkedAddresses(body) })
      return environmentOf(own, params.environment)
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/offices/{office}/pairing-codes',
      summary: 'Invite a computer: create a pairing code. It works once, for ten minutes.',
      params: inOffice,
      body: z.strictObject({ name: z.string().trim().min(1).max(100), environment: environmentSchema }),
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
    async ({ officeOf, params, body, public_url }) => {
      const { own } = await officeOf(params.office)
      await environmentOf(own, body.environment)
      const code = await addPairingCode(own, body, Date.now())
      return { ...code, link: pairLinkOf(public_url ?? '', code.code) }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/offices/{office}/devices',
      summary: 'List the devices of an office, including revoked ones.',
      params: inOffice,
      response: z.object({ devices: z.array(deviceSchema) }),
    },
    async ({ officeOf, params }) => ({
      devices: await (await officeOf(params.office)).own.listDevices(),
    }),
  ),
  route(
    {
      method: 'PATCH',
      path: '/v1/offices/{office}/devices/{device}',
      summary: 'Rename a device.',
      params: inOffice.extend({ device: z.string() }),
      body: z.strictObject({ name: z.string().trim().min(1).max(100) }),
      response: z.object({ device_id: z.string(), name: z.string() }),
    },
    async ({ officeOf, params, body: { name } }) => {
      if (!(await (await officeOf(params.office)).own.renameDevice(params.device, name)))
        throw notFound(NO_SUCH_DEVICE)
      return { device_id: params.device, name }
    },
  ),
  route(
    {
      method: 'DELETE',
      path: '/v1/offices/{office}/devices/{device}',
      summary: 'Revoke the access of a device.',
      params: inOffice.extend({ device: z.string() }),
      response: z.object({ device_id: z.string(), revoked: z.literal(true) }),
    },
    async ({ officeOf, params }) => {
      const { own } = await officeOf(params.office)
      if (!(await own.revokeDevice(params.device, new Date().toISOString()))) throw notFound(NO_SUCH_DEVICE)
      return { device_id: params.device, revoked: true as const }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/offices/{office}/inlets',
      summary: 'List the inlets (webhook addresses) of an office, including revoked ones.',
      params: inOffice,
      response: z.object({ inlets: z.array(inletSchema) }),
    },
    async ({ officeOf, params }) => ({ inlets: await (await officeOf(params.office)).own.listInlets() }),
  ),
  route(
    {
      method: 'POST',
      path: '/v1/offices/{office}/inlets',
      summary: 'Rotate the inlets of an environment: add a new one, and revoke the old ones if asked.',
      params: inOffice,
      body: z.strictObject({ environment: environmentSchema, revoke_old: z.boolean().default(false) }),
      status: 201,
      response: z.object({ inlet: inletSchema, path: z.string(), revoked: z.array(z.string()) }),
    },
    async ({ officeOf, params, body: { environment, revoke_old } }) => {
      const { own } = await officeOf(params.office)
      await environmentOf(own, environment)
      const rotated = await rotateInlet(own, environment, revoke_old)
      return { ...rotated, path: `/hooks/${environment}/${rotated.inlet.inlet}` }
    },
  ),
  route(
    {
      method: 'DELETE',
      path: '/v1/offices/{office}/inlets/{inlet}',
      summary: 'Revoke an inlet.',
      params: inOffice.extend({ inlet: z.string() }),
      response: z.object({ inlet: z.string(), revoked: z.literal(true) }),
    },
    async ({ officeOf, params }) => {
      const { own } = await officeOf(params.office)
      if (!(await own.revokeInlet(params.inlet, new Date().toISOString())))
        throw notFound('No inlet in use has this path segment. See "relay inlet list".')
      return { inlet: params.inlet, revoked: true as const }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/offices/{office}/environments/{environment}/events',
      summary: 'Export the events of an environment with their bodies, oldest first.',
      params: inOffice.extend({ environment: environmentSchema }),
      query: page(100),
      response: z.object({ events: z.array(eventSchema), oldest_seq: z.int(), latest_seq: z.int() }),
    },
    async ({ officeOf, params, query }) => {
      const { own } = await officeOf(params.office)
      await environmentOf(own, params.environment)
      const events = await own.readEvents(params.environment, query.after, query.limit)
      const [first, last] = [events[0]?.seq, events.at(-1)?.seq]
      // Bodies name customers, so the audit log records who read which ones. Each page has an entry.
      if (first !== undefined)
        await own.record('events exported', { environment: params.environment, first, last })
      const { oldest_seq, latest_seq } = await own.bounds(params.environment)
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
    {
      method: 'POST',
      path: '/v1/offices/{office}/environments/{environment}/purge',
      summary: 'Delete old events. A device that has not read them gets a gap.',
      params: inOffice.extend({ environment: environmentSchema }),
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
    async ({ store, officeOf, params: { office: id, environment }, body, keep: standing }) => {
      const { office, own } = await officeOf(id)
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
      const {
        events: purged,
        ids,
        usage,
        missed,
      } = await purge(own, environment, keep, now, { forgets: isAsked })
      await own.record('events purged', { environment, events: purged })
      // The events are gone. If their space cannot be returned now, for example during a backup, the hourly run of the housekeeping does it.
      await store.reclaim().catch(() => {})
      return { purged, ids, ...usage, missed }
    },
  ),
]

const partnerRoutes: Route[] = [
  route(
    {
      method: 'GET',
      path: '/v1/partners',
      summary: 'List the partner profiles that offices share.',
      response: z.object({ partners: z.array(partnerSchema) }),
    },
    async ({ store }) => ({ partners: await store.listPartners() }),
  ),
  route(
    {
      method: 'PUT',
      path: '/v1/partners/{partner}',
      summary: 'Create or replace a partner profile. The change applies to all offices that use it.',
      params: z.object({ partner: z.string().trim().min(1).max(100) }),
      body: z.strictObject({
        base_url: z.url().nullable().default(null),
        jwks_url: z.string(),
        sender_addresses: z.array(z.string()).default([]),
      }),
      response: partnerSchema,
    },
    async ({ store, actor, params, body }) => {
      const profile = { name: params.partner, base_url: body.base_url, ...checkedAddresses(body) }
      await store.setPartner(profile, actor)
      return profile
    },
  ),
]

export const ROUTES: readonly Route[] = [...officeRoutes, ...partRoutes, ...partnerRoutes]

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
