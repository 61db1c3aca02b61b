import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

const SPACES = Buffer.alloc(64 * 1024, ' ')
/** Time for the written data to reach the client before the connection is cut. */
const FLUSH_MS = 20

/** Page of a captive portal that answers instead of the partner. */
export const PORTAL_PAGE =
  '<!doctype html><html><head><title>Welcome</title></head><body>Sign in to use this network.</body></html>'

/** Sends the first half of `body`, then breaks the connection. */
export function truncated(body: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield firstHalf(body)
      await sleep(FLUSH_MS)
      throw new Error('truncated on purpose')
    })(),
  )
}

/** Returns the first half of `body` as a complete response. */
export function firstHalf(body: Buffer): Buffer {
  return body.subarray(0, Math.max(1, body.length >> 1))
}

/** Sends all of `body`, one byte every `ms`. */
export function drip(body: Buffer, ms: number): Readable {
  return Readable.from(
    (async function* () {
      for (let at = 0; at < body.length; at += 1) {
        yield body.subarray(at, at + 1)
        // Sequential on purpose: one byte after the other.
        // oxlint-disable-next-line no-await-in-loop
        await sleep(ms)
      }
    })(),
  )
}

/** Sends blanks forever. JSON allows blanks before a value, but the value never comes. */
export function endless(ms: number): Readable {
  return Readable.from(
    (async function* () {
      for (;;) {
        yield SPACES.subarray(0, 1024)
        // oxlint-disable-next-line no-await-in-loop
        await sleep(ms)
      }
    })(),
  )
}

/** Sends `bytes` blanks and then `body`: valid JSON, but far too large. */
export function oversized(body: Buffer, bytes: number): Readable {
  return Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= SPACES.length) yield SPACES.subarray(0, left)
      yield body
    })(),
  )
}
