import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

/**
 * Serves endpoints for administrators only. They have a separate port, so that a proxy in front of the main port cannot expose them by
 * mistake.
 */
export function createAdminServer(metrics: Metrics, readiness: Readiness): Server {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url === '/metrics') {
      const { type, text } = await metrics.read()
      response.writeHead(200, { 'content-type': type }).end(text)
    } else if (request.method === 'GET' && request.url === '/readyz') {
      const report = await readiness.report()
      response
        .writeHead(report.ready ? 200 : 503, { 'content-type': 'application/json' })
        .end(JSON.stringify(report))
    } else response.writeHead(404).end()
  }
  return createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end())
  })
}
