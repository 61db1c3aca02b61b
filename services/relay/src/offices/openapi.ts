import { z } from 'zod'
import type { Route } from './office-api.ts'
import { errorSchema } from './schemas.ts'

/** Makes the OpenAPI document of the administration API from its routes. */
export function openApiDocument(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, path, summary, params, query, body, status, response } of routes) {
    const operations = (paths[path] ??= {})
    operations[method.toLowerCase()] = {
      summary,
      parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
      ...(body === null ? {} : { requestBody: { required: true, ...contentOf(body, 'input') } }),
      responses: {
        [status]: { description: 'Done.', ...contentOf(response, 'output') },
        ...Object.fromEntries(
          Object.entries(FAILURES).map(([code, description]) => [
            code,
            { description, ...contentOf(errorSchema, 'output') },
          ]),
        ),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Relay administration', version: '1' },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

const FAILURES = {
  400: 'The request is not valid.',
  401: 'The token is missing or wrong.',
  404: 'There is no such office, or no such part of it.',
  503: 'The relay cannot do this now. Try again later.',
}

const contentOf = (schema: z.ZodType, io: 'input' | 'output') => ({
  content: { 'application/json': { schema: schemaOf(schema, io) } },
})

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

function parametersOf(schema: z.ZodObject, place: 'path' | 'query'): object[] {
  return Object.entries(schema.shape).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: schemaOf(one as z.ZodType, 'output'),
  }))
}
