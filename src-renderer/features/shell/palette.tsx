import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconBriefcase, IconChevronRight, IconSearch, IconSettings } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import {
  type Action,
  ACTION_SECTIONS,
  keysOf,
  offeredActions,
  showOverlay,
  useOverlay,
} from '../../platform/actions/actions.ts'
import { navigate, SETTINGS_SECTIONS } from '../../platform/navigation/route.ts'
import { formatCents } from '../../platform/ui/formats.ts'
import classes from './palette.module.css'
import { ranked } from '../../platform/ui/rank.ts'
import { Input, Kbd, Modal, Title, UnstyledButton } from '@mantine/core'
import { capsOf } from '../../platform/actions/keys.ts'
import { statusLabel } from '../../../src-shared/platform/words/status-labels.ts'
import type { DealSummary } from '../../../src-shared/features/deals/deal.ts'
import { call } from '../../platform/api/funding-desk.ts'

const [store, spotlight] = createSpotlight()

interface Line extends PaletteLine {
  icon: ReactNode
  label: string
  detail?: string
  keys?: string | undefined
}

/** The command palette: a dialog that searches all actions and all deals. The component is mounted only while the dialog is open. */
export function Palette() {
  const { typed: query, isEntered } = useOverlay()
  const [chosen, setChosen] = useState<string | null>(null)
  const { deals, isCurrent } = useFoundDeals(query)
  const before = useRef(document.activeElement)
  const listId = useId()
  const text = messages().palette
  // Read the available actions only once, because they do not change while the palette is open.
  const offered = useMemo(() => offeredActions().filter(({ id }) => id !== 'app.palette'), [])
  const settings = useMemo(() => settingsPlaces(), [])
  useEffect(() => {
    spotlight.open()
    return spotlight.close
  }, [])

  /**
   * Closes the palette, returns the focus to the previous element, and then runs the action. The action runs last, because it may move the
   * focus itself.
   */
  function close(run?: () => void) {
    showOverlay(null)
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    run?.()
  }

  const isTyped = query.trim() !== ''
  const actions = isTyped
    ? [
        // A name comes before a meaning: before 9 AM, "today" is also a time for a reminder.
        ...ranked([...offered, ...settings], ({ label }) => label, query),
        ...offered.flatMap((action) => {
          const meant = action.fromText?.(query) ?? null
          return meant === null ? [] : [{ ...action, ...meant, id: `${action.id}.text` }]
        }),
      ]
    : ACTION_SECTIONS.flatMap((section) =>
        offered.filter((action) => action.section === section && action.searchOnly !== true),
      )
  const dealLines = deals.map((deal): Line => ({
    id: `deal.${deal.deal_id}`,
    icon: <IconBriefcase size={15} />,
    label: deal.legal_name || messages().common.noName,
    detail: [statusOf(deal), deal.reference, formatCents(deal.amount_cents)].filter(Boolean).join(' · '),
    run: () => close(() => navigate({ screen: 'deal', deal_id: deal.deal_id })),
  }))
  const actionLines = actions.map((action): Line => ({
    id: action.id,
    icon: action.id.startsWith('settings.') ? <IconSettings size={15} /> : <IconChevronRight size={15} />,
    label: action.label,
    keys: keysOf(action)[0],
    run: () => close(action.run),
  }))
  const lines = isTyped ? [...actionLines, ...dealLines] : [...dealLines, ...actionLines]
  const selected = selectedLine(lines, chosen)
  const elementOf = (id: string) => `${listId}-${id}`

  // The broker may press Enter before the deals of the typed text are found.
  useEffect(() => {
    if (!isEntered) return
    const startsWithAction = isTyped && actionLines.length > 0
    const line = lineOnEnter({ lines, chosen, isCurrent, startsWithAction })
    if (line === 'wait') return
    useOverlay.setState({ isEntered: false })
    line?.run()
  })

  function type(next: string) {
    useOverlay.setState({ typed: next, isEntered: false })
    setChosen(null)
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (step === null && event.key !== 'Enter') return
    event.preventDefault()
    if (step === null) return useOverlay.setState({ isEntered: true })
    const next = neighborLine(lines, chosen, step)
    if (next === undefined) return
    setChosen(next.id)
    document.getElementById(elementOf(next.id))?.scrollIntoView({ block: 'nearest' })
  }

  const group = (label: string, some: readonly Line[]) =>
    some.length > 0 && (
      <Spotlight.ActionsGroup label={label} role="group" aria-label={label}>
        {some.map((line) => (
          <LineButton
            key={line.id}
            line={line}
            id={elementOf(line.id)}
            isSelected={line.id === selected?.id}
          />
        ))}
      </Spotlight.ActionsGroup>
    )
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      onSpotlightClose={() => close()}
      closeOnActionTrigger={false}
      returnFocus={false}
      scrollable
      maxHeight={440}
      title={null}
      aria-label={text.openPalette}
      transitionProps={{ duration: 0 }}
      centered={false}
      yOffset="10vh"
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
    >
      {/* Not `Spotlight.Search`: its selection is an attribute of an element, which is lost when other results replace the element. */}
      <Input
        data-palette
        size="lg"
        classNames={{ input: classes.search }}
        value={query}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
        placeholder={text.placeholder}
        leftSection={<IconSearch size={17} />}
        role="combobox"
        aria-label={text.placeholder}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={selected === undefined ? undefined : elementOf(selected.id)}
        autoComplete="off"
        spellCheck={false}
      />
      <Spotlight.ActionsList id={listId} role="listbox" aria-label={text.openPalette}>
        {!isTyped && group(text.recentDeals, dealLines)}
        {group(text.actions, actionLines)}
        {isTyped && group(messages().pipeline.deals, dealLines)}
        {lines.length === 0 && isCurrent && <Spotlight.Empty>{text.nothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

interface LineButtonProps {
  line: Line
  id: string
  isSelected: boolean
}

function LineButton({ line: { icon, label, detail, keys, run }, id, isSelected }: LineButtonProps) {
  return (
    <UnstyledButton
      id={id}
      role="option"
      aria-selected={isSelected}
      data-selected={isSelected || undefined}
      className={classes.action}
      tabIndex={-1}
      // The focus stays in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      <span className={classes.row}>
        {icon}
        <span className={classes.label}>{label}</span>
        {detail !== undefined && <span className={classes.detail}>{detail}</span>}
        {keys !== undefined && <Keycaps keys={keys} />}
      </span>
    </UnstyledButton>
  )
}

/** Returns the status of a deal as text, because deals of one business have the same name. */
function statusOf({ latest_status: status, state }: DealSummary): string {
  return status === null ? messages().states[state] : statusLabel(status)
}

/** Returns one action per section of the settings, which opens that section. These actions appear only in search results. */
function settingsPlaces(): Action[] {
  const { settings, sections } = messages().shell
  return SETTINGS_SECTIONS.map((section) => ({
    id: `settings.${section}`,
    label: `${settings}: ${sections[section]}`,
    section: 'go',
    run: () => navigate({ screen: 'settings', section }),
  }))
}

export function ShortcutsSheet() {
  const text = messages().palette
  const offered = useMemo(() => offeredActions().filter(({ searchOnly }) => searchOnly !== true), [])
  return (
    <Modal opened onClose={() => showOverlay(null)} title={messages().palette.openShortcuts} size="xl">
      {/* With the focus, the arrow keys scroll the list. */}
      <div className={classes.sheet} tabIndex={-1} data-autofocus>
        {ACTION_SECTIONS.filter((one) => offered.some(({ section }) => section === one)).map((section) => (
          <section key={section} aria-label={text.sections[section]}>
            <Title order={3} mb={4}>
              {text.sections[section]}
            </Title>
            <dl>
              {offered
                .filter((action) => action.section === section)
                .map((action) => (
                  <div key={action.id} data-action={action.id} data-keys={keysOf(action).join(' ')}>
                    <dt>{action.label}</dt>
                    <dd>
                      {keysOf(action).map((keys) => (
                        <Keycaps key={keys} keys={keys} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}

/** Shows the keys of a shortcut as images of keys, with the labels that this operating system uses. */
function Keycaps({ keys }: { keys: string }) {
  return (
    <span className={classes.caps}>
      {capsOf(keys).map((cap) => (
        <Kbd key={cap} size="xs">
          {cap}
        </Kbd>
      ))}
    </span>
  )
}

const MOST = 8
/** Number of recent deals to show before the broker types. */
const RECENT = 5
/** Delay of the search after a key press: long enough that quick typing causes only one query, and short enough to feel immediate. */
const DEBOUNCE_MS = 60

/**
 * Finds deals that match the typed text. The most recently changed deal is first. Earlier results remain visible until the next result;
 * `isCurrent` is false meanwhile.
 */
function useFoundDeals(typed: string): { deals: DealSummary[]; isCurrent: boolean } {
  const [found, setFound] = useState<{ of: string | null; deals: DealSummary[] }>({ of: null, deals: [] })
  const search = typed.trim()
  useEffect(() => {
    let isAsked = true
    const timer = setTimeout(
      () =>
        void call('deals.list', { search, limit: search === '' ? RECENT : MOST }).then((listed) => {
          if (isAsked) setFound({ of: search, deals: listed.ok ? listed.value.rows : [] })
        }),
      search === '' ? 0 : DEBOUNCE_MS,
    )
    return () => {
      isAsked = false
      clearTimeout(timer)
    }
  }, [search])
  return { deals: found.deals, isCurrent: found.of === search }
}

interface PaletteLine {
  id: string
  run: () => void
}

interface Choice<Item extends PaletteLine> {
  lines: readonly Item[]
  /** The line that the broker selected with the arrow keys, or null. */
  chosen: string | null
  /** False while the deals of the typed text are still being searched. The deals among the lines then belong to an earlier text. */
  isCurrent: boolean
  /** True if the first line belongs to the typed text even while `isCurrent` is false. Actions are found immediately, and deals later. */
  startsWithAction: boolean
}

/**
 * Returns the selected line: the line that the broker selected, or else the first line. The selection is derived from the visible lines, so
 * that one of them is always selected, whenever they arrive.
 */
export function selectedLine<Item extends PaletteLine>(
  lines: readonly Item[],
  chosen: string | null,
): Item | undefined {
  return lines.find(({ id }) => id === chosen) ?? lines[0]
}

export function neighborLine<Item extends PaletteLine>(
  lines: readonly Item[],
  chosen: string | null,
  step: 1 | -1,
): Item | undefined {
  const selected = selectedLine(lines, chosen)
  const at = lines.findIndex((line) => line === selected)
  return lines[(at + step + lines.length) % lines.length]
}

/**
 * Returns the line that the Enter key runs. Returns `wait` if the first result for the typed text is not known yet: running a deal of an
 * earlier text would open the wrong deal.
 */
export function lineOnEnter<Item extends PaletteLine>({
  lines,
  chosen,
  isCurrent,
  startsWithAction,
}: Choice<Item>): Item | 'wait' | undefined {
  const wasChosen = lines.some(({ id }) => id === chosen)
  return isCurrent || startsWithAction || wasChosen ? selectedLine(lines, chosen) : 'wait'
}
