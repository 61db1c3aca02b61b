import { enableCompileCache, flushCompileCache } from 'node:module'
import { COMPILE_CACHE } from '../compile-cache.ts'

// The program of the vault's process, with a cache of its compiled code. Tests start it hundreds of times, and most of its start is
// compilation. The packaged app needs no such cache, because its program is one bundled file.

enableCompileCache(COMPILE_CACHE)
await import('../../../src-main/vault-host.ts')
// Most of these processes are killed, so they would never write the cache when they exit.
flushCompileCache()
