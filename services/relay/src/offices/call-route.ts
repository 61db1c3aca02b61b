import type { z } from 'zod'
import { type ApiContext, ApiError, notFound, type Route } from './office-api.ts'

/** The parts of a request, before they are parsed. */
export interface RequestParts {
  params?: Record<string, unknown>
  query?: unknown
  body?: unknown
}

/** Calls a route. Commands call it within their process, and the server for a request. */
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
