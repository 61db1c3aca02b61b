import { LARGEST_PAGE, type DealRow } from '../../../src-shared/features/pipeline/pipeline.ts'
import { LARGEST_BULK } from '../../../src-shared/features/pipeline/pipeline-view.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { queryNow } from './pipeline-store.ts'
import { useSelection } from './selection-store.ts'

/** Maximum number of printed deals, about thirty sheets. The CSV file contains all deals. */
const MOST_PRINTED = 1_000

export interface ListToPrint {
  rows: DealRow[]
  total: number
  isSelection: boolean
}

/**
 * Loads the selected deals or, without a selection, all deals of the list in its order, including rows that are not visible.
 */
export function readForPrint(): Promise<Result<ListToPrint>> {
  const { selected } = useSelection.getState()
  return selected.size > 0 ? readSelected(selected) : readList()
}

async function readList(): Promise<Result<ListToPrint>> {
  const query = queryNow()
  const rows: DealRow[] = []
  for (;;) {
    const page = await call('deals.list', { ...query, offset: rows.length, limit: LARGEST_PAGE })
    if (!page.ok) return page
    rows.push(...page.value.rows)
    const { total } = page.value
    if (page.value.rows.length < LARGEST_PAGE || rows.length >= MOST_PRINTED)
      return ok({ rows: rows.slice(0, MOST_PRINTED), total, isSelection: false })
  }
}

/** Loads the selected deals in the order of the list. Selected deals that are no longer in the list are last. */
async function readSelected(selected: ReadonlySet<string>): Promise<Result<ListToPrint>> {
  const listed = await call('pipeline.ids', { ...queryNow(), offset: 0, limit: LARGEST_BULK })
  if (!listed.ok) return listed
  const inOrder = new Set([...listed.value.deal_ids.filter((deal_id) => selected.has(deal_id)), ...selected])
  const printed = [...inOrder].slice(0, MOST_PRINTED)
  const rows: DealRow[] = []
  for (let at = 0; at < printed.length; at += LARGEST_PAGE) {
    const read = await call('pipeline.rows', { deal_ids: printed.slice(at, at + LARGEST_PAGE) })
    if (!read.ok) return read
    rows.push(...read.value.rows)
  }
  const gone = printed.length - rows.length
  return ok({ rows, total: inOrder.size - gone, isSelection: true })
}
