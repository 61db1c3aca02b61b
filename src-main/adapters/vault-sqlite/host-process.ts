import { fork } from 'node:child_process'
import type { VaultReply } from './vault-protocol.ts'

/** The vault's process as main sees it. */
export interface HostProcess {
  post(message: unknown): void
  onMessage(listener: (reply: VaultReply) => void): void
  onExit(listener: () => void): void
  kill(): void
}

export type StartHost = () => HostProcess

/** Runs the host under a Node of its own: where the runtime's Node-API is older than the driver needs (ADR 1). */
export function forkUnderNode(hostFile: string, nodeExecutable: string): StartHost {
  return () => {
    const child = fork(hostFile, [], {
      execPath: nodeExecutable,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    return {
      post: (message) => child.send(message as object, () => {}),
      onMessage: (listener) => void child.on('message', (reply) => listener(reply as VaultReply)),
      onExit: (listener) => void child.once('exit', listener),
      kill: () => void child.kill('SIGKILL'),
    }
  }
}
