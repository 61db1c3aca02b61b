// @module-tag all

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { RELAY, startProgram } from '../../build/demo/program.ts'
import { resourceOf } from '../../services/relay/src/server/telemetry.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup } from '../support/cleanup.ts'
import { postHook, setUpRelay, signBody, type RelayProgram } from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())
afterEach(() => vi.unstubAllEnvs())

/** Starts a collector for OpenTelemetry over HTTP that keeps what it gets, by path. */
async function startCollector() {
  const got = new Map<string, string>()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      got.set(request.url ?? '', (got.get(request.url ?? '') ?? '') + body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.add(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got }
}

/** Runs a relay that receives a notification. Returns the ids that it must not export. */
async function runRelay(variables: Record<string, string>): Promise<{ ids: string[] }> {
  const key = createSigningKey('iso-submission-rsa-01')
  const { data, hook_path } = await setUpRelay(cleanup, (await startKeyServer(cleanup, [key])).url)
  const args = ['serve', '--data', data, '--port', '0']
  const relay: RelayProgram = await startProgram(RELAY, args, variables)
  cleanup.add(relay.kill)
  const event = makeEvent()
  const body = JSON.stringify(event)
  const { status } = await postHook(`${relay.ready.url}${hook_path}`, body, signBody(key, body), {
    traceparent: '00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-01',
  })
  expect(status).toBe(202)
  // The relay exports what is left before it ends.
  expect(await relay.stop()).toBe(0)
  const office = /"office":"([^"]+)"/.exec(relay.log())?.[1]
  expect(office).toMatch(/^office-/)
  return { ids: [hook_path.split('/').at(-1) ?? '', event.event_id, office ?? ''] }
}

test('the relay exports a span per notification as the standard variables say, without any id', async () => {
  const { url, got } = await startCollector()
  const { ids } = await runRelay({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_SERVICE_NAME: 'relay-of-the-office',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  const traces = got.get('/v1/traces') ?? ''
  for (const words of ['POST /hooks/{environment}/{inlet}', 'http.response.status_code', '"intValue":202'])
    expect(traces).toContain(words)
  for (const words of ['relay-of-the-office', 'deployment.environment.name']) expect(traces).toContain(words)
  for (const id of ids) expect(traces).not.toContain(id)
  // Anyone can send a trace id, so the relay does not continue the traces of senders.
  expect(traces).not.toContain('aaaaaaaaaaaaaaaa')
})

test.each<[string, Record<string, string>]>([
  ['named-by-attributes', { OTEL_RESOURCE_ATTRIBUTES: 'service.name=named-by-attributes' }],
  ['named-itself', { OTEL_RESOURCE_ATTRIBUTES: 'service.name=other', OTEL_SERVICE_NAME: 'named-itself' }],
  ['funding-desk-relay', {}],
])('the standard variables name the service: %s', (name, variables) => {
  for (const variable of ['OTEL_RESOURCE_ATTRIBUTES', 'OTEL_SERVICE_NAME'])
    vi.stubEnv(variable, variables[variable])
  expect(resourceOf(process.env).attributes['service.name']).toBe(name)
})

test.each<[string, (url: string) => Record<string, string>, string[]]>([
  [
    'nothing while the SDK is disabled',
    (url) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' }),
    [],
  ],
  [
    'nothing if the exporter of traces is none',
    (url) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_EXPORTER: 'none' }),
    [],
  ],
  ['to the endpoint of traces', (url) => ({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/t` }), ['/t']],
])('the relay exports %s', async (_what, variablesOf, paths) => {
  const { url, got } = await startCollector()
  await runRelay(variablesOf(url))
  expect([...got.keys()]).toEqual(paths)
})

test('a collector that does not answer neither delays a notification nor keeps the relay from stopping', async () => {
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  cleanup.add(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  // `runRelay` expects that the notification is accepted and that the relay ends without an error.
  await expect(runRelay({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).resolves.toHaveProperty('ids')
})
