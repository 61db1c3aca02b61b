import { parentPort, workerData } from 'node:worker_threads'

/** Does the work with which main started this worker, and then further work while main keeps the worker (`runBounded`). */
export function serveWork(work: (data: never) => Promise<void>): void {
  // An exception ends the worker. Main then reports that the work failed.
  const crash = (thrown: unknown) =>
    setImmediate(() => {
      throw thrown
    })
  const start = (data: unknown) => {
    work(data as never).catch(crash)
  }
  parentPort?.on('message', start)
  start(workerData)
}
