import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ElectronApplication } from 'playwright-core'

interface Served {
  status: number
  headers: Record<string, string>
  bytes: Uint8Array
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
  response.writeHead(served.status, served.headers).end(served.bytes)
}

/** Requests a file in a window of the app, as the app's page does there. */
async function fetchFromApp(application: ElectronApplication, path: string): Promise<Served> {
  const [window] = application.windows()
  if (window === undefined) throw new Error('The app has no window.')
  return window.evaluate(async (address) => {
    const response = await fetch(address)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(response.headers), bytes }
  }, path)
}
