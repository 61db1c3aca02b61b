import { fork } from 'node:child_process'
import type { VaultReply } from './vault-protocol.ts'

/** The vault's process, or another of ours, as main sees it. */
export interface HostProcess<Reply = VaultReply> {
  post(message: unknown): void
  onMessage(listener: (reply: Reply) => void): void
  onExit(listener: () => void): void
  kill(): void
}

export type StartHost<Reply = VaultReply> = () => HostProcess<Reply>

/** Runs the host under a Node of its own: where the runtime's Node-API is older than the driver needs (ADR 1). */
export function forkUnderNode<Reply = VaultReply>(
  hostFile: string,
  nodeExecutable: string,
): StartHost<Reply> {
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
      onMessage: (listener) => void child.on('message', (reply) => listener(reply as Reply)),
      onExit: (listener) => void child.once('exit', listener),
      kill: () => void child.kill('SIGKILL'),
    }
  }
}
