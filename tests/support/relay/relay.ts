import { createParser } from 'eventsource-parser'
import { createInletSegment } from '../../../services/relay/src/secrets.ts'
import { openStore } from '../../../services/relay/src/store/open-store.ts'
import type { RelayStore } from '../../../services/relay/src/store/relay-store.ts'
import type { RelayEventsPage } from '../../../src-shared/domain/event.ts'
import { type Cleanup } from '../cleanup.ts'
import { RELAY, runProgram, startProgram, type Program } from '../../../build/demo/program.ts'
import { sha256, signEvent, type SigningKey } from './signing.ts'

const isDatabase = (place: string) => place.startsWith('postgres://')

/** Opens the store at `place`: the path of a folder or the address of a PostgreSQL database. */
export function storeAt(place: string): Promise<RelayStore> {
  return openStore(
    isDatabase(place) ? { data: undefined, database: place } : { data: place, database: undefined },
  )
}

/** Returns the arguments and variables that make a relay store its data at `place` (a folder or a database). */
function placeArguments(place: string): { option: string[]; variables: Record<string, string> } {
  return isDatabase(place)
    ? { option: [], variables: { RELAY_DATABASE: place } }
    : { option: ['--data', place], variables: {} }
}

/** Runs a command of the relay with `--json` and returns its output. */
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

/** Configures the sandbox environment with one webhook URL. Writes directly into the store, because starting a command is slow. */
export async function setUpRelay(
  cleanup: Cleanup,
  jwks_url: string,
  data: string = cleanup.folder(),
): Promise<{ data: string; hook_path: string }> {
  const inlet = createInletSegment()
  const store = await storeAt(data)
  await store.setEnvironment({ name: 'sandbox', jwks_url, sender_addresses: [] })
  await store.addInlet({ inlet, environment: 'sandbox', created_at: new Date().toISOString() })
  await store.close()
  return { data, hook_path: `/hooks/sandbox/${inlet}` }
}

/** Creates a pairing code as the administrator does. */
export async function makePairingCode(data: string): Promise<string> {
  const made = await relayCommand<{ code: string }>(data, [
    'pair',
    '--name',
    'Office',
    '--environment',
    'sandbox',
  ])
  return made.code
}

export function postPairing(url: string, code: string): Promise<Response> {
  return fetch(`${url}/v1/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, device_name: 'front-desk-pc' }),
  })
}

/** Pairs a workstation and returns its token and id. */
export async function pairDevice(data: string, url: string) {
  const response = await postPairing(url, await makePairingCode(data))
  if (!response.ok) throw new Error(`pairing answered ${response.status}`)
  return (await response.json()) as { device_id: string; device_token: string; environment: string }
}

/** Posts raw bytes to a webhook URL as the partner does. */
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

/** Returns an X-Signature as a partner may create it: with a time, and with a hash that binds the body. */
export function signBody(key: SigningKey, body: string | Buffer): string {
  const iat = Math.floor(Date.now() / 1000)
  return signEvent(key, { body_sha256: sha256(Buffer.from(body), 'hex'), iat, exp: iat + 300 })
}

/** Client for the device endpoints of the relay. */
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
    /** Responds to a heartbeat of the given stream. */
    answer: (stream: string) => post('/v1/heartbeat', { stream }),
    stream: (last_event_id?: number) => openStream(url, authorization, last_event_id),
  }
}

export interface StreamMessage {
  event: string | undefined
  id: string | undefined
  data: Record<string, unknown>
}

/** Opens a stream. `next` returns one message after another, and null at the end. */
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
      // Sequential reads. A broken stream counts as ended.
      const piece = await reader?.read().catch(() => undefined)
      if (piece === undefined || piece.done) return null
      parser.feed(piece.value)
    }
    return messages.shift() ?? null
  }
  return { status: response.status, next, close: () => abort.abort() }
}
