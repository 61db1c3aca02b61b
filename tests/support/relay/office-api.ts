import { z } from 'zod'
import { type Cleanup } from '../cleanup.ts'
import { startRelay, type RelayProgram } from './relay.ts'

export const ADMIN_TOKEN = 'an-administrator-token-of-enough-characters'

interface Operation {
  parameters: { name: string; in: string }[]
  responses: Record<string, { content: { 'application/json': { schema: z.core.JSONSchema.BaseSchema } } }>
}
export interface OpenApiDocument {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

export interface ApiAnswer<T> {
  status: number
  body: T
}

/** Starts a relay with the administration API on. */
export async function startRelayWithApi(cleanup: Cleanup, place: string, ...args: string[]) {
  process.env['RELAY_ADMIN_TOKEN'] = ADMIN_TOKEN
  try {
    const relay = await startRelay(cleanup, place, '--admin-port', '0', ...args)
    return { relay, admin_url: (relay.ready as RelayProgram['ready'] & { admin_url: string }).admin_url }
  } finally {
    delete process.env['RELAY_ADMIN_TOKEN']
  }
}

/**
 * Client of the administration API. It checks every response against the OpenAPI document that the relay serves, and records which
 * operations were called. Rejects if an operation or a status is not in the document, or if a response does not match its schema.
 */
export class OfficeApiClient {
  readonly called = new Set<string>()
  readonly #url: string
  readonly #document: OpenApiDocument

  private constructor(url: string, document: OpenApiDocument) {
    this.#url = url
    this.#document = document
  }

  static async connect(admin_url: string): Promise<OfficeApiClient> {
    const response = await fetch(`${admin_url}/openapi.json`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    })
    return new OfficeApiClient(admin_url, (await response.json()) as OpenApiDocument)
  }

  get document(): OpenApiDocument {
    return this.#document
  }

  /** Calls an operation. `path` is a path of the document; `parts` are the values of its parameters. */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    parts: Record<string, string> = {},
    body?: object,
    token = ADMIN_TOKEN,
  ): Promise<ApiAnswer<T>> {
    const operation = this.#document.paths[path]?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`${method} ${path} is not in the OpenAPI document`)
    const inPath = operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)
    const url = new URL(
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? '')),
      this.#url,
    )
    for (const [name, value] of Object.entries(parts))
      if (!inPath.includes(name)) url.searchParams.set(name, value)
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    const schema = operation.responses[response.status]?.content['application/json'].schema
    if (schema === undefined)
      throw new Error(`${method} ${path} answered ${response.status}, which is not in the OpenAPI document`)
    const read = z.fromJSONSchema(schema).safeParse(answer)
    if (!read.success) throw new Error(`${method} ${path}: ${read.error.message}`)
    this.called.add(`${method} ${path}`)
    return { status: response.status, body: answer as T }
  }
}
