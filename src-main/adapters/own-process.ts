import { app } from 'electron'
import {
  forkUnderNode,
  startedAhead,
  type StartedAhead,
  type StartHost,
} from './vault-sqlite/host-process.ts'
import { forkAsUtility } from './vault-sqlite/utility-host.ts'
import type { VaultReply } from './vault-sqlite/vault-protocol.ts'

/** Whether the vault's driver runs in this runtime: it needs Node-API 10 (ADR 1). */
const hasDriver = Number(process.versions['napi']) >= 10

/** Another Node reads no archive, so what it runs is packaged beside it (build/packaging/config.mjs). */
const outsideArchive = (folder: string): string => folder.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')

/** Starts a program of ours in a process of its own: as the runtime has them, or under another Node where that is too old. */
export function inOwnProcess<Reply = VaultReply>(file: string, name: string): StartHost<Reply> {
  return hasDriver
    ? forkAsUtility<Reply>(file, name)
    : forkUnderNode<Reply>(outsideArchive(file), process.env['FUNDING_DESK_NODE'] ?? 'node')
}

/**
 * The same, with the first process started before it is asked for. Electron allows that once the app is ready. Node does at once,
 * and should: what it forks while Chromium starts processes holds main's channels to these for a moment.
 */
export function inOwnProcessAhead(file: string, name: string): StartedAhead {
  return startedAhead(inOwnProcess(file, name), hasDriver ? app.whenReady() : null)
}
