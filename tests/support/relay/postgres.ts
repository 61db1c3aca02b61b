import { execFile, spawn, type ChildProcess } from 'node:child_process'
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
export const PASSWORD = 'correct horse'
export const USER = 'relay'

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

/** Runs one of PostgreSQL's programs to its end. Rejects if it fails. */
export async function runPostgresProgram(
  name: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> {
  if (programs === null) throw new Error('PostgreSQL is not installed')
  const options = { cwd: tmpdir(), env: { ...process.env, ...env }, ...ownUser() }
  await run(join(programs, name), args, options)
}

/** Runs SQL statements on the database at `url` and returns the rows. */
export async function runSql(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = await connectTo(url)
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Connects to a database. On a busy machine, a server that has just started may accept a connection too late, so tries again. */
async function connectTo(url: string, tries = 5): Promise<ReturnType<typeof createConnection>> {
  const client = createConnection(url, 60_000)
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (tries <= 1 || !String(error).includes('timeout')) throw error
    return connectTo(url, tries - 1)
  }
}

/** A folder with the data of one PostgreSQL server, and the process that serves it. */
export class PostgresInstance {
  /** Folder that contains the data and the Unix socket. */
  readonly folder: string
  readonly data: string
  #server: ChildProcess | null = null

  /** Creates an empty folder. The cleanup stops the server and deletes the folder. */
  constructor(cleanup: Cleanup) {
    // The folder has a short name, because the path of a Unix socket may have at most 107 characters.
    this.folder = mkdtempSync(join(tmpdir(), 'fd-pg-'))
    this.data = join(this.folder, 'data')
    const user = ownUser()
    if (user !== null) chownSync(this.folder, user.uid, user.gid)
    cleanup.add(() => this.remove())
  }

  /** Stops the server and deletes its files. */
  async remove(): Promise<void> {
    await this.end('SIGINT')
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Creates the data of a new server. */
  async create(): Promise<void> {
    const passwords = join(this.folder, 'password')
    writeFileSync(passwords, PASSWORD)
    const user = ownUser()
    if (user !== null) chownSync(passwords, user.uid, user.gid)
    const access = ['--username', USER, '--pwfile', passwords, '--auth', 'scram-sha-256']
    const text = ['--encoding', 'UTF8', '--locale', 'C']
    await runPostgresProgram('initdb', ['--pgdata', this.data, '--no-sync', ...access, ...text])
  }

  urlOf(database: string): string {
    return `postgres://${USER}:${encodeURIComponent(PASSWORD)}@${encodeURIComponent(this.folder)}/${database}`
  }

  /** Starts the server. `settings` are settings of PostgreSQL, such as `max_connections=20`. */
  async start(settings: string[] = []): Promise<void> {
    // `fsync=off` makes the tests faster. It is safe, because the tests kill processes but not the operating system.
    const all = ['listen_addresses=', `unix_socket_directories=${this.folder}`, 'fsync=off', ...settings]
    const child = spawn(
      join(programs ?? '', 'postgres'),
      ['-D', this.data, ...all.flatMap((setting) => ['-c', setting])],
      { cwd: this.folder, stdio: ['ignore', 'ignore', 'pipe'], ...ownUser() },
    )
    this.#server = child
    let log = ''
    await new Promise<void>((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (log.length < 100_000) log += text
        if (/ready to accept (read-only )?connections/.test(log)) resolve()
      })
      child.once('exit', () => reject(new Error(`PostgreSQL ended before it was ready:\n${log}`)))
    })
  }

  /** Process id of the server, or null if it does not run. */
  get pid(): number | null {
    return this.#server?.pid ?? null
  }

  /** Ends the server: SIGINT in order, SIGQUIT as a power failure would, SIGKILL without any chance to react. */
  async end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    const server = this.#server
    if (server === null) return
    this.#server = null
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
}

export interface PostgresServer {
  /** Folder that contains the server's Unix socket. Clients connect only through this socket. */
  folder: string
  /** Creates an empty database and returns its address. */
  createDatabase: () => Promise<string>
  /** Runs SQL statements on the database at `url` and returns the rows. */
  query: typeof runSql
  /** Kills the server without a clean shutdown, as a power failure would. */
  kill: () => Promise<void>
  start: () => Promise<void>
}

/**
 * Creates and starts a PostgreSQL server. The cleanup stops it and deletes its files. `settings` are further settings of the server, such as
 * `fsync=on`.
 */
export async function startPostgres(cleanup: Cleanup, settings: string[] = []): Promise<PostgresServer> {
  const instance = new PostgresInstance(cleanup)
  await instance.create()
  await instance.start(settings)
  let databases = 0
  return {
    folder: instance.folder,
    query: runSql,
    kill: () => instance.end('SIGQUIT'),
    start: () => instance.start(settings),
    createDatabase: async () => {
      const name = `relay_${++databases}`
      await runSql(instance.urlOf('postgres'), `CREATE DATABASE ${name}`)
      return instance.urlOf(name)
    },
  }
}
