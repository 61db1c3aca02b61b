import { parentPort, workerData } from 'node:worker_threads'
import { createWriter } from './create-writer.ts'
import { openDatabase } from './open-database.ts'
import type { WriteAnswer, WriteCall } from './threaded-writer.ts'

/** The other side of `threadedWriter`: does what it is asked for, in the order in which it is asked. */

const writer = createWriter(openDatabase(String(workerData)))

parentPort?.on('message', ({ id, method, args }: WriteCall) => {
  // Checked by the types of whoever calls.
  const write = writer[method] as (...given: unknown[]) => Promise<unknown>
  write(...args).then(
    (result) => answer({ id, result }),
    (error: unknown) => answer({ id, error }),
  )
})

function answer(message: WriteAnswer): void {
  parentPort?.postMessage(message)
}
