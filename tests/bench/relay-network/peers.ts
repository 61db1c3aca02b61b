import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Cleanup, until } from '../../support/cleanup.ts'
import { freePort } from '../../support/relay/caddy.ts'
import type { Load, Target } from './load-client.ts'
import { residentFamilyKb } from './processes.ts'

/*
 * Measures other programs in the same run, with the same notifications, senders, channels, and streams: Nchan and smee.io. Neither checks a
 * signature, removes duplicates, nor stores anything on the disk, so their figures show only how far the transport itself can go on this
 * machine. A program that this machine does not have is reported, and never left out.
 */

const run = promisify(execFile)
const CLOSED_S = 6
const SUSTAINED_S = 8

/** Folder with a checkout of smee.io whose packages are installed. Only smee.io's client is on npm, its server is not. */
const SMEE_FOLDER = 'FUNDING_DESK_SMEE_IO'

interface Peer {
  port: number
  pid: number
  /** Paths of the posts and of the stream of a channel. */
  post: (channel: number) => string
  read: (channel: number) => string
}

/** Returns what to print for each program: its figures, or why it was not measured. */
export async function measurePeers(
  load: Load,
  { channels, streams, slots, rate }: { channels: number; streams: number; slots: number; rate: number },
  cleanup: Cleanup,
): Promise<Record<string, string>> {
  const measured: Record<string, string> = {}
  for (const [name, start] of [
    ['nchan', startNchan],
    ['smee.io', startSmee],
  ] as const) {
    const peer = await start(cleanup).catch((error: unknown) => `not available here: ${String(error)}`)
    measured[name] =
      typeof peer === 'string'
        ? peer
        : await measurePeer(peer).catch((error: unknown) => `failed: ${String(error)}`)
  }
  return measured

  async function measurePeer({ port, pid, post, read }: Peer): Promise<string> {
    const numbers = Array.from({ length: channels }, (_, channel) => channel)
    const place: Target = {
      ports: [port],
      hooks: numbers.map(post),
      streams: Array.from({ length: streams }, (_, index) => {
        const channel = index % channels
        return { channel, port, path: read(channel), token: null }
      }),
    }
    const before = residentFamilyKb(pid)
    await load.connect(place)
    await sleep(2000)
    const perStream = (residentFamilyKb(pid) - before) / streams
    await load.postClosed({ place, shift: 0, seconds: 2, slots })
    const closed = await load.postClosed({ place, shift: 1, seconds: CLOSED_S, slots })
    const sustained = await load.postOpen({ place, shift: 2, seconds: SUSTAINED_S, rate, first: 0 })
    await load.disconnect(null)
    return [
      `${Math.round(closed.events / closed.seconds)} events/s in a closed loop`,
      `p99 ${sustained.p99_ms.toFixed(1)} ms at ${Math.round(rate)}/s`,
      `${Math.round(perStream)} kB per stream`,
    ].join(', ')
  }
}

/** Starts nginx with Nchan, which keeps messages in memory. Gets the module from apt without installing it. */
async function startNchan(cleanup: Cleanup): Promise<Peer> {
  const folder = cleanup.folder()
  const installed = '/usr/lib/nginx/modules/ngx_nchan_module.so'
  let module = installed
  if (!existsSync(installed)) {
    await run('apt-get', ['download', 'libnginx-mod-nchan'], { cwd: folder })
    await run('sh', ['-c', 'dpkg-deb -x libnginx-mod-nchan_*.deb module'], { cwd: folder })
    module = join(folder, 'module', installed)
  }
  const port = await freePort()
  const configuration = `
    load_module ${module};
    daemon off;
    worker_processes 2;
    pid ${join(folder, 'nginx.pid')};
    error_log ${join(folder, 'error.log')};
    events { worker_connections 8000; }
    http {
      access_log off;
      nchan_shared_memory_size 256M;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')}
      server {
        listen 127.0.0.1:${port};
        keepalive_requests 10000000;
        location ~ ^/pub/(\\d+)$ { nchan_publisher; nchan_channel_id $1; nchan_message_buffer_length 100; }
        location ~ ^/sub/(\\d+)$ {
          nchan_subscriber eventsource; nchan_channel_id $1; nchan_subscriber_first_message newest;
        }
      }
    }`
  writeFileSync(join(folder, 'nginx.conf'), configuration)
  const program = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx'
  const pid = await startServer(
    cleanup,
    program,
    ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')],
    port,
    folder,
  )
  return { port, pid, post: (channel) => `/pub/${channel}`, read: (channel) => `/sub/${channel}` }
}

async function startSmee(cleanup: Cleanup): Promise<Peer> {
  const folder = process.env[SMEE_FOLDER]
  if (folder === undefined)
    throw new Error(`smee.io's server is not on npm. ${SMEE_FOLDER} can name a folder with its source.`)
  const port = await freePort()
  const pid = await startServer(cleanup, process.execPath, ['index.js'], port, folder)
  const path = (channel: number) => `/channel${channel}`
  return { port, pid, post: path, read: path }
}

/** Starts a server and waits until it accepts connections. Returns its process id. */
async function startServer(
  cleanup: Cleanup,
  program: string,
  args: string[],
  port: number,
  cwd: string,
): Promise<number> {
  const env = { ...process.env, PORT: String(port), NODE_ENV: '' }
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd, env })
  let problem: string | null = null
  child.stderr.setEncoding('utf8').on('data', (text: string) => (problem = `${problem ?? ''}${text}`))
  child.once('error', (error) => (problem = error.message))
  const ended = once(child, 'exit').catch(() => {})
  cleanup.add(async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) child.kill('SIGTERM')
    await ended
  })
  await until(async () => {
    if (child.exitCode !== null || child.pid === undefined)
      throw new Error(`${program} ended: ${problem ?? 'without a message'}`)
    return (await accepts(port)) ? true : undefined
  })
  return child.pid ?? 0
}

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
