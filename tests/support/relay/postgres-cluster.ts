import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until, type Cleanup } from '../cleanup.ts'
import { startForwarder } from './forwarder.ts'
import { PASSWORD, PostgresInstance, runPostgresProgram, runSql, USER } from './postgres.ts'

/** A PostgreSQL server (the primary) and a standby that receives all its changes. */
export interface PostgresCluster {
  /** Creates an empty database. Its address leads to whichever server is the primary. */
  createDatabase: () => Promise<string>
  /** Runs SQL statements on the database at `url` and returns the rows. */
  query: typeof runSql
  /** Copies the primary into a new standby and starts it. If it is synchronous, a commit waits from now on until the standby has it too. */
  addStandby: (kind: 'synchronous' | 'asynchronous') => Promise<void>
  /** Waits until the standby has everything that the primary has committed. */
  standbyIsCurrent: () => Promise<void>
  /** Cuts the standby off from the primary. */
  disconnectStandby: () => Promise<void>
  /** Ends all processes of the primary with SIGKILL. */
  killPrimary: () => Promise<void>
  restartPrimary: () => Promise<void>
  /** Makes the standby the primary. The former primary must be dead, and stays so. */
  promoteStandby: () => Promise<void>
}

/** Creates and starts a PostgreSQL server that can get a standby. The cleanup ends all servers and deletes their files. */
export async function startCluster(cleanup: Cleanup): Promise<PostgresCluster> {
  const forwarder = await startForwarder(cleanup)
  let primary = new PostgresInstance(cleanup)
  await primary.create()
  await primary.start()
  forwarder.leadTo(primary.folder)
  let standby: { server: PostgresInstance; name: string } | null = null
  let [standbys, databases] = [0, 0]

  const atPrimary = (text: string) => runSql(primary.urlOf('postgres'), text)
  async function configure(server: PostgresInstance, setting: string, value: string): Promise<void> {
    const url = server.urlOf('postgres')
    // Two calls, because ALTER SYSTEM must not run together with another statement.
    await runSql(url, `ALTER SYSTEM SET ${setting} = '${value}'`)
    await runSql(url, 'SELECT pg_reload_conf()')
  }
  function standbyOf(): { server: PostgresInstance; name: string } {
    if (standby === null) throw new Error('There is no standby.')
    return standby
  }

  /** Waits until the standby has everything. If it is synchronous, also waits until commits wait for it. */
  async function isCurrent(state: string): Promise<void> {
    const { name } = standbyOf()
    const [end] = await atPrimary('SELECT pg_current_wal_flush_lsn() AS lsn')
    await until(async () => {
      const found = await atPrimary(
        `SELECT 1 FROM pg_stat_replication
        WHERE application_name = '${name}' AND state = 'streaming' AND sync_state ~ '${state}'
          AND replay_lsn >= '${String(end?.['lsn'])}'`,
      )
      return found.length > 0 ? true : undefined
    })
  }

  return {
    query: runSql,
    createDatabase: async () => {
      const name = `relay_${++databases}`
      await atPrimary(`CREATE DATABASE ${name}`)
      return `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${forwarder.port}/${name}`
    },
    addStandby: async (kind) => {
      const server = new PostgresInstance(cleanup)
      const name = `standby_${++standbys}`
      const source = `host=${primary.folder} user=${USER} application_name=${name}`
      const copy = ['--pgdata', server.data, '--write-recovery-conf', '--checkpoint', 'fast', '--no-sync']
      await runPostgresProgram('pg_basebackup', ['--dbname', source, ...copy], { PGPASSWORD: PASSWORD })
      await server.start(['wal_retrieve_retry_interval=100ms'])
      standby = { server, name }
      if (kind === 'synchronous') await configure(primary, 'synchronous_standby_names', name)
      await isCurrent(kind === 'synchronous' ? '^sync' : '^async')
    },
    standbyIsCurrent: () => isCurrent('sync'),
    disconnectStandby: async () => {
      const { server, name } = standbyOf()
      await configure(server, 'primary_conninfo', '')
      await until(async () => {
        const found = await atPrimary(`SELECT 1 FROM pg_stat_replication WHERE application_name = '${name}'`)
        return found.length === 0 ? true : undefined
      })
    },
    killPrimary: () => killAll(primary),
    restartPrimary: () => primary.start(),
    promoteStandby: async () => {
      const { server } = standbyOf()
      // No standby is connected to the new primary, so its commits must not wait for one.
      await configure(server, 'synchronous_standby_names', '')
      await runSql(server.urlOf('postgres'), 'SELECT pg_promote()')
      const former = primary
      ;[primary, standby] = [server, null]
      forwarder.leadTo(primary.folder)
      await former.remove()
    },
  }
}

/** Ends all processes of a server with SIGKILL, and removes what they cannot remove themselves. */
async function killAll(server: PostgresInstance): Promise<void> {
  const { pid } = server
  if (pid === null) return
  const children = childrenOf(pid)
  const [, , , , , , sharedMemory = ''] = readFileSync(join(server.data, 'postmaster.pid'), 'utf8').split(
    '\n',
  )
  // The main process dies first. Otherwise, it would replace its children.
  await server.end('SIGKILL')
  for (const child of children)
    try {
      process.kill(child, 'SIGKILL')
    } catch {
      // The process has already ended with its parent.
    }
  await until(() => (children.every((child) => parentOf(child) === null) ? true : undefined))
  const id = sharedMemory.trim().split(/\s+/)[1]
  if (id !== undefined) await promisify(execFile)('ipcrm', ['-m', id]).catch(() => {})
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => Number.isInteger(id) && parentOf(id) === pid)
}

/** Returns the id of a process's parent, or null if the process has ended. */
function parentOf(pid: number): number | null {
  try {
    // The name of the program comes in parentheses before the state and the parent.
    const [, state, parent] = /\) (\w) (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
    return state === undefined || state === 'Z' || state === 'X' ? null : Number(parent)
  } catch {
    return null
  }
}
