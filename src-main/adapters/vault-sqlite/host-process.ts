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
      // What a call leaves behind is small: with V8's usual room for it the process would grow by 10 MB.
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'],
      // Lines of JSON, which all of our messages survive. Of the other kind ('advanced') Node 20 loses track: where one read ends within
      // the four bytes that tell a message's length, it hears nothing any more.
      serialization: 'json',
      // One arena of glibc's: this process works on one thread.
      env: { MALLOC_ARENA_MAX: '1' },
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

export interface StartedAhead<Reply = VaultReply> {
  start: StartHost<Reply>
  /** Says something to the first process while nobody has asked for it. */
  tell(message: unknown): void
}

/**
 * Starts the first process before it is asked for, at once or when it may: it reads its program while it is not yet known what it
 * will be asked. One that ended by then is not handed out.
 */
export function startedAhead<Reply>(
  start: StartHost<Reply>,
  whenItMay: Promise<unknown> | null,
): StartedAhead<Reply> {
  let ahead: HostProcess<Reply> | null = null
  let isAsked = false
  const begin = () => {
    if (isAsked) return
    ahead = start()
    ahead.onExit(() => (ahead = null))
  }
  if (whenItMay === null) begin()
  else void whenItMay.then(begin)
  return {
    tell: (message) => ahead?.post(message),
    start() {
      isAsked = true
      const first = ahead
      ahead = null
      return first ?? start()
    },
  }
}
