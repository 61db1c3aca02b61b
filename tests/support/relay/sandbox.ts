import { until, type Cleanup } from '../cleanup.ts'
import { SANDBOX, startProgram, type Program } from '../../../build/demo/program.ts'

export interface SandboxReady {
  base_url: string
  client_id: string
  client_secret: string
  jwks_url: string
  environment: string
  sender_addresses: string[]
  /** Address of the admin endpoint. Present only if the sandbox was started with `--admin-port`. */
  admin_url?: string
}
export type SandboxProgram = Program<SandboxReady>

export async function startSandbox(
  cleanup: Cleanup,
  data: string,
  ...args: string[]
): Promise<SandboxProgram> {
  const sandbox = await startProgram<SandboxReady>(SANDBOX, [
    'serve',
    '--data',
    data,
    '--speed',
    'fast',
    '--exit-with-parent',
    ...args,
  ])
  cleanup.add(sandbox.kill)
  return sandbox
}

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

/** Requests an access token from the sandbox (specification, section 4.1). */
export function requestToken({ base_url, client_id, client_secret }: SandboxReady): Promise<Response> {
  return fetch(`${base_url}/iso/api/auth/oauth2/token`, {
    method: 'POST',
    headers: { authorization: basic(client_id, client_secret), accept: 'application/json' },
  })
}

export interface Answer {
  status: number
  // The type is `any`, because tests compare the sandbox's raw responses. A schema would hide what the sandbox really sends.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

const read = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

/** Creates a client for the sandbox's admin endpoint. If the sandbox refuses a request, the client throws an error with the response. */
export function asAdmin({ admin_url }: SandboxReady) {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> =>
    read(
      await fetch(`${admin_url}${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      }),
    )
  const must = async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${JSON.stringify(answer)}`)
    return answer.body
  }
  return {
    send,
    setFaults: (...faults: object[]) => must('PUT', '/faults', faults),
    rotate: async (purpose: string) => (await must('POST', '/keys/rotate', { purpose })).kid as string,
    retire: (kid: string) => must('POST', '/keys/retire', { kid }),
    publish: (application_id: string, status: string, more: object = {}) =>
      must('POST', `/applications/${application_id}/status`, { status, ...more }),
  }
}

/** Creates a client of the sandbox's partner API with an access token. Paths are relative to `/iso/api`. */
export async function asClient(ready: SandboxReady) {
  const { accessToken } = (await (await requestToken(ready)).json()) as { accessToken: string }
  const authorization = `Bearer ${accessToken}`
  const send = async (method: string, path: string, body?: unknown) =>
    read(
      await fetch(`${ready.base_url}/iso/api${path}`, {
        method,
        headers: {
          authorization,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  const client = {
    accessToken,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown) => send('POST', path, body),
    async apply(payload: unknown): Promise<string> {
      const { status, body } = await send('POST', '/v1/application', payload)
      if (status !== 201) throw new Error(`application answered ${status}: ${JSON.stringify(body)}`)
      return String(body.application_id)
    },
    async upload(parts: Record<string, string | File>): Promise<Answer> {
      const form = new FormData()
      for (const [name, value] of Object.entries(parts)) form.set(name, value)
      return read(
        await fetch(`${ready.base_url}/iso/api/v1/document`, {
          method: 'POST',
          headers: { authorization },
          body: form,
        }),
      )
    },
    /** Waits until the application has this status at the sandbox. */
    reached: (application_id: string, status: string) =>
      until(async () => {
        const { body } = await send('GET', `/v1/applications/${application_id}`)
        return body.status === status ? true : undefined
      }),
    /** Waits until the application has offers, and returns them. */
    offers: (application_id: string) =>
      until(async () => {
        const { body } = await send('GET', `/v1/offers?application_id=${application_id}`)
        return body.offers.length > 0 ? (body.offers as Record<string, unknown>[]) : undefined
      }),
  }
  return client
}
