import { MAX_OF_DEVICE } from '../server/limits.ts'
import type { Office } from '../store/relay-store.ts'

/**
 * Checks that no office can take the connections of the others: with several offices, the devices of each may open at most half of
 * `max_connections`. Returns no finding if there is only one office.
 */
export function examineShares(
  offices: Pick<Office, 'state' | 'max_devices'>[],
  max_connections: number,
): { check: string; result: 'pass' | 'warn'; detail: string; advice: string }[] {
  if (offices.length < 2) return []
  const most = Math.floor(max_connections / 2 / MAX_OF_DEVICE)
  const open = offices.filter(
    ({ state, max_devices }) => state === 'active' && (max_devices === null || max_devices > most),
  )
  const check = 'offices'
  if (open.length === 0)
    return [{ check, result: 'pass', detail: 'none can use more than half of max_connections', advice: '' }]
  return [
    {
      check,
      result: 'warn',
      detail: `each of ${open.length} can use more than half of max_connections (${max_connections}), and close out the others`,
      advice: `A workstation may open ${MAX_OF_DEVICE} connections. Run: relay office limits --office ID --max-devices ${most} (or less), or raise max_connections.`,
    },
  ]
}
