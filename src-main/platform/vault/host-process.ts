import { fork } from 'node:child_process'
import type { VaultReply } from './vault-protocol.ts'

/** The interface through which main uses the vault's process or another helper process. */
export interface HostProcess<Reply = VaultReply> {
  post(message: unknown): void
  onMessage(listener: (reply: Reply) => void): void
  onExit(listener: () => void): void
  kill(): void
}

export type StartHost<Reply = VaultReply> = () => HostProcess<Reply>

/**
 * Runs a helper process under a separate Node. This is necessary if the Node-API of the app's runtime is older than the database driver
 * needs (ADR 1).
 */
export function forkUnderNode<Reply = VaultReply>(
  hostFile: string,
  nodeExecutable: string,
  env: Readonly<Record<string, string>> = {},
): StartHost<Reply> {
  return () => {
    const child = fork(hostFile, [], {
      execPath: nodeExecutable,
      // Reduces V8's memory for new objects, because the process creates few temporary objects. The default size would enlarge the process
      // by 10 MB.
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'],
      // JSON lines are sufficient for all messages of the app. Node 20 has a bug with the setting 'advanced': if a read ends within the
      // four bytes of a message's length, the process receives no further messages.
      serialization: 'json',
      // Limits the C library to one arena (memory pool) to save memory. One arena is enough for a process that works on one thread.
      env: { MALLOC_ARENA_MAX: '1', ...env },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    return {
      post: (message) => child.send(message as object, () => {}),
      onMessage: (listener) => child.on('message', (reply) => listener(reply as Reply)),
      onExit: (listener) => {
        let hasEnded = false
        const end = () => {
          if (!hasEnded) listener()
          hasEnded = true
        }
        child.once('exit', end)
        // A process that does not start has only an error.
        child.on('error', end)
      },
      kill: () => child.kill('SIGKILL'),
    }
  }
}

export interface EarlyProcess<Reply = VaultReply> {
  start: StartHost<Reply>
  /** Sends a message to the process that was started early. Does nothing if there is no such process, or if `start` already returned it. */
  notify(message: unknown): void
}

/**
 * Starts the first process before a caller requests it with `start`: immediately, or when `whenItMay` resolves. The process loads its
 * program in the meantime. If that process has already ended, `start` starts a new one.
 */
export function startEarly<Reply>(
  start: StartHost<Reply>,
  whenItMay: Promise<unknown> | null,
): EarlyProcess<Reply> {
  let ahead: HostProcess<Reply> | null = null
  let isAsked = false
  const begin = () => {
    if (isAsked) return
    ahead = start()
    ahead.onExit(() => (ahead = null))
  }
  if (whenItMay === null) begin()
  else whenItMay.then(begin, begin)
  return {
    notify: (message) => ahead?.post(message),
    start() {
      isAsked = true
      const first = ahead
      ahead = null
      return first ?? start()
    },
  }
}
