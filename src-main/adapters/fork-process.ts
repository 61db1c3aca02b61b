import { app, utilityProcess } from 'electron'
import { type EarlyProcess, forkUnderNode, startEarly, type StartHost } from './vault-sqlite/host-process.ts'
import type { VaultReply } from './vault-sqlite/vault-protocol.ts'

/** True if this runtime supports the vault's driver, which needs Node-API 10 (ADR 1). */
const hasDriver = Number(process.versions['napi']) >= 10

/**
 * Returns the path of the folder's copy next to the app's archive (build/packaging/config.mjs). The copy exists because a Node other than
 * the app's runtime cannot read the archive.
 */
const outsideArchive = (folder: string): string => folder.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')

/** Starts a program in a separate process. Uses the app's runtime, or another Node if that runtime is too old. */
export function forkProcess<Reply = VaultReply>(file: string, name: string): StartHost<Reply> {
  return hasDriver
    ? forkAsUtility<Reply>(file, name)
    : forkUnderNode<Reply>(outsideArchive(file), process.env['FUNDING_DESK_NODE'] ?? 'node')
}

/**
 * Like `forkProcess`, but starts the first process ahead of time. Electron can start its processes only after the app is ready. A Node
 * process can start immediately. It should start before Chromium starts its own processes: a process that is forked while Chromium starts
 * them inherits main's channels and keeps them open for a moment.
 */
export function forkEarly(file: string, name: string): EarlyProcess {
  return startEarly(forkProcess(file, name), hasDriver ? app.whenReady() : null)
}

/** Runs the host as an Electron utility process, as in the shipped app. */
export function forkAsUtility<Reply = VaultReply>(hostFile: string, serviceName: string): StartHost<Reply> {
  return () => {
    const child = utilityProcess.fork(hostFile, [], {
      serviceName,
      stdio: 'ignore',
      env: {},
    })
    return {
      post: (message) => child.postMessage(message),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', listener),
      kill: () => void child.kill(),
    }
  }
}
