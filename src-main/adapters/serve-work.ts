import { parentPort, workerData } from 'node:worker_threads'

/** Does the work with which main started this worker, and then further work while main keeps the worker (`runBounded`). */
export function serveWork<Data>(work: (data: Data) => Promise<void>): void {
  parentPort?.on('message', (data: Data) => void work(data))
  void work(workerData as Data)
}
