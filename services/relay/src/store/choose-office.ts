import { UsageError } from '../errors.ts'
import type { Office } from './relay-store.ts'
import type { RelayStore } from './sql-store.ts'

/** @throws UsageError if there is no such office, or if the relay serves several offices and no id is given */
export async function chooseOffice(relay: RelayStore, public_id?: string): Promise<Office> {
  if (public_id !== undefined) {
    const found = await relay.findOffice(public_id)
    if (found === null) throw new UsageError('No office has this id. See "relay office list".')
    return found
  }
  const [only, ...others] = await relay.listOffices()
  if (only === undefined) throw new UsageError('There is no office. First: relay office create --name TEXT')
  if (others.length > 0)
    throw new UsageError('This relay serves several offices. Name one: --office ID from "relay office list".')
  return only
}
