import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ElectronApplication } from 'playwright-core'

interface Served {
  status: number
  headers: Record<string, string>
  base64: string
}

/** The answers that the app allows a page to store, by address. The built app does not change while the tests run. */
const stored = new Map<string, Served>()

/**
 * Serves the app's page on loopback, because Chromium does not know the app's URL scheme. Each answer, with its headers, is the answer of
 * the app's own handler of that scheme.
 */
export async function serveRenderer(
  application: ElectronApplication,
): Promise<{ origin: string; close: () => void }> {
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/favicon.ico') return void response.writeHead(204).end()
    answer(application, url, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function answer(application: ElectronApplication, path: string, response: ServerResponse) {
  const served = stored.get(path) ?? (await fetchFromApp(application, path))
  if (served.status === 200 && served.headers['cache-control'] !== 'no-store') stored.set(path, served)
  response.writeHead(served.status, served.headers).end(Buffer.from(served.base64, 'base64'))
}

const fetchFromApp = (application: ElectronApplication, path: string): Promise<Served> =>
  application.evaluate(async ({ net }, address) => {
    const response = await net.fetch(address)
    const base64 = Buffer.from(await response.arrayBuffer()).toString('base64')
    return { status: response.status, headers: Object.fromEntries(response.headers), base64 }
  }, `app://funding-desk${path}`)
