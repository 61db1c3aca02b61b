import { LARGEST_PAGE, type DealRow } from '../../../src-shared/domain/pipeline.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { call } from '../../api/funding-desk.ts'
import { queryNow } from '../../stores/pipeline-store.ts'

/** About thirty sheets; nobody reads more on paper, and the CSV file has them all. */
const MOST_PRINTED = 1_000

/** The rows for paper, of all `total` that the list shows. */
export interface ListToPrint {
  rows: DealRow[]
  total: number
}

/** Reads the deals that the list shows, in its order, also those that are not in sight. */
export async function readForPrint(): Promise<Result<ListToPrint>> {
  const query = queryNow()
  const rows: DealRow[] = []
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const page = await call('deals.list', { ...query, offset: rows.length, limit: LARGEST_PAGE })
    if (!page.ok) return page
    rows.push(...page.value.rows)
    const { total } = page.value
    if (page.value.rows.length < LARGEST_PAGE || rows.length >= MOST_PRINTED)
      return ok({ rows: rows.slice(0, MOST_PRINTED), total })
  }
}
