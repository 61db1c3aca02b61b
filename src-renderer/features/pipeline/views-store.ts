import type { SavedFilter } from '../../../src-shared/features/pipeline/pipeline-view.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { call, on } from '../../platform/api/funding-desk.ts'
import { run } from '../../platform/ui/command.tsx'
import { usePipeline } from './pipeline-store.ts'
import { createServerStore, type ServerStore } from '../../platform/page/server-store.ts'
import type { NextAction } from '../../../src-shared/features/pipeline/pipeline.ts'

interface Views {
  filters: (SavedFilter & { deals: number })[]
  actions: NextAction[]
}

/** Delay between a change of a deal and the refetch of the counts, so that the refetch does not slow down typing. */
const FOLLOW_AFTER_MS = 400
/** Interval of refetches. The refetches are needed because offers expire without an event. */
const EVERY_MS = 60_000

/** The saved filters with their counts, and the broker's next actions. */
export const useViews: ServerStore<Views, Views> = createServerStore<Views, Views>({
  initial: { filters: [], actions: [] },
  async read() {
    const [filters, actions] = await Promise.all([
      call('pipeline.filters', {}),
      call('pipeline.next_actions', {}),
    ])
    // On failure, keep the previous values. Report no error here, because the list of deals reports the same failure.
    const before = useViews.getState().value
    return ok({
      filters: filters.ok ? filters.value : before.filters,
      actions: actions.ok ? actions.value : before.actions,
    })
  },
  listen({ load }) {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(waiting)
      waiting = setTimeout(load, FOLLOW_AFTER_MS)
    }
    const timer = setInterval(load, EVERY_MS)
    return [
      () => clearTimeout(waiting),
      () => clearInterval(timer),
      on('pipeline.filters_changed', soon),
      usePipeline.subscribe((now, before) => now.changes !== before.changes && soon()),
    ]
  },
})

export async function saveFilters(filters: SavedFilter[]): Promise<Result<unknown>> {
  const { adopt } = useViews
  const before = useViews.getState().value
  const counts = new Map(before.filters.map(({ filter_id, deals }) => [filter_id, deals]))
  const counted = filters.map((one) => ({ ...one, deals: counts.get(one.filter_id) ?? 0 }))
  adopt({ ...before, filters: counted })
  const kept = filters.map(({ filter_id, name, choice }) => ({ filter_id, name, choice }))
  const saved = await run(call('pipeline.save_filters', { filters: kept }))
  adopt({ ...useViews.getState().value, filters: saved ?? before.filters })
  return ok({})
}
