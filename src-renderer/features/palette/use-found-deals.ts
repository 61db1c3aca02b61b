import { useEffect, useState } from 'react'
import type { DealSummary } from '../../../src-shared/domain/deal.ts'
import { call } from '../../api/funding-desk.ts'

const MOST = 8
/** Before anything is typed, the deals that were worked on last. */
const RECENT = 5
/** Long enough that a fast typist's word is one question, short enough that nobody waits. */
const DEBOUNCE_MS = 60

/** The deals that a text finds, the last changed first; what was found before stands until the next answer. */
export function useFoundDeals(typed: string): DealSummary[] {
  const [found, setFound] = useState<DealSummary[]>([])
  useEffect(() => {
    let isAsked = true
    const search = typed.trim()
    const timer = setTimeout(
      () =>
        void call('deals.list', { search, limit: search === '' ? RECENT : MOST }).then((listed) => {
          if (isAsked) setFound(listed.ok ? listed.value.rows : [])
        }),
      search === '' ? 0 : DEBOUNCE_MS,
    )
    return () => {
      isAsked = false
      clearTimeout(timer)
    }
  }, [typed])
  return found
}
