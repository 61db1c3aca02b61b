import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until, type Cleanup } from '../cleanup.ts'
import type { Certificate } from '../partner/certificates.ts'
import { freePort, type Proxy } from './caddy.ts'

/** Path of the nginx configuration that is shipped with the relay. */
const CONFIGURATION = fileURLToPath(new URL('../../../services/relay/deploy/nginx.conf', import.meta.url))

/** Debian installs nginx into a folder that is not on every user's PATH. */
const PROGRAM = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx'

/** If nginx is not installed: the reason why its tests are skipped, to append to a test title. Null if it is installed. */
export const nginxMissing =
  spawnSync(PROGRAM, ['-v']).status === 0
    ? null
    : ': skipped, as it is not installed (on Debian: apt-get install nginx)'

/**
 * Starts the real nginx in front of one or more relays, with the configuration that is shipped. Replaces only addresses, ports, and the
 * certificate.
 */
export async function startNginx(
  cleanup: Cleanup,
  { cert, key }: Certificate,
  upstreams: string[],
): Promise<Proxy> {
  const folder = cleanup.folder()
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const [port, plainPort] = [await freePort(), await freePort()]
  const servers = upstreams.map((upstream) => `server ${new URL(upstream).host} max_fails=0;`)
  const sites = readFileSync(CONFIGURATION, 'utf8')
    .replace('server 127.0.0.1:8787 max_fails=0;', servers.join('\n'))
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${join(folder, 'cert.pem')};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${join(folder, 'key.pem')};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const errors = join(folder, 'error.log')
  writeFileSync(errors, '')
  const main = [
    'daemon off;',
    'master_process off;',
    `pid ${join(folder, 'nginx.pid')};`,
    `error_log ${errors} info;`,
    'events {}',
    `http {\n${temporary.join('\n')}\naccess_log ${join(folder, 'access.log')};\n${sites}\n}`,
  ]
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'))
  const nginx = spawn(PROGRAM, ['-p', folder, '-e', errors, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(nginx, 'exit')
  cleanup.add(async () => {
    if (nginx.exitCode === null && nginx.signalCode === null) nginx.kill('SIGKILL')
    await exited
  })
  const log = () =>
    ['error.log', 'access.log']
      .filter((name) => existsSync(join(folder, name)))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
  await until(async () => {
    if (nginx.exitCode !== null) throw new Error(`nginx ended:\n${log()}`)
    return (await accepts(port)) ? true : undefined
  })
  return { url: `https://127.0.0.1:${port}`, log }
}

/** Returns true if a program accepts connections at the port. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
