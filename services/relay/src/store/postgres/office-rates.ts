import type { Query } from './connections.ts'

/**
 * Implements `takeTurn` of the store. Uses only the clock of the database, so the clocks of the relay processes do not matter. If that clock
 * was set back, `full_at` is too far ahead. The office then starts anew.
 */
export async function takeTurn(query: Query, office_id: number, perMinute: number): Promise<number> {
  const [row] = await query<{ wait: number }>(
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
