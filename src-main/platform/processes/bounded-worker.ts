import { Worker } from 'node:worker_threads'

export interface WorkerLimits {
  timeoutMs: number
  maxHeapMb: number
  /**
   * Maximum growth of the process's memory in bytes. This limit is necessary because Node's memory limit for a worker covers only the
   * worker's heap, not its buffers.
   */
  maxGrowthBytes: number
}

export type WorkerStop = 'cancelled' | 'too_slow' | 'too_large' | 'failed'

export type WorkerEnd<Answer> = { answer: Answer } | { stopped: WorkerStop }

interface BoundedWork<Message, Answer> {
  file: string | URL
  data: unknown
  limits: WorkerLimits
  /**
   * Handles a message from the worker. Returns the answer if the message contains it, otherwise null. `allow(ms)` moves the time limit to
   * `ms` milliseconds from now.
   */
  hear(message: Message, allow: (ms: number) => void): { answer: Answer } | null
  signal?: AbortSignal
  /**
   * How long the worker waits for further work after it answered (`serveWork`). Missing: the worker ends. Loading the program takes far
   * longer than reading a small file.
   */
  keepMs?: number
}

/** Workers that wait for further work, by program and memory limit. */
const idle = new Map<string, { worker: Worker; end: () => void; timer: NodeJS.Timeout }>()
/** A worker whose work took more memory than this ends, so that the memory is given back. */
const MOST_KEPT_BYTES = 128 * 1024 * 1024

const CHECK_EVERY_MS = 25
const TERMINATION_MS = 5_000

/**
 * Runs a worker thread until it answers, and ends it when it exceeds its time or memory limit. All processing of files from outside the app
 * runs in such workers.
 */
export function runBounded<Message, Answer>(work: BoundedWork<Message, Answer>): Promise<WorkerEnd<Answer>> {
  const { file, data, limits, hear, signal, keepMs } = work
  const key = `${limits.maxHeapMb} ${String(file)}`
  if (signal?.aborted) return Promise.resolve({ stopped: 'cancelled' })
  return new Promise((resolve) => {
    const worker = reuse(key, data) ?? start(work)
    const startBytes = process.memoryUsage.rss()
    let hasEnded = false
    const end = (how: WorkerEnd<Answer>) => {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(timer)
      clearInterval(watch)
      signal?.removeEventListener('abort', cancel)
      stopListening(worker)
      if (
        'answer' in how &&
        keepMs !== undefined &&
        process.memoryUsage.rss() - startBytes < MOST_KEPT_BYTES
      ) {
        keep(key, worker, keepMs)
        return resolve(how)
      }
      // Resolve only after termination, so that this worker's memory is free when the next job starts. A worker that has a worker of its own
      // can fail to end, so do not wait forever.
      const late = setTimeout(() => resolve(how), TERMINATION_MS)
      const ended = () => {
        clearTimeout(late)
        resolve(how)
      }
      worker.terminate().then(ended, ended)
    }
    const stop = (stopped: WorkerStop) => end({ stopped })
    const cancel = () => stop('cancelled')
    const tooSlow = () => stop('too_slow')
    let timer = setTimeout(tooSlow, limits.timeoutMs)
    const allow = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(tooSlow, ms)
    }
    const ceiling = startBytes + limits.maxGrowthBytes
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > ceiling) stop('too_large')
    }, CHECK_EVERY_MS)
    signal?.addEventListener('abort', cancel)
    worker.on('message', (message: Message) => {
      const answered = hear(message, allow)
      if (answered !== null) end(answered)
    })
    worker.once('error', (error: NodeJS.ErrnoException) =>
      stop(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'failed'),
    )
    worker.once('exit', () => stop('failed'))
  })
}

function start({ file, data, limits }: BoundedWork<never, unknown>): Worker {
  const worker = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: limits.maxHeapMb },
    stdout: true,
    stderr: true,
  })
  // Nobody reads what the worker prints, so do not collect it.
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

/** Removes our listeners. Node has listeners of its own, without which the worker gets no further messages. */
function stopListening(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

/** Gives the work to a worker that waits for it. Returns null if there is none. */
function reuse(key: string, data: unknown): Worker | null {
  const kept = idle.get(key)
  if (kept === undefined) return null
  idle.delete(key)
  clearTimeout(kept.timer)
  stopListening(kept.worker)
  kept.worker.ref()
  kept.worker.postMessage(data)
  return kept.worker
}

function keep(key: string, worker: Worker, ms: number): void {
  idle.get(key)?.end()
  const end = () => {
    clearTimeout(timer)
    if (idle.get(key)?.worker === worker) idle.delete(key)
    worker.terminate().catch(() => {}) // It is not used again.
  }
  const timer = setTimeout(end, ms).unref()
  idle.set(key, { worker, end, timer })
  // A waiting worker must not keep the app running.
  worker.unref()
  worker.once('error', end).once('exit', end)
}
