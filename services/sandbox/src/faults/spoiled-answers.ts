import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

const SPACES = Buffer.alloc(64 * 1024, ' ')
/** Time for what was written to reach the caller before the connection is cut. */
const FLUSH_MS = 20

/** What a captive portal answers in place of the service. */
export const PORTAL_PAGE =
  '<!doctype html><html><head><title>Welcome</title></head><body>Sign in to use this network.</body></html>'

/** The first half of `body`, then the connection breaks. */
export function truncated(body: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield firstHalf(body)
      await sleep(FLUSH_MS)
      throw new Error('truncated on purpose')
    })(),
  )
}

/** The first half of `body` as if it were all of it. */
export function firstHalf(body: Buffer): Buffer {
  return body.subarray(0, Math.max(1, body.length >> 1))
}

/** All of `body`, a byte every `ms`. */
export function drip(body: Buffer, ms: number): Readable {
  return Readable.from(
    (async function* () {
      for (let at = 0; at < body.length; at += 1) {
        yield body.subarray(at, at + 1)
        // One byte after the other is the point.
        // oxlint-disable-next-line no-await-in-loop
        await sleep(ms)
      }
    })(),
  )
}

/** Blanks for ever, which JSON allows before a value that never comes. */
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

/** `body` after so many blanks: valid JSON, but more of it than anybody needs. */
export function oversized(body: Buffer, bytes: number): Readable {
  return Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= SPACES.length) yield SPACES.subarray(0, left)
      yield body
    })(),
  )
}
