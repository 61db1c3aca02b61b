import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createConnectPartner } from '../../../src-main/platform/partner/connect-partner.ts'
import type { RetryPolicy } from '../../../src-main/platform/partner/service-calls.ts'
import type { PartnerApi, UploadFile } from '../../../src-main/platform/partner/partner-api.ts'
import type { ServiceCall } from '../../../src-shared/features/calls/service-call.ts'
import {
  SYSTEM_NETWORK,
  type ServiceSettings,
} from '../../../src-shared/features/connection/service-settings.ts'
import { must } from '../../../src-main/platform/base/failure.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { standardEndpoints } from '../../../src-shared/platform/partner/standard-endpoints.ts'
import type { Cleanup } from '../cleanup.ts'
import { CLIENT_ID, CLIENT_SECRET } from './scripted-partner.ts'

/**
 * Short timeouts in milliseconds. Use them only for a call that must time out, because any other call could time out too on a busy machine.
 * A connection is never the part that must time out.
 */
export const SHORT = { connect: 30_000, headers: 1_500, body: 1_500 }

interface Options {
  base_url: string
  client_id?: string
  client_secret?: string
  now?: () => Date
  timeouts?: typeof SHORT
  /** Called each time the client reads the client secret. */
  onSecret?: () => void
  service?: Partial<ServiceSettings>
  retryPolicy?: RetryPolicy
  onCall?: (call: ServiceCall) => void
  resolveProxy?: (url: string) => Promise<string>
  proxyPassword?: () => Promise<Result<string | null>>
}

/** Creates the app's real client for the partner, with a client secret that the test gives. */
export function connectTo(cleanup: Cleanup, options: Options): PartnerApi {
  const partner = must(tryToConnectTo(options))
  cleanup.add(() => partner.close())
  return partner
}

/** Creates a client, or returns why the base address cannot be used. */
export function tryToConnectTo(options: Options): Result<PartnerApi> {
  const {
    base_url,
    client_id = CLIENT_ID,
    client_secret = CLIENT_SECRET,
    now,
    timeouts,
    onSecret,
    service,
    retryPolicy,
    onCall = () => {},
    resolveProxy = () => Promise.resolve('DIRECT'),
    proxyPassword = () => Promise.resolve(ok(null)),
  } = options
  const connect = createConnectPartner({
    resolveProxy,
    // Do not retry by default. Separate tests cover retries.
    retryPolicy: retryPolicy ?? { tries: 1, firstWaitMs: 1 },
    ...(now === undefined ? {} : { now }),
    ...(timeouts === undefined ? {} : { timeouts }),
  })
  const clientSecret = () => {
    onSecret?.()
    return Promise.resolve(ok(client_secret))
  }
  return connect({
    base_url,
    client_id,
    clientSecret,
    service: { endpoints: standardEndpoints, requests_per_second: 0, network: SYSTEM_NETWORK, ...service },
    proxyPassword,
    onCall,
  })
}

export interface TestUpload extends UploadFile {
  /** All streams that the client opened on the file, so that a test can check that the client closed each one. */
  opened: Readable[]
}

const CHUNK_BYTES = 64 * 1024

/** Creates a file in memory for an upload. The client reads the file in pieces, as from a disk. */
export function makeUpload(
  bytes: Buffer,
  { name = 'statement.pdf', size = bytes.length, read = piecesOf }: Partial<UploadReading> = {},
): TestUpload {
  const opened: Readable[] = []
  const open = (): Promise<Result<Readable>> => {
    const stream = Readable.from(read(bytes), { objectMode: false })
    opened.push(stream)
    return Promise.resolve(ok(stream))
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name, size, sha256, opened, open }
}

interface UploadReading {
  name: string
  /** Size of the file in bytes that the app is given. A test may state a wrong size. */
  size: number
  read(bytes: Buffer): AsyncIterable<Buffer>
}

export async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES)
    // Return to the event loop between two pieces, as reading from a disk does.
    await new Promise(setImmediate)
  }
}

/** Creates bytes that are different at each position, so that a test detects a lost or repeated piece. */
export function makeBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32BE(Math.imul(at, 2_654_435_761) >>> 0, at)
  return bytes
}

export const upload = (partner: PartnerApi, file: UploadFile, signal = new AbortController().signal) =>
  partner.createDocument({ application_id: '100000001', type: 'bank_statement', file }, () => {}, signal)

/** Returns the error of a result. Throws if the result is a success. */
export function errorOf(result: Result<unknown>) {
  if (result.ok) throw new Error(`it should have failed, and answered ${JSON.stringify(result.value)}`)
  return result.error
}
