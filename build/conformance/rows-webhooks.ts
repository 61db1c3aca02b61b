import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import { PARTNER_STATUSES } from '../../src-shared/platform/words/vocabulary.ts'
import { partnerEventSchema } from '../../src-shared/platform/webhook/event-schema.ts'
import { createKeySource, SIGNING_KEYS } from '../../src-shared/platform/webhook/key-source.ts'
import { verifySignature } from '../../src-shared/platform/webhook/verify-signature.ts'
import {
  failed,
  verdictOf,
  missing,
  notOffered,
  pass,
  reasonOf,
  type Context,
  type Received,
  type Row,
} from './row.ts'
import { bearer, JSON_TYPE, raw } from './rows-requests.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NOBODY_LISTENS = '--webhook-url is missing or not on this computer'

/**
 * Returns a notification about our application. If none arrives in time, returns the first notification of any kind, which is usually a
 * test event.
 */
async function eventToLookAt({ receiver, made, wait_s }: Context): Promise<Received | null> {
  if (receiver === null) return null
  return (
    (await receiver.waitFor((one) => isAbout(made.application_id, one), wait_s)) ??
    receiver.received[0] ??
    null
  )
}

function isAbout(application_id: string | undefined, { json }: Received): boolean {
  const named = z.object({ application_id: z.string() }).safeParse(json).data
  return application_id !== undefined && named?.application_id === application_id
}

function event(
  id: string,
  section: string,
  what: string,
  look: (one: Received, context: Context) => Promise<string | null>,
): Row {
  return {
    id,
    section,
    what,
    async run(context) {
      if (context.receiver === null) return notOffered(NOBODY_LISTENS)
      if (context.made.event === undefined) context.made.event = await eventToLookAt(context)
      const one = context.made.event
      if (one === null) return failed(`nothing arrived within ${context.wait_s} s`)
      const wrong = await look(one, context).catch(reasonOf)
      if (wrong === null) return pass()
      // Section 6 of the specification shows notifications about applications and offers, but no test event. A test event with another
      // format is therefore not a failure.
      return isAbout(context.made.application_id, one)
        ? failed(wrong)
        : notOffered(`only a test event arrived: ${wrong}`)
    },
  }
}

/**
 * These rows (tests of single statements of the specification) run before the rows that send an application, so that our receiver gets the
 * notifications about that application.
 */
export const registrationRows: Row[] = [
  {
    id: 'webhook.create',
    section: '4.5',
    what: 'a registration for event_type offer has uuid, event_type, and webhook_url, and is active',
    async run({ partner, webhook_url, made }) {
      if (webhook_url === null) return notOffered('no --webhook-url')
      return verdictOf(await partner.createWebhook('offer', webhook_url), (made_now) => {
        made.webhook_uuid = made_now.uuid
        if (!UUID.test(made_now.uuid)) return failed(`uuid is ${made_now.uuid}`)
        if (made_now.webhook_url !== webhook_url) return failed(`webhook_url is ${made_now.webhook_url}`)
        return made_now.is_active && made_now.event_type === 'offer'
          ? pass(made_now.uuid)
          : failed('it is not active')
      })
    },
  },
  {
    id: 'error.webhook',
    section: '7',
    what: 'the error of a missing webhook_url names it',
    async run(context) {
      const { status, json } = await raw(
        context,
        'POST',
        '/iso/api/v1/webhooks',
        { ...(await bearer(context)), ...JSON_TYPE },
        JSON.stringify({ event_type: 'offer' }),
      )
      if (status !== 400) return failed(`status ${status}`)
      const extra = Array.isArray(json['extra']) ? (json['extra'] as { key?: unknown }[]) : []
      return extra.some(({ key }) => key === 'webhook_url')
        ? pass()
        : failed('extra does not name webhook_url')
    },
  },
  {
    id: 'webhook.test',
    section: '4.5',
    what: 'a test event is sent to a registered address',
    async run({ partner, receiver, made: { webhook_uuid }, wait_s }) {
      if (webhook_uuid === undefined) return notOffered('no registration')
      const fired = await partner.testWebhook(webhook_uuid)
      if (!fired.ok) return verdictOf(fired, () => pass())
      if (receiver === null) return pass('sent; this program does not listen at that address')
      return (await receiver.waitFor(() => true, wait_s)) === null
        ? failed(`nothing arrived within ${wait_s} s`)
        : pass()
    },
  },
]

export const webhookRows: Row[] = [
  event('event.fields', '6', 'a notification has the six specified fields', async ({ json }) => {
    const parsed = partnerEventSchema.safeParse(json)
    return parsed.success
      ? null
      : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  }),
  event(
    'event.signature',
    '5',
    'X-Signature is an RS256 JWT of a published key, and verifies the notification',
    async (one, { partner, endpoints }) => {
      const keys = createKeySource({
        now: Date.now,
        signingKeys: () => endpoints.signing_keys ?? SIGNING_KEYS,
        fetchKeySet: async () => {
          const read = await partner.getJwks()
          if (!read.ok) throw new Error(read.error.code)
          return read.value
        },
      })
      const verified = await verifySignature({
        body: one.body,
        signature: one.signature,
        keys,
        now: new Date(),
      })
      return verified.ok ? null : formatMessage(verified.error.message)
    },
  ),
  event(
    'event.signature-header',
    '5',
    'its header has alg RS256, typ JWT, and the kid iso-submission-rsa-01',
    async ({ signature = '' }) => {
      const { alg, typ, kid } = decodeProtectedHeader(signature)
      return alg === 'RS256' && typ === 'JWT' && kid === 'iso-submission-rsa-01'
        ? null
        : JSON.stringify({ alg, typ, kid })
    },
  ),
  event(
    'event.callback_path',
    '6',
    'callback_path leads to the application below the base address',
    async ({ json }, { base_url }) => {
      const { callback_path, application_id } = partnerEventSchema.parse(json)
      return callback_path === `${base_url}/iso/api/v1/applications/${application_id}` ? null : callback_path
    },
  ),
  event('event.status', '3', 'its status is one of the specification’s', async ({ json }) => {
    const { status } = partnerEventSchema.parse(json)
    return (PARTNER_STATUSES as readonly string[]).includes(status) ? null : status
  }),
  {
    id: 'event.offer_available',
    section: '3',
    what: 'an offer for our application is announced as offer_available',
    async run({ receiver, made: { application_id }, wait_s }) {
      if (receiver === null) return notOffered(NOBODY_LISTENS)
      if (application_id === undefined) return missing('application')
      const came = await receiver.waitFor(
        (one) =>
          isAbout(application_id, one) &&
          partnerEventSchema.safeParse(one.json).data?.status === 'offer_available',
        wait_s,
      )
      return came === null ? notOffered(`none within ${wait_s} s`) : pass()
    },
  },
  {
    id: 'webhooks.list',
    section: '4.5',
    what: 'registrations can be listed (assumed)',
    async run({ partner, made: { webhook_uuid } }) {
      return verdictOf(await partner.listWebhooks(), (list) =>
        webhook_uuid === undefined || list.some(({ uuid }) => uuid === webhook_uuid)
          ? pass(`${list.length} listed`)
          : failed('ours is not in the list'),
      )
    },
  },
  {
    id: 'webhook.read',
    section: '4.5',
    what: 'a registration can be read (path assumed)',
    async run({ partner, made: { webhook_uuid } }) {
      if (webhook_uuid === undefined) return notOffered('no registration')
      return verdictOf(await partner.readWebhook(webhook_uuid), ({ uuid }) =>
        uuid === webhook_uuid ? pass() : failed(uuid),
      )
    },
  },
  {
    id: 'webhook.update',
    section: '4.5',
    what: 'a registration can be disabled (shape assumed)',
    async run({ partner, webhook_url, made: { webhook_uuid: uuid } }) {
      if (uuid === undefined || webhook_url === null) return notOffered('no registration')
      const changed = await partner.updateWebhook({
        uuid,
        event_type: 'offer',
        webhook_url,
        is_active: false,
      })
      return verdictOf(changed, ({ is_active }) => (is_active ? failed('it is still active') : pass()))
    },
  },
  {
    id: 'webhook.delete',
    section: '4.5',
    what: 'a registration can be deleted (path assumed)',
    async run({ partner, made: { webhook_uuid } }) {
      if (webhook_uuid === undefined) return notOffered('no registration')
      return verdictOf(await partner.deleteWebhook(webhook_uuid), () => pass())
    },
  },
]

export const versionRows: Row[] = [
  {
    id: 'paths.versioned',
    section: '9',
    what: 'our client used only versioned paths',
    async run({ calls, base_url }) {
      const prefix = new URL(base_url).pathname.replace(/\/$/, '')
      const other = calls.find(
        ({ path }) =>
          !path.startsWith(`${prefix}/iso/api/v1/`) && !path.startsWith(`${prefix}/iso/api/auth/`),
      )
      return other === undefined ? pass(`${calls.length} calls`) : failed(`${other.method} ${other.path}`)
    },
  },
]
