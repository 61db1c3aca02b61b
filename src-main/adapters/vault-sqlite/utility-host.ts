import { utilityProcess } from 'electron'
import type { StartHost } from './host-process.ts'

/** Runs the host as a utility process of Electron: the way it ships. */
export function forkAsUtility(hostFile: string): StartHost {
  return () => {
    const child = utilityProcess.fork(hostFile, [], {
      serviceName: 'Funding Desk vault',
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
