import type {
  AppendOutcome,
  LogFollower,
  LoggedEvent,
  LogPosition,
  NewEvent,
  OfficeEnvironment,
} from '../relay-store.ts'
import { EVENT, INLETS_IN_USE, OFFICE_ENVIRONMENT } from '../columns.ts'
import { forgetSignatures } from '../purge.ts'
import { RelayStore } from '../sql-store.ts'
import { AppendListener, Connections, type DatabasePlace, type Query } from './connections.ts'
import { Election } from './election.ts'
import { migrate } from './migrations.ts'
import type { Engine, Steps } from '../sql.ts'

/** Time after a failed statement during which answers of heartbeats may be missing: longer than two heartbeats at most apart. */
const TROUBLE_MS = 60_000

/** A notification of PostgreSQL has at most 8,000 bytes, and each answer has 74 with its comma. */
const ANSWERS_A_NOTIFICATION = 100

/** Parameters of `append_events`, before the body. */
const COLUMNS = [
  ...(['office_id', 'environment', 'event_id', 'received_at', 'sender', 'signature', 'kid'] as const),
  'verification' as const,
]

/** Store for several relay processes that share one PostgreSQL database. The database contains all state. */
export class PostgresStore extends RelayStore {
  protected readonly engine: PostgresEngine
  readonly #connections: Connections
  readonly #query: Query
  readonly #inlets: InletLookup
  readonly #election: Election
  readonly #listen: () => AppendListener
  #listener: AppendListener | null = null
  readonly appendEveryMs = 12
  readonly #appending = new Set<Promise<unknown>>()
  readonly #answered = new Set<(stream: string) => void>()

  private constructor(place: DatabasePlace, onProblem: (words: string) => void) {
    super()
    this.#connections = new Connections(place, onProblem)
    this.engine = new PostgresEngine(this.#connections)
    this.#query = this.#connections.query
    this.#inlets = new InletLookup(this.#query)
    this.#election = new Election(place.directUrl, onProblem)
    this.#listen = () =>
      new AppendListener({
        url: place.directUrl,
        onAppended: (logs) => void this.#ring(logs),
        onMissed: () => {
          for (const follower of this.followers) follower.missed()
        },
        onConnected: () => {
          for (const follower of this.followers) follower.reconnected()
        },
        onAnswered: (streams) => {
          for (const stream of streams) for (const listener of this.#answered) listener(stream)
        },
        onProblem,
      })
  }

  /** If a connection is lost later, calls `onProblem` and reconnects. */
  static async open(place: DatabasePlace, onProblem: (words: string) => void): Promise<PostgresStore> {
    await migrate(place.directUrl)
    const store = new PostgresStore(place, onProblem)
    try {
      await store.#connections.prepareStatements()
    } catch (error) {
      await store.close()
      throw error
    }
    return store
  }

  findInlet(inlet: string): Promise<OfficeEnvironment | null> {
    return this.#inlets.find(inlet)
  }

  async deviceVersion(): Promise<string> {
    const [row] = await this.#query<{ version: string }>(
      'SELECT version FROM device_version WHERE only_row = $1',
      [true],
    )
    if (row === undefined) throw new Error('The version of the devices is missing.')
    return row.version
  }

  append(events: NewEvent[]): Promise<AppendOutcome[]> {
    const appending = this.#append(events)
    this.#appending.add(appending)
    return appending.finally(() => this.#appending.delete(appending))
  }

  async #append(events: NewEvent[]): Promise<AppendOutcome[]> {
    const rows = await this.#query<{ outcome: AppendOutcome['outcome']; seq: number }>(
      'SELECT outcome, seq FROM append_events($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        ...COLUMNS.map((name) => events.map((event) => event[name])),
        events.map(({ raw_body }) => asBuffer(raw_body)),
      ],
    )
    const outcomes = rows.map(({ outcome, seq }) => (outcome === 'stored' ? { outcome, seq } : { outcome }))
    this.reportStored(events, outcomes)
    return outcomes
  }

  /** Waits for the running appends of this process, because the doorbell may be that of one of them. Its own report must come first. */
  async #ring(logs: LogPosition[]): Promise<void> {
    await Promise.allSettled(this.#appending)
    for (const follower of this.followers) follower.rang(logs)
  }

  override follow(follower: LogFollower): () => void {
    this.#listener ??= this.#listen()
    return super.follow(follower)
  }

  readTails(logs: LogPosition[], limit: number, bytes: number): Promise<LoggedEvent[]> {
    return this.#query(
      `SELECT given.office_id, ${EVENT}
      FROM ${this.engine.givenLogs} CROSS JOIN LATERAL (
        SELECT *, sum(size) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING) - size AS before FROM (
          SELECT ${EVENT}, octet_length(raw_body) + octet_length(signature) AS size FROM events
          WHERE events.office_id = given.office_id AND environment = given.log AND seq > given.position
          ORDER BY seq LIMIT $2
        ) AS next
      ) AS page WHERE before < $3 ORDER BY given.office_id, environment, seq`,
      [JSON.stringify(logs), limit, bytes],
    )
  }

  override async answered(streams: string[]): Promise<void> {
    const payloads: string[] = []
    for (let at = 0; at < streams.length; at += ANSWERS_A_NOTIFICATION)
      payloads.push(streams.slice(at, at + ANSWERS_A_NOTIFICATION).join(','))
    await this.#query("SELECT pg_notify('relay_answered', payload) FROM unnest($1::text[]) AS payload", [
      payloads,
    ])
  }

  override onAnswered(listener: (stream: string) => void): () => void {
    this.#answered.add(listener)
    return () => this.#answered.delete(listener)
  }

  override hearsAnswers(): boolean {
    return (this.#listener?.hears() ?? false) && this.#connections.sinceFailure() > TROUBLE_MS
  }

  override isElected(): Promise<boolean> {
    return this.#election.isElected()
  }

  reclaim(stopping?: AbortSignal): Promise<void> {
    return forgetSignatures(this.engine, stopping)
  }

  async probe(): Promise<void> {
    // Write rows of a small table without changing them. This tests all that an append needs, because the commit reaches the disk.
    await this.#query('UPDATE relay_schema SET applied_at = applied_at')
  }

  async close(): Promise<void> {
    await this.#listener?.close()
    await this.#election.close()
    await this.#connections.close()
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const MAX_BATCH = 500

interface Waiting {
  inlet: string
  resolve: (environment: OfficeEnvironment | null) => void
  reject: (error: unknown) => void
}

/**
 * Finds the environments of inlets (webhook addresses). One statement serves all notifications that arrive in one turn of the event loop,
 * and those that arrive during a statement wait for the next one. There is no cache, so that a revoked inlet stops working at once at every
 * relay process.
 */
class InletLookup {
  readonly #query: Query
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(query: Query) {
    this.#query = query
  }

  find(inlet: string): Promise<OfficeEnvironment | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ inlet, resolve, reject })
      if (this.#isRunning) return
      this.#isRunning = true
      setImmediate(() => void this.#run())
    })
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH)
      try {
        const rows = await this.#query<OfficeEnvironment & { inlet: string }>(
          `SELECT inlets.inlet, ${OFFICE_ENVIRONMENT} FROM ${INLETS_IN_USE} AND inlets.inlet = ANY($1)`,
          [[...new Set(batch.map(({ inlet }) => inlet))]],
        )
        const found = new Map(rows.map(({ inlet, ...environment }) => [inlet, environment]))
        for (const { inlet, resolve } of batch) resolve(found.get(inlet) ?? null)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isRunning = false
  }
}

class PostgresEngine implements Engine {
  readonly portion = 5000
  readonly counted = Infinity
  readonly epoch = 'SELECT epoch FROM store_epoch WHERE mark = store_mark()'
  readonly givenDevices = 'unnest($1::text[]) AS given (device_id)'
  readonly givenLogs = `(
    SELECT office_id, environment AS log, seq AS position
    FROM json_to_recordset($1::json) AS logs (office_id bigint, environment text, seq bigint)
  ) AS given`
  readonly query: Engine['query']
  readonly #connections: Connections

  constructor(connections: Connections) {
    this.#connections = connections
    this.query = connections.query
  }

  transaction<T>(steps: Steps<T>): Promise<T> {
    return this.#connections.transaction((query) => takeEach(steps, query))
  }

  inSteps<T>(steps: Steps<T>): Promise<T> {
    return takeEach(steps, this.#connections.query)
  }

  async renewEpoch(): Promise<void> {
    await this.query(
      'UPDATE store_epoch SET epoch = gen_random_uuid()::text, mark = store_mark() WHERE mark <> store_mark()',
    )
  }

  /** Uses only the clock of the database. If it was set back, `full_at` is too far ahead, and the office starts anew. */
  async takeTurn(office_id: number, perMinute: number): Promise<number> {
    const [row] = await this.query<{ wait: number }>(
      `WITH turn AS (
      SELECT interval '1 minute' / $2::float8 AS length
    ), taken AS (
      INSERT INTO office_rates AS known (office_id, full_at)
      SELECT $1::bigint, clock_timestamp() + length FROM turn
      ON CONFLICT (office_id) DO UPDATE SET full_at = (SELECT length FROM turn) + CASE
        WHEN known.full_at > clock_timestamp() + interval '2 minutes' THEN clock_timestamp()
        ELSE greatest(known.full_at, clock_timestamp())
      END
      WHERE known.office_id = $1 AND (
        known.full_at + (SELECT length FROM turn) <= clock_timestamp() + interval '1 minute'
        OR known.full_at > clock_timestamp() + interval '2 minutes'
      )
      RETURNING office_id
    )
    SELECT CASE WHEN EXISTS (SELECT 1 FROM taken) THEN 0 ELSE greatest(1, ceil((
      SELECT extract(epoch FROM full_at + length - interval '1 minute' - clock_timestamp())
      FROM office_rates, turn WHERE office_id = $1
    )))::integer END AS wait`,
      [office_id, perMinute],
    )
    return row?.wait ?? 0
  }
}

async function takeEach<T>(steps: Steps<T>, query: Query): Promise<T> {
  let step = steps.next()
  while (!step.done) step = steps.next(await query(step.value.text, step.value.values))
  return step.value
}
