import { forkUnderNode, type StartHost } from './vault-sqlite/host-process.ts'
import { forkAsUtility } from './vault-sqlite/utility-host.ts'
import type { VaultReply } from './vault-sqlite/vault-protocol.ts'

/** The first Node-API version with which the vault's driver runs (ADR 1). */
const NODE_API_OF_DRIVER = 10

/** Another Node reads no archive, so what it runs is packaged beside it. */
export const outsideArchive = (folder: string): string =>
  folder.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')

/** Starts a program of ours in a process of its own: as the runtime has them, or under another Node where that is too old. */
export function inOwnProcess<Reply = VaultReply>(file: string, name: string): StartHost<Reply> {
  return Number(process.versions['napi']) >= NODE_API_OF_DRIVER
    ? forkAsUtility<Reply>(file, name)
    : forkUnderNode<Reply>(file, process.env['FUNDING_DESK_NODE'] ?? 'node')
}
