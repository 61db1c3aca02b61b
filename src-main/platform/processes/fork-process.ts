import { app, utilityProcess } from 'electron'
import { type EarlyProcess, forkUnderNode, startEarly, type StartHost } from '../vault/host-process.ts'
import type { VaultReply } from '../vault/vault-protocol.ts'

/** True if this runtime supports the vault's driver, which needs Node-API 10 (ADR 1). */
const hasDriver = Number(process.versions['napi']) >= 10

/**
 * Converts the path of a folder in the app's archive to the path of its copy outside the archive (build/packaging/config.ts). The copy
 * exists because only the app's own runtime can read the archive, not a separate Node.
 */
const outsideArchive = (folder: string): string => folder.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')

/** Returns the path of a built program or of its data as a process that `forkProcess` starts can read it. */
export const pathForProcess = (path: string): string => (hasDriver ? path : outsideArchive(path))

/**
 * Starts a program in a separate process. Uses the app's runtime (Electron). If that runtime is too old for the vault's driver, uses a
 * separate Node.
 */
export function forkProcess<Reply = VaultReply>(file: string, name: string): StartHost<Reply> {
  return hasDriver
    ? forkAsUtility<Reply>(file, name)
    : forkUnderNode<Reply>(outsideArchive(file), process.env['FUNDING_DESK_NODE'] ?? 'node')
}

/**
 * Like `forkProcess`, but starts the first process before it is needed. Electron can start a process only after the app is ready. A Node
 * process can start immediately, and should start before Chromium starts its own processes. A process that starts at the same time as
 * Chromium's would inherit main's channels to pages and keep them open for a moment.
 */
export function forkEarly(file: string, name: string): EarlyProcess {
  return startEarly(forkProcess(file, name), hasDriver ? app.whenReady() : null)
}

/** Runs a program such as the vault's process as an Electron utility process, as in the shipped app. */
export function forkAsUtility<Reply = VaultReply>(hostFile: string, serviceName: string): StartHost<Reply> {
  return () => {
    const child = utilityProcess.fork(hostFile, [], {
      serviceName,
      stdio: 'ignore',
      env: {},
    })
    return {
      post: (message) => child.postMessage(message),
      onMessage: (listener) => child.on('message', listener),
      onExit: (listener) => child.once('exit', listener),
      kill: () => child.kill(),
    }
  }
}
