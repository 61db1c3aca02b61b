import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Certificate } from '../partner/certificates.ts'
import { until, type Cleanup } from '../cleanup.ts'

/** Path of the Caddy configuration that is shipped with the relay. */
const CADDYFILE = fileURLToPath(new URL('../../../services/relay/deploy/Caddyfile', import.meta.url))

/**
 * If Caddy (a reverse proxy) is not installed: the reason why its tests are skipped, to append to a test title. Null if it is installed.
 */
export const caddyMissing =
  spawnSync('caddy', ['version']).status === 0
    ? null
    : ': skipped, as it is not installed (on Debian: apt-get install caddy)'

/** Returns a free port, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A running reverse proxy. `log` returns all that it has logged so far. */
export interface Proxy {
  url: string
  log: () => string
}

/** Starts the real Caddy in front of one or more relays, with the configuration that is shipped and a test certificate. */
export async function startCaddy(
  cleanup: Cleanup,
  { cert, key }: Certificate,
  upstreams: string[],
): Promise<Proxy> {
  const folder = cleanup.folder()
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const url = `https://127.0.0.1:${await freePort()}`
  const caddy = spawn('caddy', ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    env: {
      ...process.env,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CADDY_GLOBAL_OPTIONS: 'admin off\nauto_https disable_redirects',
      RELAY_SITE: url,
      RELAY_TLS: `tls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
      RELAY_UPSTREAMS: upstreams.map((upstream) => new URL(upstream).host).join(' '),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  caddy.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const exited = once(caddy, 'exit')
  cleanup.add(async () => {
    if (caddy.exitCode === null && caddy.signalCode === null) caddy.kill('SIGKILL')
    await exited
  })
  await until(() => {
    if (caddy.exitCode !== null) throw new Error(`Caddy ended:\n${log}`)
    return log.includes('serving initial configuration') ? true : undefined
  })
  return { url, log: () => log }
}
