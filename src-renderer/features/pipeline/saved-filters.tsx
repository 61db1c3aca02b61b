import { Menu, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { MOST_SAVED_FILTERS, type SavedFilter } from '../../../src-shared/features/pipeline/pipeline-view.ts'
import type { DealChoice, NextAction } from '../../../src-shared/features/pipeline/pipeline.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { hrefOf, useRoute } from '../../platform/navigation/route.ts'
import { choiceNow, onChanges, usePipeline } from './pipeline-store.ts'
import { offerUndo, run } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { formatCount } from '../../platform/ui/formats.ts'
import { Hint, MoreMenu, Quiet } from '../../platform/ui/parts.tsx'
import classes from './saved-filters.module.css'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { call, on } from '../../platform/api/funding-desk.ts'
import { createServerStore, type ServerStore } from '../../platform/page/server-store.ts'

/** Returns true if both choices have the same search, stage, and filters. The order of the filters does not matter. */
export function isSameChoice(one: DealChoice, other: DealChoice): boolean {
  const plain = ({ search, filter, where }: DealChoice) =>
    JSON.stringify([search.trim(), filter, Object.entries(where).toSorted(([a], [b]) => (a < b ? -1 : 1))])
  return plain(one) === plain(other)
}

/** Shows the broker's saved filters in the sidebar, each with its current number of deals. A click opens the pipeline with the filter. */
export const SavedFilters = memo(function SavedFilters() {
  const isInPipeline = useRoute().screen === 'pipeline'
  const { search, filter, where, choose } = usePipeline()
  const { filters } = useViews((state) => state.value)
  const [renamed, setRenamed] = useState<SavedFilter | null>(null)
  if (filters.length === 0) return null
  const present = { search, filter, where }
  const text = messages().filters

  function move(at: number, step: number) {
    const moved = filters.filter((_, place) => place !== at)
    moved.splice(at + step, 0, filters[at] as (typeof filters)[number])
    void saveFilters(moved)
  }

  function remove(one: (typeof filters)[number]) {
    const place = filters.indexOf(one)
    void saveFilters(filters.filter(({ filter_id }) => filter_id !== one.filter_id))
    // Insert into the current list of filters, which may have changed since the removal.
    const putBack = () => saveFilters(useViews.getState().value.filters.toSpliced(place, 0, one))
    offerUndo(messages().filters.deleted(one.name), putBack)
  }

  return (
    <div role="group" aria-labelledby="saved-filters" className={classes.saved}>
      <div className={classes.title} id="saved-filters">
        {messages().filters.saved}
      </div>
      {filters.map((one, at) => (
        <div key={one.filter_id} className={classes.filter} data-saved={one.name}>
          <a
            className={classes.link}
            href={hrefOf({ screen: 'pipeline' })}
            aria-current={isInPipeline && isSameChoice(one.choice, present) ? 'true' : undefined}
            onClick={() => choose(one.choice)}
          >
            <IconFilter size={15} aria-hidden="true" />
            <span className={classes.name}>{one.name}</span>
            <span className={classes.count}>{formatCount(one.deals)}</span>
          </a>
          <MoreMenu label={text.more(one.name)} position="bottom-start" className={classes.more}>
            <Menu.Item onClick={() => setRenamed(one)}>{text.rename}</Menu.Item>
            <Menu.Item disabled={at === 0} onClick={() => move(at, -1)}>
              {text.moveUp}
            </Menu.Item>
            <Menu.Item disabled={at === filters.length - 1} onClick={() => move(at, 1)}>
              {text.moveDown}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => remove(one)}>{messages().common.delete}</Menu.Item>
          </MoreMenu>
        </div>
      ))}
      {renamed !== null && (
        <NameDialog
          title={messages().filters.renameTitle}
          name={renamed.name}
          onClose={() => setRenamed(null)}
          onSave={(name) =>
            void saveFilters(
              filters.map((one) => (one.filter_id === renamed.filter_id ? { ...one, name } : one)),
            )
          }
        />
      )}
    </div>
  )
})

export function SaveFilterButton() {
  const { filters } = useViews((state) => state.value)
  const { search, filter, where } = usePipeline()
  const [naming, setNaming] = useState(false)
  const isPlain = search.trim() === '' && Object.keys(where).length === 0
  const isKept = filters.some(({ choice }) => isSameChoice(choice, { search, filter, where }))
  if (isPlain || isKept) return null
  const isFull = filters.length >= MOST_SAVED_FILTERS
  return (
    <>
      <Quiet
        size="compact-sm"
        disabled={isFull}
        title={isFull ? messages().filters.tooMany : undefined}
        onClick={() => setNaming(true)}
      >
        {messages().filters.save}
      </Quiet>
      {naming && (
        <NameDialog
          title={messages().filters.save}
          name=""
          onClose={() => setNaming(false)}
          onSave={(name) =>
            void saveFilters([...filters, { filter_id: crypto.randomUUID(), name, choice: choiceNow() }])
          }
        />
      )}
    </>
  )
}

interface NameDialogProps {
  title: string
  name: string
  onClose: () => void
  onSave: (name: string) => void
}

function NameDialog({ title, name, onClose, onSave }: NameDialogProps) {
  const [typed, setTyped] = useState(name)
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size="sm"
      action={{
        label: messages().common.save,
        run: () => {
          onSave(typed.trim())
          onClose()
        },
        disabled: typed.trim() === '',
        isForm: true,
      }}
    >
      <TextInput
        label={messages().common.name}
        value={typed}
        maxLength={60}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Hint>{messages().filters.nameHint}</Hint>
    </Dialog>
  )
}

interface Views {
  filters: (SavedFilter & { deals: number })[]
  actions: NextAction[]
}

/** Delay between a change of a deal and the refetch of the counts, so that the refetch does not slow down typing. */
const FOLLOW_AFTER_MS = 400
/** Interval of refetches. The refetches are needed because offers expire without an event. */
const EVERY_MS = 60_000

export const useViews: ServerStore<Views, Views> = createServerStore<Views, Views>({
  initial: { filters: [], actions: [] },
  async read() {
    const { search, where } = usePipeline.getState()
    const [filters, actions] = await Promise.all([
      call('pipeline.filters', {}),
      call('pipeline.next_actions', { search, where }),
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
      onChanges(soon),
    ]
  },
})

async function saveFilters(filters: SavedFilter[]): Promise<Result<unknown>> {
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
