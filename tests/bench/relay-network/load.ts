import { createPrivateKey, sign } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { makeEvent, sha256 } from '../../support/relay/signing.ts'
import type { Commands, Load, Target, Times } from './load-client.ts'

/*
 * The load generator of the bench `relay-network`, as a separate process. It posts notifications and reads event streams, both over plain
 * sockets on this machine. One process does both, so that one clock measures the time from a post to its arrival. It parses only what it
 * needs: the status of an answer, and the event id in a stream's data.
 */

/** Connections for notifications to each address. A connection carries one request at a time. */
const CONNECTIONS = 64
/** Connections to each address on which the devices answer heartbeats. A proxy in front of the relay would also share a few connections. */
const ANSWER_CONNECTIONS = 8
/** Streams that the generator opens at the same time. */
const OPENING = 50
/** The phase fails if nothing arrives for this long. */
const SILENCE_MS = 15_000
const EVENT_ID = '"event_id":"'
const EVENT_ID_LENGTH = 36
const HEARTBEAT = 'data: {"stream":"'

const signAsync = promisify(sign)

interface Notification {
  event_id: string
  /** The request without its first line. */
  request: Buffer
  /** A random number that determines the channel to which the notification goes. */
  place: number
}

let notifications: Notification[] = []
const indexOf = new Map<string, number>()
let streams: Socket[] = []
let phase: Phase | null = null
let failure: Error | null = null
const pools = new Map<string, Pool>()

/** Keep-alive connections to one address. Opens them as needed. Further requests wait for a free connection. */
class Pool {
  readonly #port: number
  readonly #size: number
  readonly #free: Socket[] = []
  readonly #done = new Map<Socket, (status: number) => void>()
  readonly #waiting: { request: Buffer; done: (status: number) => void }[] = []

  constructor(port: number, size: number) {
    this.#port = port
    this.#size = size
  }

  send(request: Buffer, done: (status: number) => void): void {
    const socket = this.#free.pop() ?? (this.#done.size < this.#size ? this.#open() : undefined)
    if (socket === undefined) this.#waiting.push({ request, done })
    else this.#write(socket, request, done)
  }

  #write(socket: Socket, request: Buffer, done: (status: number) => void): void {
    this.#done.set(socket, done)
    socket.write(request)
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay()
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      if (!isComplete(answer)) return
      const status = Number(answer.slice(9, 12))
      answer = ''
      const done = this.#done.get(socket)
      this.#done.delete(socket)
      const next = this.#waiting.shift()
      if (next === undefined) this.#free.push(socket)
      else this.#write(socket, next.request, next.done)
      done?.(status)
    })
    socket.on('error', (error) => fail(error))
    // The server closes connections that are idle for a while.
    socket.on('close', () => {
      if (this.#done.has(socket)) fail(new Error('A connection was closed before the answer.'))
      const place = this.#free.indexOf(socket)
      if (place !== -1) this.#free.splice(place, 1)
    })
    return socket
  }
}

/** Returns true if the text is a whole HTTP response. */
function isComplete(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n')
  if (head === -1) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, head + 2))?.[1]
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= head + 4 + Number(length)
}

function poolOf(port: number, purpose: 'events' | 'answers'): Pool {
  const key = `${purpose} ${port}`
  const pool = pools.get(key) ?? new Pool(port, purpose === 'events' ? CONNECTIONS : ANSWER_CONNECTIONS)
  pools.set(key, pool)
  return pool
}

function fail(error: Error): void {
  failure ??= error
}

/** Posts a part of the notifications, and measures when each arrives at every stream of its channel. */
class Phase {
  /** When each notification was due, in milliseconds. */
  readonly #due: Float64Array
  /** For each notification, how many arrivals and acknowledgments are missing. */
  readonly #missing: Int16Array
  readonly #shift: number
  readonly #streamsOf: Int16Array
  readonly #arrivals: number[] = []
  readonly #acknowledgments: number[] = []
  readonly #began = performance.now()
  #complete = 0
  #posted = 0
  #last = performance.now()
  onComplete: () => void = () => {}
  readonly #target: Target

  constructor(place: Target, shift: number) {
    this.#target = place
    this.#shift = shift
    this.#due = new Float64Array(notifications.length)
    this.#missing = new Int16Array(notifications.length).fill(-1)
    this.#streamsOf = new Int16Array(place.hooks.length)
    for (const { channel } of place.streams) this.#streamsOf[channel] = (this.#streamsOf[channel] ?? 0) + 1
  }

  get posted(): number {
    return this.#posted
  }

  /** Posts notification `index`. `due` is the time from which its delay is counted. */
  post(index: number, due: number): void {
    const { hooks, ports } = this.#target
    const notification = notifications[index]
    if (notification === undefined) throw new Error('There are too few signed notifications.')
    const channel = this.#channelOf(notification)
    this.#due[index] = due
    this.#missing[index] = (this.#streamsOf[channel] ?? 0) + 1
    this.#posted += 1
    const line = Buffer.from(`POST ${hooks[channel]} HTTP/1.1\r\n`)
    const request = Buffer.concat([line, notification.request])
    poolOf(ports[index % ports.length] ?? 0, 'events').send(request, (status) => {
      if (status < 200 || status > 299) return fail(new Error(`A notification got the answer ${status}.`))
      this.#acknowledgments.push(performance.now() - due)
      this.#settle(index)
    })
  }

  arrive(event_id: string, channel: number): void {
    const index = indexOf.get(event_id)
    const notification = index === undefined ? undefined : notifications[index]
    if (index === undefined || notification === undefined) return fail(new Error('An unknown event arrived.'))
    if (this.#channelOf(notification) !== channel)
      return fail(new Error('An event arrived at the stream of another office.'))
    this.#arrivals.push(performance.now() - (this.#due[index] ?? NaN))
    this.#settle(index)
  }

  /** Resolves with the measured times when every posted notification has arrived everywhere. */
  async end(): Promise<Times> {
    while (this.#complete < this.#posted) {
      if (performance.now() - this.#last > SILENCE_MS)
        fail(new Error(`${this.#posted - this.#complete} of ${this.#posted} notifications did not arrive.`))
      if (failure !== null) throw failure
      await sleep(2)
    }
    if (failure !== null) throw failure
    const arrivals = Float64Array.from(this.#arrivals).toSorted()
    const acknowledgments = Float64Array.from(this.#acknowledgments).toSorted()
    return {
      events: this.#posted,
      seconds: (this.#last - this.#began) / 1000,
      p50_ms: percentile(arrivals, 0.5),
      p99_ms: percentile(arrivals, 0.99),
      max_ms: percentile(arrivals, 1),
      ack_p99_ms: percentile(acknowledgments, 0.99),
    }
  }

  #channelOf({ place }: Notification): number {
    return (place + this.#shift) % this.#target.hooks.length
  }

  #settle(index: number): void {
    const missing = (this.#missing[index] ?? 0) - 1
    this.#missing[index] = missing
    if (missing < 0) return fail(new Error('An event arrived twice.'))
    if (missing > 0) return
    this.#complete += 1
    this.#last = performance.now()
    this.onComplete()
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function percentile(sorted: Float64Array, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}

const load: Load = {
  async sign({ count, private_key, kid }) {
    const key = createPrivateKey(private_key)
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const header = encode({ alg: 'RS256', kid, typ: 'JWT' })
    const iat = Math.floor(Date.now() / 1000)
    const made: Notification[] = []
    async function signOn(): Promise<void> {
      while (made.length < count) {
        const event = makeEvent()
        const body = JSON.stringify(event)
        const claims = encode({ body_sha256: sha256(Buffer.from(body), 'hex'), iat, exp: iat + 3600 })
        const input = `${header}.${claims}`
        const signature = await signAsync('sha256', Buffer.from(input), key)
        const request = Buffer.from(
          `host: relay\r\ncontent-type: application/json\r\nx-signature: ${input}.${signature.toString('base64url')}\r\n` +
            `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
        made.push({ event_id: event.event_id, request, place: Math.floor(Math.random() * 1e6) })
      }
    }
    // Node's thread pool has four threads. One signing loop per thread keeps them all busy.
    await Promise.all(Array.from({ length: 4 }, signOn))
    notifications = made
    for (const [index, { event_id }] of made.entries()) indexOf.set(event_id, index)
  },

  async connect(place) {
    // A stream first brings what its device has not acknowledged, such as the notifications of an earlier phase. They are not measured.
    phase = null
    failure = null
    const opened: Promise<void>[] = []
    for (const stream of place.streams) {
      opened.push(openStream(stream))
      if (opened.length % OPENING === 0) await Promise.all(opened)
    }
    await Promise.all(opened)
  },

  async disconnect() {
    const closing = streams
    streams = []
    for (const socket of closing) socket.destroy()
  },

  async postClosed({ place, shift, seconds, slots }) {
    const current = (phase = new Phase(place, shift))
    const end = performance.now() + seconds * 1000
    const next = () => {
      if (performance.now() < end && current.posted < notifications.length)
        current.post(current.posted, performance.now())
    }
    current.onComplete = next
    for (let slot = 0; slot < slots; slot++) next()
    while (performance.now() < end && failure === null) await sleep(20)
    return current.end()
  },

  async postOpen({ place, shift, seconds, rate, first }) {
    const current = (phase = new Phase(place, shift))
    const began = performance.now()
    const count = Math.round(seconds * rate)
    while (current.posted < count && failure === null) {
      const due = () => began + (current.posted * 1000) / rate
      while (current.posted < count && due() <= performance.now()) current.post(first + current.posted, due())
      await sleep(1)
    }
    return current.end()
  },
}

/** Opens a stream. Resolves when the response has begun. */
function openStream({ channel, port, path, token }: Target['streams'][number]): Promise<void> {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  streams.push(socket)
  const authorization = token === null ? '' : `authorization: Bearer ${token}\r\n`
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: relay\r\naccept: text/event-stream\r\nheartbeats: answered\r\n${authorization}\r\n`,
  )
  let rest = ''
  const answer = (stream: string) => {
    const body = JSON.stringify({ stream })
    const request =
      `POST /v1/heartbeat HTTP/1.1\r\nhost: relay\r\n${authorization}content-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`
    poolOf(port, 'answers').send(Buffer.from(request), (status) => {
      if (status !== 200) fail(new Error(`A heartbeat got the answer ${status}.`))
    })
  }
  socket.on('close', () => {
    if (streams.includes(socket)) fail(new Error('The relay ended a stream.'))
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.once('data', (chunk: Buffer) => {
      const status = chunk.toString('latin1', 9, 12)
      if (status !== '200') return reject(new Error(`A stream got the answer ${status}.`))
      resolve()
    })
    socket.on('data', (chunk: Buffer) => {
      const text = rest + chunk.toString('latin1')
      let from = 0
      for (let at = text.indexOf(EVENT_ID); at !== -1; at = text.indexOf(EVENT_ID, from)) {
        const end = at + EVENT_ID.length + EVENT_ID_LENGTH
        if (end > text.length) break
        phase?.arrive(text.slice(at + EVENT_ID.length, end), channel)
        from = end
      }
      const beat = text.indexOf(HEARTBEAT)
      const close = beat === -1 ? -1 : text.indexOf('"', beat + HEARTBEAT.length)
      if (close !== -1) {
        answer(text.slice(beat + HEARTBEAT.length, close))
        from = Math.max(from, close)
      }
      // Keep what may be the beginning of a text that continues in the next chunk.
      rest = text.slice(Math.max(from, text.length - EVENT_ID.length - EVENT_ID_LENGTH))
    })
  })
}

process.on('message', (message: { id: number; command: keyof Commands; argument: never }) => {
  void load[message.command](message.argument).then(
    (result: unknown) => process.send?.({ id: message.id, result }),
    (error: unknown) => process.send?.({ id: message.id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
