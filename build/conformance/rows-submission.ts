import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { JsonObject } from '../../src-main/platform/partner/partner-api.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import {
  expectError,
  failed,
  verdictOf,
  verdictAtShownPath,
  missing,
  notOffered,
  pass,
  words,
  type Context,
  type Row,
  type Verdict,
} from './row.ts'
import { bearer, JSON_TYPE, raw } from './rows-authentication.ts'

async function statement(): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage().drawText(`Conformance ${new Date().toISOString()}`)
  return Buffer.from(await document.save())
}

function readVerdict(read: Awaited<ReturnType<Context['partner']['readApplication']>>): Verdict {
  return verdictAtShownPath(read, ({ status }) => pass(`status ${status ?? 'not reported'}`))
}

/** Returns the first difference between `json` and the specification's validation error format (section 7), or null if there is none. */
function isProblem(json: Record<string, unknown>, path: string, key: string): string | null {
  const { error, path: named, detail, extra } = json
  if (typeof error !== 'string' || typeof detail !== 'string') return 'error or detail is not text'
  if (!error.startsWith('Validation failed for POST ')) return `error is “${error.slice(0, 80)}”`
  if (named !== path) return `path is ${JSON.stringify(named)}`
  if (!Array.isArray(extra)) return 'extra is not a list'
  const entry = extra.find((one: { key?: unknown }) => one.key === key) as { message?: unknown } | undefined
  if (entry === undefined) return `extra names ${extra.map((one: { key?: unknown }) => one.key).join(', ')}`
  return typeof entry.message === 'string' ? null : 'the entry has no message'
}

function validation(
  id: string,
  what: string,
  path: string,
  key: string,
  send: (context: Context) => ReturnType<typeof raw>,
): Row {
  return {
    id,
    section: '7',
    what,
    async run(context) {
      const { status, json } = await send(context)
      if (status !== 400) return failed(`status ${status}`)
      const wrong = isProblem(json, path, key)
      return wrong === null ? pass() : failed(wrong)
    },
  }
}

export const submissionRows: Row[] = [
  {
    id: 'application.create',
    section: '4.2',
    what: 'a new application gets an application_id',
    async run({ partner, payload, made }) {
      const created = await partner.createApplication(payload)
      const isOfFields = !created.ok && created.error.fields?.some(({ path }) => path.includes('.'))
      if (isOfFields)
        return failed(
          `${words(created.error)} The fields of application and company are assumed: see --payload.`,
        )
      return verdictOf(created, ({ application_id }) => {
        made.application_id = application_id
        return pass(application_id)
      })
    },
  },
  ...(['application', 'company'] as const).map((key): Row => ({
    id: `application.without-${key}`,
    section: '4.2',
    what: `a request without the key ${key} is rejected, and our client names the field`,
    async run({ partner, payload }) {
      const { [key]: _, ...rest } = payload
      return expectError(
        await partner.createApplication(rest),
        ({ code, outcome, fields }) =>
          code === 'PARTNER_VALIDATION_FAILED' &&
          outcome === 'not_received' &&
          fields?.some(({ path }) => path === key) === true,
      )
    },
  })),
  ...[['application', 'company'] as const, ['company', 'application'] as const].map(([key, other]) =>
    validation(
      `error.${key}`,
      `the error of a missing ${key} has the specified form`,
      '/v1/application',
      key,
      async (context) => {
        const headers = { ...(await bearer(context)), ...JSON_TYPE }
        return raw(context, 'POST', '/iso/api/v1/application', headers, JSON.stringify({ [other]: {} }))
      },
    ),
  ),
  {
    id: 'application.read',
    section: '4.2',
    what: 'an application can be read by its id (method and answer assumed)',
    async run({ partner, made: { application_id } }) {
      if (application_id === undefined) return missing('application')
      return readVerdict(await partner.readApplication({ application_id }))
    },
  },
  {
    id: 'application.callback_path',
    section: '4.2',
    what: 'the callback_path of an event leads to the application',
    async run({ partner, base_url, made: { application_id } }) {
      if (application_id === undefined) return missing('application')
      const callback_path = `${base_url}/iso/api/v1/applications/${application_id}`
      return readVerdict(await partner.readApplication({ callback_path }))
    },
  },
  {
    id: 'applications.list',
    section: '4.2',
    what: 'an application can be found by the broker’s reference (assumed)',
    async run({ partner, payload, made: { application_id } }) {
      const { reference } = payload['application'] as JsonObject
      if (application_id === undefined) return missing('application')
      if (typeof reference !== 'string') return notOffered('the payload has no application.reference')
      return verdictOf(await partner.listApplications(reference), ({ entries }) =>
        entries.some((entry) => entry.application_id === application_id)
          ? pass(`${entries.length} listed`)
          : notOffered('ours is not in the list'),
      )
    },
  },
  {
    id: 'application.foreign-callback',
    section: '4.2',
    what: 'our client does not follow a callback_path to another host',
    run: async ({ partner }) =>
      expectError(
        await partner.readApplication({
          callback_path: 'https://elsewhere.example/iso/api/v1/applications/1',
        }),
        ({ code }) => code === 'PARTNER_FOREIGN_ADDRESS',
      ),
  },
  {
    id: 'document.create',
    section: '4.3',
    what: 'a bank_statement is accepted as multipart with application_id, type, and doc',
    async run({ partner, made: { application_id } }) {
      if (application_id === undefined) return missing('application')
      const bytes = await statement()
      const file = {
        name: 'statement.pdf',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        open: async () => ok(Readable.from([bytes])),
      }
      const input = { application_id, type: 'bank_statement', file }
      return verdictOf(await partner.createDocument(input, () => {}, new AbortController().signal), () =>
        pass(`${bytes.length} bytes`),
      )
    },
  },
  validation(
    'error.document',
    'the error of a missing type has the key data',
    '/v1/document',
    'data',
    async (context) => {
      const boundary = 'conformance'
      const part = (head: string, body: string) =>
        `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`
      const body =
        part('name="application_id"', context.made.application_id ?? 'none') +
        part('name="doc"; filename="statement.pdf"', (await statement()).toString('latin1')) +
        `--${boundary}--\r\n`
      return raw(
        context,
        'POST',
        '/iso/api/v1/document',
        { ...(await bearer(context)), 'content-type': `multipart/form-data; boundary=${boundary}` },
        Buffer.from(body, 'latin1'),
      )
    },
  ),
  {
    id: 'documents.list',
    section: '4.3',
    what: 'the documents of an application can be listed (assumed)',
    async run({ partner, made: { application_id } }) {
      if (application_id === undefined) return missing('application')
      return verdictAtShownPath(await partner.listDocuments(application_id), ({ entries }) =>
        entries.length > 0 ? pass(`${entries.length} listed`) : notOffered('the list could not be read'),
      )
    },
  },
]

/** Rows about offers. They cannot run if no offer arrives in time, because only the partner decides when it makes an offer. */
export const offerRows: Row[] = [
  {
    id: 'offers.list',
    section: '4.4',
    what: 'the offers of an application can be listed (assumed)',
    async run({ partner, made, wait_s }) {
      if (made.application_id === undefined) return notOffered('no application')
      for (const end = Date.now() + wait_s * 1000; ; await sleep(500)) {
        const listed = await partner.listOffers(made.application_id)
        if (!listed.ok) return verdictAtShownPath(listed, () => pass())
        const { entries } = listed.value
        const [first] = entries
        if (first !== undefined) {
          made.offer_id = first.offer_id
          return pass(`${entries.length} listed`)
        }
        if (Date.now() > end) return pass(`readable; no offer within ${wait_s} s`)
      }
    },
  },
  {
    id: 'offer.read',
    section: '4.4',
    what: 'one offer can be read (assumed)',
    async run({ partner, made: { offer_id } }) {
      if (offer_id === undefined) return notOffered('no offer to read')
      return verdictAtShownPath(await partner.readOffer(offer_id), ({ status }) =>
        pass(`status ${status ?? 'not reported'}`),
      )
    },
  },
  {
    id: 'offer.accept',
    section: '4.4',
    what: 'an offer can be accepted (assumed)',
    async run({ partner, made: { offer_id } }) {
      if (offer_id === undefined) return notOffered('no offer to accept')
      return verdictAtShownPath(await partner.acceptOffer(offer_id), () => pass())
    },
  },
]
