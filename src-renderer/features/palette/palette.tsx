import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconBriefcase, IconChevronRight, IconSearch, IconSettings } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { ACTION_SECTIONS, keysOf, offeredActions, type Action } from '../../actions/actions.ts'
import { showOverlay } from '../../actions/overlays.ts'
import { navigate, SETTINGS_SECTIONS } from '../../navigation/route.ts'
import { formatCents } from '../../ui/formats.ts'
import { Keycaps } from './keycaps.tsx'
import classes from './palette.module.css'
import { ranked } from './rank.ts'
import { useFoundDeals } from './use-found-deals.ts'

const [store, spotlight] = createSpotlight()

/** Everything that can be done and every deal, a few letters away. Rendered while it is open. */
export function Palette() {
  const [query, setQuery] = useState('')
  const deals = useFoundDeals(query)
  const before = useRef(document.activeElement)
  const text = messages().palette
  // What is offered does not change under an open palette.
  const offered = useMemo(() => offeredActions().filter(({ id }) => id !== 'app.palette'), [])
  const settings = useMemo(() => settingsPlaces(), [])
  useEffect(() => {
    spotlight.open()
    return spotlight.close
  }, [])

  /** First the keyboard goes back to where it was: what is run may want it elsewhere. */
  function close(run?: () => void) {
    showOverlay(null)
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    run?.()
  }

  const isTyped = query.trim() !== ''
  const actions = isTyped
    ? ranked([...offered, ...settings], ({ label }) => label, query)
    : ACTION_SECTIONS.flatMap((section) => offered.filter((action) => action.section === section))
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

/** The parts of the settings, which are places rather than actions: found when looked for. */
function settingsPlaces(): Action[] {
  const { settings, sections } = messages().shell
  return SETTINGS_SECTIONS.map((section) => ({
    id: `settings.${section}`,
    label: `${settings}: ${sections[section]}`,
    section: 'go',
    run: () => navigate({ screen: 'settings', section }),
  }))
}
