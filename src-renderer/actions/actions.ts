import { useHotkeys } from '@mantine/hooks'
import { useEffect, useId, useRef } from 'react'
import { create } from 'zustand'

/** Something the broker can do now. The command palette, the sheet of shortcuts and the keyboard all read the same list. */
export interface Action {
  /** `pipeline.new_deal`: stable, unique. */
  id: string
  label: string
  section: 'go' | 'deal' | 'pipeline' | 'app'
  /** As `useHotkeys` writes it: `mod+N`; `mod` is ⌘ on a Mac, Ctrl elsewhere. */
  keys?: string
  /** The keys work while one types, too. */
  whileTyping?: boolean
  run: () => void
}

/** What is offered now, by the component that offers it; the last mounted stands last. */
export const useOfferedActions = create<{ offered: ReadonlyMap<string, readonly Action[]> }>(() => ({
  offered: new Map(),
}))

function offer(by: string, actions: readonly Action[]): void {
  useOfferedActions.setState(({ offered }) => ({ offered: new Map(offered).set(by, actions) }))
}

function withdraw(by: string): void {
  useOfferedActions.setState(({ offered }) => {
    const left = new Map(offered)
    left.delete(by)
    return { offered: left }
  })
}

const NO_TAGS: string[] = []

/** Offers actions while the component is mounted, and binds their keys. */
export function useActions(actions: readonly Action[]): void {
  const by = useId()
  const latest = useRef(actions)
  const told = useRef('')
  useEffect(() => {
    latest.current = actions
    // The list is made anew by each render; it is told again only when something in it that is seen has changed.
    const seen = actions.map(({ id, label, keys }) => `${id} ${label} ${keys ?? ''}`).join('\n')
    if (seen === told.current) return
    told.current = seen
    offer(
      by,
      actions.map((action, place) => ({ ...action, run: () => latest.current[place]?.run() })),
    )
  })
  useEffect(
    () => () => {
      told.current = ''
      withdraw(by)
    },
    [by],
  )
  useHotkeys(bound(actions.filter((action) => action.whileTyping !== true)))
  useHotkeys(bound(actions.filter((action) => action.whileTyping === true)), NO_TAGS)
}

function bound(actions: readonly Action[]): [string, () => void][] {
  return actions.flatMap(({ keys, run }) => (keys === undefined ? [] : [[keys, run]]))
}
