import { z } from 'zod'
import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'
import { environmentSchema } from '../../../../src-shared/platform/words/vocabulary-schema.ts'
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

/** Parameters of paths. */
const PARAMETERS = {
  office: z.string().describe('id of the office'),
  environment: environmentSchema,
  device: z.string(),
  inlet: z.string(),
  partner: z.string().trim().min(1).max(100),
}

type ParamsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: Key extends 'environment' ? Environment : string } & ParamsIn<Rest>
  : object

/** Each path with `{office}` is about one office, and `own` is its store. */
type OfficeIn<Path extends string> = Path extends `${string}{office}${string}`
  ? { office: Office; own: OfficeStore }
  : object

type Call<Path extends string, Query, Body> = ApiContext &
  OfficeIn<Path> & { params: ParamsIn<Path>; query: Query; body: Body }

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
  run: (call: Call<string, object, unknown>) => Promise<object>
}

/** Defines a route, so that `run` gets values of the declared types. */
export function route<
  Path extends `${Route['method']} /${string}`,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  methodAndPath: Path,
  summary: string,
  { query, ...declared }: { query?: Query; body?: Body; status?: 201; response: Response },
  run: (call: Call<Path, z.output<Query>, z.output<Body>>) => Promise<z.input<Response>>,
): Route {
  const [method, path = ''] = methodAndPath.split(' ') as [Route['method'], string?]
  const names = Object.entries(PARAMETERS).filter(([name]) => path.includes(`{${name}}`))
  return {
    method,
    path,
    summary,
    params: z.object(Object.fromEntries(names)),
    query: query ?? z.object({}),
    body: null,
    status: 200,
    ...declared,
    // `callRoute` parses the parts of the request with these schemas, so they have these types.
    run: run as unknown as Route['run'],
  }
}

/** The parts of a request, before they are parsed. */
export interface RequestParts {
  params?: Record<string, unknown>
  query?: unknown
  body?: unknown
}

export async function callRoute(
  { params, query, body, run }: Route,
  context: ApiContext,
  given: RequestParts,
): Promise<object> {
  const { store, actor } = context
  const parts = {
    params: readPart('path', params, given.params ?? {}),
    query: readPart('query', query, given.query ?? {}),
    body: body === null ? null : readPart('body', body, given.body),
  }
  const { office: public_id } = parts.params
  if (typeof public_id !== 'string') return run({ ...context, ...parts })
  const office = await store.findOffice(public_id)
  if (office === null) throw notFound('No office has this id. See "relay office list".')
  const ofOffice = { office, own: store.office(office.office_id, actor) }
  return run({ ...context, ...ofOffice, ...parts })
}

/** @throws ApiError that names the first problem, without the value */
function readPart<T>(part: string, schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const place = [part, ...(issue?.path ?? [])].map(String).join('.')
  throw new ApiError(400, 'BAD_REQUEST', `${place}: ${issue?.message ?? 'not valid'}`)
}
