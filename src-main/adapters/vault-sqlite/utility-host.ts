import { utilityProcess } from 'electron'
import type { StartHost } from './host-process.ts'
import type { VaultReply } from './vault-protocol.ts'

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
