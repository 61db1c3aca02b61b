import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { RELAY } from '../../../build/demo/program.ts'
import { until, type Cleanup } from '../cleanup.ts'
import { freePort } from './caddy.ts'

/** If systemd's programs are not installed: the reason why their tests are skipped. Null if they are installed. */
export const systemdMissing =
  spawnSync('systemd-socket-activate', ['--version']).status === 0 &&
  spawnSync('systemd-analyze', ['--version']).status === 0
    ? null
    : ': skipped, as systemd is not installed (on Debian: apt-get install systemd)'

/**
 * Restarts the relay whenever it ends, as systemd does. The shell keeps the socket open while no relay runs. The relay's process id is in
 * the file `$1`; the loop ends when the file `$2` is missing.
 */
const KEEP_RUNNING = `
  pid=$1; on=$2; shift 2
  while [ -e "$on" ]; do
    sh -c 'echo $$ >"$0"; LISTEN_PID=$$ exec "$@"' "$pid" "$@" </dev/null
  done`

interface RelayBehindSocket {
  url: string
  /** Stops the relay as \`systemctl restart\` does. Resolves when another process answers requests. */
  restart: () => Promise<void>
  log: () => string
}

/** Starts a relay whose listening socket belongs to systemd's program for tests. The socket stays open while the relay restarts. */
export async function startRelayBehindSocket(
  cleanup: Cleanup,
  data: string,
  ...args: string[]
): Promise<RelayBehindSocket> {
  const folder = cleanup.folder()
  const [pidFile, onFile] = [join(folder, 'pid'), join(folder, 'on')]
  writeFileSync(pidFile, '')
  writeFileSync(onFile, '')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const serve = [process.execPath, RELAY, 'serve', '--data', data, ...args]
  const manager = spawn(
    'systemd-socket-activate',
    ['--listen', `127.0.0.1:${port}`, 'sh', '-c', KEEP_RUNNING, 'sh', pidFile, onFile, ...serve],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let log = ''
  for (const stream of [manager.stdout, manager.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (log += text))
  const pid = () => Number(readFileSync(pidFile, 'utf8'))
  const exited = once(manager, 'exit')
  cleanup.add(async () => {
    rmSync(onFile)
    if (pid() > 0) process.kill(pid(), 'SIGTERM')
    else manager.kill('SIGKILL')
    await exited
  })
  // The first connection starts the relay, and waits in the socket's queue until it runs.
  await until(() => (log.includes('Listening on') ? true : undefined))
  connect(port, '127.0.0.1')
    .on('error', () => {})
    .end()
  await until(() => fetch(`${url}/healthz`).then(({ ok }) => ok || undefined))
  return {
    url,
    log: () => log,
    restart: async () => {
      const before = pid()
      process.kill(before, 'SIGTERM')
      await until(() => (pid() > 0 && pid() !== before ? true : undefined))
      await until(() => fetch(`${url}/healthz`).then(({ ok }) => ok || undefined))
    },
  }
}
