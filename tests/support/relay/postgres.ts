import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { createConnection } from '../../../services/relay/src/store/postgres/connections.ts'
import type { Cleanup } from '../cleanup.ts'

const run = promisify(execFile)
const PASSWORD = 'correct horse'
const USER = 'relay'

/** Returns the folder with the programs of the newest installed PostgreSQL. Debian installs them into a folder that is not on the PATH. */
function findPrograms(): string | null {
  const debian = '/usr/lib/postgresql'
  const releases = isThere(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...releases.map((release) => join(debian, release, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return (
    folders.find((folder) => isThere(join(folder, 'initdb')) && isThere(join(folder, 'postgres'))) ?? null
  )
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * PostgreSQL refuses to run as root. If the test runs as root, returns the user under which PostgreSQL then runs: `postgres` from the
 * package, or `nobody`.
 */
export function ownUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (user === undefined) throw new Error('This system has no user as whom PostgreSQL could run.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

const programs = process.platform === 'win32' ? null : findPrograms()

/** If PostgreSQL is not installed: the reason why its tests are skipped, to append to a test title. Null if it is installed. */
export const postgresMissing =
  programs === null ? ': skipped, as it is not installed (on Debian: apt-get install postgresql)' : null

export interface PostgresServer {
  /** Folder that contains the server's Unix socket. Clients connect only through this socket. */
  folder: string
  /** Creates an empty database and returns its address. */
  createDatabase: () => Promise<string>
  /** Runs SQL statements on the database at `url` and returns the rows. */
  query: (url: string, text: string) => Promise<Record<string, unknown>[]>
  /** Kills the server without a clean shutdown, as a power failure would. */
  kill: () => Promise<void>
  start: () => Promise<void>
}

/**
 * Creates and starts a PostgreSQL server. The cleanup stops it and deletes its files. `settings` are further settings of the server, such as
 * `fsync=on`.
 */
export async function startPostgres(cleanup: Cleanup, settings: string[] = []): Promise<PostgresServer> {
  if (programs === null) throw new Error('PostgreSQL is not installed')
  const user = ownUser()
  const as = user ?? {}
  // The folder has a short name, because the path of a Unix socket may have at most 107 characters.
  const folder = mkdtempSync(join(tmpdir(), 'fd-pg-'))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const passwords = join(folder, 'password')
  writeFileSync(passwords, PASSWORD)
  if (user !== null) for (const path of [folder, passwords]) chownSync(path, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = [
    '--username',
    USER,
    '--pwfile',
    passwords,
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
  ]
  await run(join(programs, 'initdb'), ['--pgdata', data, '--no-sync', ...options], { cwd: folder, ...as })

  let server: ReturnType<typeof spawn> | null = null
  const urlOf = (database: string) =>
    `postgres://${USER}:${encodeURIComponent(PASSWORD)}@${encodeURIComponent(folder)}/${database}`
  async function query(url: string, text: string) {
    const client = createConnection(url, 10_000)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }
  async function start(): Promise<void> {
    // `fsync=off` makes the tests faster. It is safe, because the tests kill processes but not the operating system.
    const all = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', ...settings]
    const given = all.flatMap((setting) => ['-c', setting])
    const child = spawn(join(programs ?? '', 'postgres'), ['-D', data, ...given], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...as,
    })
    server = child
    let log = ''
    await new Promise<void>((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log += text
        if (log.includes('ready to accept connections')) resolve()
      })
      child.once('exit', () => reject(new Error(`PostgreSQL ended before it was ready:\n${log}`)))
    })
  }
  async function end(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
    if (server === null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    server = null
    await ended
  }

  await start()
  cleanup.add(() => end('SIGINT'))
  let databases = 0
  return {
    folder,
    query,
    kill: () => end('SIGQUIT'),
    start,
    createDatabase: async () => {
      const name = `relay_${++databases}`
      await query(urlOf('postgres'), `CREATE DATABASE ${name}`)
      return urlOf(name)
    },
  }
}
