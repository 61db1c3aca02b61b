import { closeInherited } from './inherited-descriptors.ts'
import { NewerVault } from './migrations/migrate.ts'
import type { OpenCall, VaultCall, VaultReply, VaultRequest, VaultTrouble } from './vault-protocol.ts'
import { NoSuchDeal, UnknownWrite, VaultDatabase } from './vault-database.ts'
import { InconsistentDatabase, VaultLook } from './vault-look.ts'

/**
 * The vault's own process: the database and nothing else. It talks to main alone, over the port that its parent gave it.
 */
let database: VaultDatabase | VaultLook | null = null
/** What is open. Main may have had another one opened ahead than it asks for in earnest. */
let opened: OpenCall | null = null

function perform({ method, args }: VaultCall): VaultReply['answer'] {
  try {
    if (method === 'open') {
      const [{ file, key, look }] = args
      if (opened?.file !== file || opened.key !== key || opened.look !== look) close()
      database ??= look ? new VaultLook(file, key) : new VaultDatabase(file, key)
      ;[opened] = args
      return { value: null }
    }
    if (database === null) return { trouble: { what: 'not_open' } }
    if (method === 'close') {
      close()
      return { value: null }
    }
    // The protocol holds each method's arguments; TypeScript cannot follow a union through a lookup.
    const work = database[method as keyof typeof database] as unknown
    if (typeof work !== 'function') return { trouble: { what: 'unknown_call' } }
    return { value: work.apply(database, args) as unknown }
  } catch (error) {
    return { trouble: explain(error) }
  }
}

function close(): void {
  database?.close()
  database = null
  opened = null
}

function explain(error: unknown): VaultTrouble {
  if (error instanceof UnknownWrite) return { what: 'unknown_call' }
  if (error instanceof NoSuchDeal) return { what: 'no_such_deal' }
  if (error instanceof NewerVault) return { what: 'newer_version' }
  const code = (error as { code?: unknown }).code
  // The first page is read when the database is opened, so a wrong key can't come to light any later.
  if (code === 'SQLITE_NOTADB' && database === null) return { what: 'key_wrong' }
  if (error instanceof InconsistentDatabase) return { what: 'damaged' }
  if (typeof code !== 'string') return { what: 'unavailable' }
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) return { what: 'damaged' }
  if (code.startsWith('SQLITE_FULL') || code === 'ENOSPC') return { what: 'disk_full' }
  if (code.startsWith('SQLITE_BUSY')) return { what: 'busy' }
  return { what: 'unavailable', detail: code }
}

/** Electron gives a utility process a `parentPort`, Node gives a forked one `process.send`. */
interface ParentPort {
  on(event: 'message', listener: (message: { data: unknown }) => void): void
  postMessage(message: unknown): void
}

function serve(message: unknown, reply: (reply: VaultReply) => void): void {
  const { id, call } = message as VaultRequest
  reply({ id, answer: perform(call) })
}

const { parentPort } = process as unknown as { parentPort?: ParentPort }
if (parentPort !== undefined) {
  parentPort.on('message', ({ data }) => serve(data, (reply) => parentPort.postMessage(reply)))
} else {
  closeInherited()
  process.on('message', (message) => serve(message, (reply) => process.send?.(reply)))
  // Main is gone: what was committed is on disk, so there is nothing left to do.
  process.on('disconnect', () => process.exit(0))
}
