import { openReads, openRows } from './app/vault-rows.ts'
import { serveVault } from './platform/vault/vault-host.ts'

// The program of the vault's process.
serveVault({ openReads, openRows })
