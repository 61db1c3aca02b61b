import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until, type Cleanup } from '../cleanup.ts'
import { freePort } from './caddy.ts'
import { ownUser } from './postgres.ts'

/** Debian installs PgBouncer into a folder that is not on every user's PATH. */
const PROGRAM = existsSync('/usr/sbin/pgbouncer') ? '/usr/sbin/pgbouncer' : 'pgbouncer'

/** If PgBouncer is not installed: the reason why its tests are skipped, to append to a test title. Null if it is installed. */
export const pgbouncerMissing =
  spawnSync(PROGRAM, ['--version']).status === 0
    ? null
    : ': skipped, as it is not installed (on Debian: apt-get install pgbouncer)'

/**
 * Starts PgBouncer, a connection pooler, in front of a database. It gives each transaction any connection to the database (transaction
 * mode). Returns the database's address through the pooler.
 */
export async function startPgbouncer(cleanup: Cleanup, database: string): Promise<string> {
  const { username, password, pathname, hostname } = new URL(database)
  const folder = mkdtempSync(join(tmpdir(), 'fd-pgb-'))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const [users, ini] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')]
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`)
  const settings = [
    `[databases]`,
    `* = host=${decodeURIComponent(hostname)}`,
    `[pgbouncer]`,
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    `unix_socket_dir =`,
    `auth_type = trust`,
    `auth_file = ${users}`,
    `pool_mode = transaction`,
    `default_pool_size = 5`,
  ]
  writeFileSync(ini, `${settings.join('\n')}\n`)
  // PgBouncer refuses to run as root.
  const user = ownUser()
  if (user !== null) for (const path of [folder, users, ini]) chownSync(path, user.uid, user.gid)
  const pooler = spawn(PROGRAM, [ini], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...user })
  let log = ''
  pooler.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const exited = once(pooler, 'exit')
  cleanup.add(async () => {
    if (pooler.exitCode === null && pooler.signalCode === null) pooler.kill('SIGKILL')
    await exited
  })
  await until(() => {
    if (pooler.exitCode !== null) throw new Error(`PgBouncer ended:\n${log}`)
    return log.includes('process up') ? true : undefined
  })
  return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
}
