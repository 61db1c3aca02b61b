import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { createConnectPartner } from '../../src-main/platform/partner/connect-partner.ts'
import type { JsonObject, PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import type { FormValues } from '../../src-shared/features/deals/deal.ts'
import type { ServiceCall } from '../../src-shared/features/calls/service-call.ts'
import {
  ASSUMED_REQUESTS_PER_SECOND,
  SYSTEM_NETWORK,
} from '../../src-shared/features/connection/service-settings.ts'
import { must } from '../../src-main/platform/base/failure.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import {
  endpointProfileSchema,
  type EndpointProfile,
} from '../../src-shared/platform/partner/endpoint-profile.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import { standardProfile } from '../../src-shared/features/form/standard-profile.ts'
import { toWirePayload } from '../../src-shared/features/form/wire-payload.ts'
import { reasonOf, startReceiver, type Context, type Row, type Verdict } from './row.ts'
import { authenticationRows, offerRows, submissionRows } from './rows-requests.ts'
import { registrationRows, versionRows, webhookRows } from './rows-webhooks.ts'
import { readProfile } from '../../src-shared/features/form/check-profile.ts'

/** All rows in order. The first rows register webhooks, so that our receiver gets the notifications that the other rows cause. */
export const ROWS: readonly Row[] = [
  ...authenticationRows,
  ...registrationRows,
  ...submissionRows,
  ...offerRows,
  ...webhookRows,
  ...versionRows,
]

const part = z.record(z.string(), z.json())
const payloadSchema = z.object({ application: part, company: part }).catchall(z.json())

/** Options of a conformance run: address of the partner's API, input files, and limits for the requests. */
export interface ConformanceOptions {
  base_url: string
  client_id: string
  client_secret: string
  /** File with an endpoint profile; default: the standard profile. */
  profile: string | undefined
  /**
   * JSON file with the application to send. If undefined, the run sends an application that matches the standard payload profile (the data
   * file that describes the form).
   */
  payload: string | undefined
  webhook_url: string | undefined
  requests_per_second: number | undefined
  wait_s: number
}

export interface Line extends Verdict {
  id: string
  section: string
  what: string
}

/**
 * Runs every row (a test of one statement of the specification) against a partner's API with our client. Reports each result as soon as the
 * row ends.
 */
export async function runConformance(
  options: ConformanceOptions,
  notify: (line: Line) => void,
): Promise<Line[]> {
  const { client_id, client_secret, webhook_url = null, wait_s } = options
  const base_url = options.base_url.replace(/\/+$/, '')
  const calls: ServiceCall[] = []
  const endpoints = options.profile === undefined ? standardEndpoints : await readEndpoints(options.profile)
  const payload = options.payload === undefined ? standardPayload() : await readPayload(options.payload)
  const connect = createConnectPartner({ resolveProxy: () => Promise.resolve('DIRECT') })
  const client = (secret: string): PartnerApi =>
    must(
      connect({
        base_url,
        client_id,
        clientSecret: () => Promise.resolve(ok(secret)),
        service: {
          endpoints,
          network: SYSTEM_NETWORK,
          requests_per_second: options.requests_per_second ?? ASSUMED_REQUESTS_PER_SECOND,
        },
        proxyPassword: () => Promise.resolve(ok(null)),
        onCall: (call) => calls.push(call),
      }),
    )
  const partner = client(client_secret)
  const stranger = client(`${client_secret}-wrong`)
  const receiver = webhook_url === null ? null : await listenAt(webhook_url)
  const context: Context = {
    base_url,
    client_id,
    client_secret,
    partner,
    endpoints,
    payload,
    stranger,
    calls,
    webhook_url: receiver?.url ?? webhook_url,
    receiver: receiver?.receiver ?? null,
    wait_s,
    made: {},
  }
  const lines: Line[] = []
  try {
    for (const { id, section, what, run } of ROWS) {
      const verdict = await run(context).catch((error: unknown): Verdict => ({
        result: 'fail',
        detail: reasonOf(error),
      }))
      const line = { id, section, what, ...verdict }
      lines.push(line)
      notify(line)
    }
  } finally {
    await Promise.all([partner.close(), stranger.close(), receiver?.receiver.close()])
  }
  return lines
}

async function readEndpoints(file: string): Promise<EndpointProfile> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`--profile: cannot read ${file}.`, { cause })
  })
  const read = readProfile(endpointProfileSchema, text)
  if ('profile' in read) return read.profile
  const problems = read.problems.map(({ path, message }) => `\n  ${path}: ${formatMessage(message)}`)
  throw new Error(`${file} is not a valid endpoint profile:${problems.join('')}`)
}

/** Creates an application. Each application gets a new reference, because the partner may reject a reference that it knows already. */
function standardPayload(): JsonObject {
  const draft = completeDraft()
  const application = { ...(draft['application'] as FormValues), reference: `CONFORMANCE-${randomUUID()}` }
  return toWirePayload(standardProfile, { ...draft, application }).payload
}

async function readPayload(file: string): Promise<JsonObject> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`--payload: cannot read ${file}.`, { cause })
  })
  const read = readProfile(payloadSchema, text)
  if ('profile' in read) return read.profile
  throw new Error(`${file} is not an application. Use JSON with the objects application and company.`)
}

/**
 * Starts a receiver for notifications if the address is on this computer. Returns null for any other address: the person who runs the test
 * must then run a receiver there.
 */
async function listenAt(webhook_url: string) {
  const url = new URL(webhook_url)
  if (!['127.0.0.1', 'localhost'].includes(url.hostname)) return null
  const receiver = await startReceiver(url.hostname, Number(url.port || 0))
  url.port = String(receiver.port)
  return { receiver, url: url.href }
}
