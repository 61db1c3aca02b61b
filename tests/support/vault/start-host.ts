import { fileURLToPath } from 'node:url'
import { forkUnderNode } from '../../../src-main/platform/vault/host-process.ts'

/** Starts a process in which a vault runs. */
export const startVaultHost = forkUnderNode(
  fileURLToPath(new URL('./vault-host.ts', import.meta.url)),
  process.execPath,
)
