import { useCallback, useEffect, useRef, useState } from 'react'
import type { DealRow, Stage } from '../../../src-shared/domain/pipeline.ts'
import { call } from '../../api/funding-desk.ts'
import { DealWindows, PAGE, rowIn } from '../../stores/deal-windows.ts'
import { onChanges, queryNow } from '../../stores/pipeline-store.ts'

interface Read {
  total: number
  pages: ReadonlyMap<number, DealRow[]>
}

/** The deals of one stage, under the same search and filters as the list; `total` is null before the first answer. */
export function useStageDeals(stage: Stage) {
  const [read, setRead] = useState<Read | null>(null)
  const latest = useRef<Read | null>(null)
  const windows = useRef(new DealWindows())

  const keep = useCallback((next: Read) => {
    latest.current = next
    setRead(next)
  }, [])

  useEffect(() => {
    function readAnew() {
      const { question, pages } = windows.current.begin()
      void Promise.all(pages.map((page) => readPage(stage, page))).then((answers) => {
        if (!windows.current.isCurrent(question)) return
        const found = new Map<number, DealRow[]>()
        let total: number | null = null
        for (const [at, answer] of answers.entries()) {
          // What fails here fails in the list, too, and is told there.
          if (!answer.ok) return
          found.set(pages[at] as number, answer.value.rows)
          total = answer.value.total
        }
        if (total !== null) keep({ total, pages: found })
      })
    }
    readAnew()
    return onChanges(readAnew)
  }, [stage, keep])

  const show = useCallback(
    (first: number, last: number) => {
      for (const page of windows.current.missing(first, last, latest.current?.pages)) void readMissing(page)
      async function readMissing(page: number) {
        const { question } = windows.current
        const answer = await readPage(stage, page)
        if (!windows.current.isCurrent(question)) return
        if (!answer.ok || latest.current === null) return windows.current.failed(page)
        const { rows, total } = answer.value
        keep({ total, pages: windows.current.arrived(page, rows, latest.current.pages) })
      }
    },
    [stage, keep],
  )

  return { total: read?.total ?? null, rowAt: (index: number) => rowIn(read?.pages, index), show }
}

function readPage(stage: Stage, page: number) {
  return call('deals.list', { ...queryNow(), filter: stage, offset: page * PAGE, limit: PAGE })
}
