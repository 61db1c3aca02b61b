import { Worker } from 'node:worker_threads'
import type { NewEvent } from '../relay-store.ts'
import { WRITES, type Writer } from './writer.ts'

export interface WriteCall {
  id: number
  method: keyof Writer
  args: unknown[]
}

export type WriteAnswer = { id: number; result: unknown } | { id: number; error: unknown }

interface Pending {
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

/**
 * Writes on a thread of its own, so that the one that talks to the network goes on while the disk is written. The thread is
 * started by the first write; when it dies, what is under way rejects and the next write starts another.
 */
export function threadedWriter(dataFolder: string): Writer {
  const pending = new Map<number, Pending>()
  let thread: Worker | null = null
  let calls = 0

  function start(): Worker {
    const started = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: dataFolder })
    started.on('message', (answer: WriteAnswer) => {
      const asked = pending.get(answer.id)
      pending.delete(answer.id)
      if ('error' in answer) asked?.reject(answer.error)
      else asked?.resolve(answer.result as never)
    })
    started.on('error', (reason) => lose(started, reason))
    started.on('exit', () => lose(started, new Error('The thread that writes to the disk has ended.')))
    return started
  }

  /** One that fails also ends, and then another may be at work. */
  function lose(lost: Worker, reason: unknown): void {
    if (thread !== lost) return
    thread = null
    for (const { reject } of pending.values()) reject(reason)
    pending.clear()
  }

  function call(method: keyof Writer, args: unknown[]): Promise<never> {
    return new Promise((resolve, reject) => {
      const id = calls++
      pending.set(id, { resolve, reject })
      thread ??= start()
      thread.postMessage({ id, method, args } satisfies WriteCall)
    })
  }

  const writes = Object.fromEntries(
    WRITES.map((method) => [method, (...args: unknown[]) => call(method, args)]),
  ) as unknown as Omit<Writer, 'close'>

  return {
    ...writes,
    append: (events) => call('append', [events.map(tight)]),
    async close() {
      if (thread === null) return
      const closing = thread
      await call('close', [])
      await closing.terminate()
    },
  }
}

/** The bytes of a body by themselves: a view is sent together with the whole that it is a part of. */
function tight(event: NewEvent): NewEvent {
  return { ...event, raw_body: new Uint8Array(event.raw_body) }
}
