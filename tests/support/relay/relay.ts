import { createParser } from 'eventsource-parser'
import { addPairingCode } from '../../../services/relay/src/offices/office-service.ts'
import { createInletSegment } from '../../../services/relay/src/secrets.ts'
import { openStore } from '../../../services/relay/src/store/open-store.ts'
import type { RelayStore } from '../../../services/relay/src/store/sql-store.ts'
import type { RelayEventsPage } from '../../../src-shared/platform/webhook/event.ts'
import { type Cleanup } from '../cleanup.ts'
import { RELAY, runProgram, startProgram, type Program } from '../../../build/demo/program.ts'
import { sha256, signEvent, type SigningKey } from './signing.ts'

const isDatabase = (place: string) => place.startsWith('postgres://')

/** Key of the office that every new relay has. */
export const OFFICE = 1

/** Opens the relay's store. `place` is the path of a folder or the address of a PostgreSQL database. */
export function storeAt(place: string): Promise<RelayStore> {
  return openStore(
    isDatabase(place) ? { data: undefined, database: place } : { data: place, database: undefined },
  )
}

/** Returns the arguments and environment variables with which the relay stores its data at `place` (a folder or a database). */
export function placeArguments(place: string): { option: string[]; variables: Record<string, string> } {
  return isDatabase(place)
    ? { option: [], variables: { RELAY_DATABASE: place } }
    : { option: ['--data', place], variables: {} }
}

/** Runs a command of the relay program with `--json` and returns the parsed output. */
export async function relayCommand<T>(data: string, args: string[]): Promise<T> {
  const { option, variables } = placeArguments(data)
  const { code, stdout, stderr } = await runProgram(RELAY, [...args, ...option, '--json'], variables)
  if (code !== 0) throw new Error(`relay ${args.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout) as T
}

export type RelayProgram = Program<{ ready: true; url: string }>

export async function startRelay(cleanup: Cleanup, data: string, ...args: string[]): Promise<RelayProgram> {
  const { option, variables } = placeArguments(data)
  const relay: RelayProgram = await startProgram(
    RELAY,
    ['serve', ...option, '--port', '0', ...args],
    variables,
  )
  cleanup.add(relay.kill)
  return relay
}

/**
 * Prepares a relay's store for the sandbox environment, with one inlet (webhook address). Writes directly into the store, because running
 * the relay's commands is slow.
 */
export async function setUpRelay(
  cleanup: Cleanup,
  jwks_url: string,
  data: string = cleanup.folder(),
): Promise<{ data: string; hook_path: string }> {
  const inlet = createInletSegment()
  const store = await storeAt(data)
  const office = store.office(OFFICE)
  await office.setEnvironment({ name: 'sandbox', jwks_url, sender_addresses: [] })
  await office.addInlet({ inlet, environment: 'sandbox', created_at: new Date().toISOString() })
  await store.close()
  return { data, hook_path: `/hooks/sandbox/${inlet}` }
}

/** Creates a pairing code, directly in the relay's store. */
export async function makePairingCode(data: string): Promise<string> {
  const store = await storeAt(data)
  const device = { name: 'Office', environment: 'sandbox' } as const
  const { code } = await addPairingCode(store.office(OFFICE), device, Date.now())
  await store.close()
  return code
}

export function postPairing(url: string, code: string): Promise<Response> {
  return fetch(`${url}/v1/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, device_name: 'front-desk-pc' }),
  })
}

/** Pairs a broker's computer with the relay. Returns the computer's token and id. */
export async function pairDevice(data: string, url: string) {
  const response = await postPairing(url, await makePairingCode(data))
  if (!response.ok) throw new Error(`pairing answered ${response.status}`)
  return (await response.json()) as { device_id: string; device_token: string; environment: string }
}

/** Sends a notification to a webhook address of the relay, as the partner does. The body may be any bytes. */
export function postHook(
  url: string,
  body: string | Buffer,
  signature: string | undefined,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'x-signature': signature }),
      ...headers,
    },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
}

/**
 * Creates an X-Signature as the partner may create it. Its claims contain the time, and a hash of the body, so the signature also covers
 * the body.
 */
export function signBody(key: SigningKey, body: string | Buffer): string {
  const iat = Math.floor(Date.now() / 1000)
  return signEvent(key, { body_sha256: sha256(Buffer.from(body), 'hex'), iat, exp: iat + 300 })
}

/** Creates a client for the relay's endpoints that paired devices use. */
export function asDevice(url: string, device_token: string) {
  const authorization = `Bearer ${device_token}`
  const get = (path: string) => fetch(`${url}${path}`, { headers: { authorization } })
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    get,
    events: async (query = '') => (await (await get(`/v1/events${query}`)).json()) as RelayEventsPage,
    ack: (seq: unknown) => post('/v1/ack', { seq }),
    /** Answers a heartbeat of the stream with this id. With a heartbeat, the relay checks whether the device is still connected. */
    answer: (stream: string) => post('/v1/heartbeat', { stream }),
    stream: (last_event_id?: number) => openStream(url, authorization, last_event_id),
  }
}

export interface StreamMessage {
  event: string | undefined
  id: string | undefined
  data: Record<string, unknown>
}

/** Opens the relay's stream of events. `next` waits for the next message and returns it. At the end of the stream, it returns null. */
async function openStream(url: string, authorization: string, last_event_id?: number) {
  const abort = new AbortController()
  const response = await fetch(`${url}/v1/stream`, {
    headers: {
      authorization,
      ...(last_event_id === undefined ? {} : { 'last-event-id': String(last_event_id) }),
    },
    signal: abort.signal,
  })
  const messages: StreamMessage[] = []
  const parser = createParser({
    onEvent: ({ event, id, data }) =>
      messages.push({ event, id, data: JSON.parse(data) as StreamMessage['data'] }),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  async function next(): Promise<StreamMessage | null> {
    while (messages.length === 0) {
      // Sequential: the order of the pieces matters. A broken connection counts as the end of the stream.
      const piece = await reader?.read().catch(() => undefined)
      if (piece === undefined || piece.done) return null
      parser.feed(piece.value)
    }
    return messages.shift() ?? null
  }
  return { status: response.status, next, close: () => abort.abort() }
}
