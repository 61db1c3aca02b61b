import type { Engine, Steps } from '../sql.ts'
import type { Connections, Query } from './connections.ts'

export class PostgresEngine implements Engine {
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
