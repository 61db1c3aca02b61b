import { constants, setPriority } from 'node:os'
import { runBounded } from '../../platform/processes/bounded-worker.ts'
import { serveHost } from '../../platform/processes/serve-host.ts'
import type { FromReader, ToReader } from './host-protocol.ts'
import { packUnreadable } from './stored-statement.ts'
import type { StatementMessage } from './statement-worker.ts'

/**
 * Reads files of bank statements, one after another. This program runs as a process of its own, which main starts and ends. Inside it, a
 * worker with limited memory and time reads each file.
 */

const LIMITS = { timeoutMs: 120_000, maxHeapMb: 512, maxGrowthBytes: 1024 * 1024 * 1024 }
/** Most time for one page, from one report of progress to the next. */
const PAGE_MS = 120_000
/** Main ends this process before the worker has waited so long. */
const KEPT_MS = 60_000

const pieces: Buffer[] = []

async function hear(message: ToReader, reply: (message: FromReader) => void): Promise<void> {
  if ('piece' in message) {
    pieces.push(Buffer.from(message.piece, 'base64'))
    return
  }
  const { worker, recognition, parts, isBackground } = message.read
  if (isBackground) giveWay()
  const bytes = new Uint8Array(Buffer.concat(pieces))
  pieces.length = 0
  const end = await runBounded<StatementMessage, string>({
    file: worker,
    data: { bytes, recognition, parts },
    limits: LIMITS,
    keepMs: KEPT_MS,
    hear: (said, allow) => {
      if ('packed' in said) return { answer: said.packed }
      allow(PAGE_MS)
      reply({ progress: said })
      return null
    },
  })
  if ('answer' in end) reply({ reading: end.answer })
  else if (end.stopped === 'too_slow') reply({ reading: packUnreadable('took_too_long') })
  else if (end.stopped === 'too_large') reply({ reading: packUnreadable('too_much_memory') })
  // The worker crashed. Main then reports that the reading was interrupted.
  else endNow()
}

/** Gives other programs priority. The reading must not slow down what the broker does. */
function giveWay(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Some systems do not allow it. The reading then competes with other programs.
  }
}

/** Ends this process. `process.exit` would wait for threads, and a thread in the middle of a recognition can fail to end. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}

// Without main, nobody waits for the reading.
serveHost((message: ToReader, reply) => {
  hear(message, reply).catch(endNow)
}, endNow)
