import { parentPort, workerData } from 'node:worker_threads'

/** Does the work with which main started this worker, and then further work while main keeps the worker (`runBounded`). */
export function serveWork(work: (data: never) => Promise<void>): void {
  const start = (data: unknown) => void work(data as never)
  parentPort?.on('message', start)
  start(workerData)
}
