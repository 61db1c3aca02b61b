import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconBriefcase, IconChevronRight, IconSearch, IconSettings } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { ACTION_SECTIONS, keysOf, offeredActions, type Action, showOverlay } from '../../actions/actions.ts'
import { navigate, SETTINGS_SECTIONS } from '../../navigation/route.ts'
import { formatCents } from '../../ui/formats.ts'
import classes from './palette.module.css'
import { ranked } from './rank.ts'
import { Modal, Title, Kbd } from '@mantine/core'
import { capsOf } from '../../actions/keys.ts'
import type { DealSummary } from '../../../src-shared/domain/deal.ts'
import { call } from '../../api/funding-desk.ts'

const [store, spotlight] = createSpotlight()

/** The command palette: a dialog that searches all actions and all deals. The component is mounted only while the dialog is open. */
export function Palette() {
  const [query, setQuery] = useState('')
  const deals = useFoundDeals(query)
  const before = useRef(document.activeElement)
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
        ...offered.flatMap((action) => {
          const meant = action.fromText?.(query) ?? null
          return meant === null ? [] : [{ ...action, ...meant, id: `${action.id}.text` }]
        }),
        ...ranked([...offered, ...settings], ({ label }) => label, query),
      ]
    : ACTION_SECTIONS.flatMap((section) =>
        offered.filter((action) => action.section === section && action.searchOnly !== true),
      )
  const foundDeals = deals.length > 0 && (
    <Spotlight.ActionsGroup label={isTyped ? text.deals : text.recentDeals}>
      {deals.map((deal) => (
        <Line
          key={deal.deal_id}
          icon={<IconBriefcase size={15} />}
          label={deal.legal_name || text.unnamedDeal}
          detail={[deal.reference, formatCents(deal.amount_cents)].filter(Boolean).join(' · ')}
          onPick={() => close(() => navigate({ screen: 'deal', deal_id: deal.deal_id }))}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
  const foundActions = actions.length > 0 && (
    <Spotlight.ActionsGroup label={text.actions}>
      {actions.map((action) => (
        <Line
          key={action.id}
          icon={
            action.id.startsWith('settings.') ? <IconSettings size={15} /> : <IconChevronRight size={15} />
          }
          label={action.label}
          keys={keysOf(action)[0]}
          onPick={() => close(action.run)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
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
      <Spotlight.Search
        placeholder={text.placeholder}
        aria-label={text.placeholder}
        leftSection={<IconSearch size={17} />}
      />
      <Spotlight.ActionsList>
        {!isTyped && foundDeals}
        {foundActions}
        {isTyped && foundDeals}
        {!foundActions && !foundDeals && <Spotlight.Empty>{text.nothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

interface LineProps {
  icon: ReactNode
  label: string
  detail?: string
  keys?: string | undefined
  onPick: () => void
}

function Line({ icon, label, detail, keys, onPick }: LineProps) {
  return (
    <Spotlight.Action className={classes.action} onClick={onPick}>
      <span className={classes.row}>
        {icon}
        <span className={classes.label}>{label}</span>
        {detail !== undefined && <span className={classes.detail}>{detail}</span>}
        {keys !== undefined && <Keycaps keys={keys} />}
      </span>
    </Spotlight.Action>
  )
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

/** Lists every available action with its keys. */
export function ShortcutsSheet() {
  const text = messages().palette
  const offered = useMemo(() => offeredActions().filter(({ searchOnly }) => searchOnly !== true), [])
  return (
    <Modal opened onClose={() => showOverlay(null)} title={text.shortcutsTitle} size="xl">
      <div className={classes.sheet}>
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

/** Finds deals that match the typed text. The most recently changed deal is first. Earlier results remain visible until the next result. */
function useFoundDeals(typed: string): DealSummary[] {
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
