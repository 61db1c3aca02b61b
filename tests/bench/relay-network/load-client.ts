import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Cleanup } from '../../support/cleanup.ts'

/** A server under load. A channel is what posts and streams have in common: an office of the relay, or a channel of another program. */
export interface Target {
  /** Ports on this machine that take turns in receiving posts. */
  ports: number[]
  /** Path of the posts of each channel. */
  hooks: string[]
  streams: { channel: number; port: number; path: string; token: string | null }[]
}

/** Times of one phase. The times of an arrival count from when the notification was due until its data was read from a stream. */
export interface Times {
  events: number
  /** Time from the beginning until the last notification had arrived everywhere. */
  seconds: number
  p50_ms: number
  p99_ms: number
  max_ms: number
  ack_p99_ms: number
}

/** Arguments and results of the generator's commands. `shift` makes the notifications go to other channels than in earlier phases. */
export interface Commands {
  /** Makes notifications, each with its own id and RS256 signature. */
  sign: [{ count: number; private_key: string; kid: string }, void]
  /** Opens the streams. */
  connect: [Target, void]
  /** Closes all streams. */
  disconnect: [null, void]
  /** Keeps `slots` notifications on their way for `seconds`. The next one starts when one is acknowledged and has arrived everywhere. */
  postClosed: [{ place: Target; shift: number; seconds: number; slots: number }, Times]
  /** Posts at a fixed rate, beginning with notification `first`, whether or not earlier ones have arrived. */
  postOpen: [{ place: Target; shift: number; seconds: number; rate: number; first: number }, Times]
}

export type Load = {
  [Name in keyof Commands]: (argument: Commands[Name][0]) => Promise<Commands[Name][1]>
}

/** Starts the load generator in its own process. The cleanup ends it. */
export function startLoad(cleanup: Cleanup): Load {
  const child = fork(fileURLToPath(new URL('./load.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  cleanup.add(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let calls = 0
  child.on('message', ({ id, result, error }: { id: number; result: never; error?: string }) => {
    if (error === undefined) waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(error))
    waiting.delete(id)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The load generator ended.'))
  })
  const call =
    <Result>(command: keyof Commands) =>
    (argument: unknown): Promise<Result> =>
      new Promise<Result>((resolve, reject) => {
        calls += 1
        waiting.set(calls, { resolve, reject })
        child.send({ id: calls, command, argument })
      })
  return {
    sign: call('sign'),
    connect: call('connect'),
    disconnect: call('disconnect'),
    postClosed: call('postClosed'),
    postOpen: call('postOpen'),
  }
}
