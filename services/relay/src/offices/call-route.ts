import { z } from 'zod'
import type { Retention } from '../events/housekeeping.ts'
import type { Office } from '../store/relay-store.ts'
import type { OfficeStore } from '../store/office-store.ts'
import type { RelayStore } from '../store/sql-store.ts'

/** Error that a route reports to the caller of the API. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const notFound = (message: string) => new ApiError(404, 'NOT_FOUND', message)

export interface ApiContext {
  store: RelayStore
  keep: Retention
  /** Public address of the relay, or undefined if it is not configured. */
  public_url: string | undefined
  /** Whom the audit logs of the offices name. */
  actor: string
}

interface Call<Params, Query, Body> extends ApiContext {
  officeOf: (public_id: string) => Promise<{ office: Office; own: OfficeStore }>
  params: Params
  query: Query
  body: Body
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with its parameters, such as `/v1/offices/{office}`. */
  path: string
  summary: string
  params: z.ZodObject
  query: z.ZodObject
  body: z.ZodType | null
  status: 200 | 201
  response: z.ZodType
  run: (call: Call<Record<string, unknown>, Record<string, unknown>, unknown>) => Promise<object>
}

export function route<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  given: Pick<Route, 'method' | 'path' | 'summary'> & {
    params?: Params
    query?: Query
    body?: Body
    status?: 200 | 201
    response: Response
  },
  run: (call: Call<z.output<Params>, z.output<Query>, z.output<Body>>) => Promise<z.input<Response>>,
): Route {
  const none = z.object({})
  return {
    body: null,
    status: 200,
    ...given,
    params: given.params ?? none,
    query: given.query ?? none,
    // The caller parses the parts of the request with the schemas above, so they have these types.
    run: run as unknown as Route['run'],
  }
}

export interface RequestParts {
  params?: Record<string, unknown>
  query?: unknown
  body?: unknown
}

export function callRoute(
  { params, query, body, run }: Route,
  context: ApiContext,
  given: RequestParts,
): Promise<object> {
  const { store, actor } = context
  return run({
    ...context,
    officeOf: async (public_id) => {
      const office = await store.findOffice(public_id)
      if (office === null) throw notFound('No office has this id. See "relay office list".')
      return { office, own: store.office(office.office_id, actor) }
    },
    params: readPart('path', params, given.params ?? {}),
    query: readPart('query', query, given.query ?? {}),
    body: body === null ? null : readPart('body', body, given.body),
  })
}

/**
 * Parses a part of a request.
 * @throws ApiError that names the first problem, without the value
 */
function readPart<T>(part: string, schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const place = [part, ...(issue?.path ?? [])].map(String).join('.')
  throw new ApiError(400, 'BAD_REQUEST', `${place}: ${issue?.message ?? 'not valid'}`)
}
