import { IconBriefcase, IconCalendarCheck, IconCoin, IconSettings } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { undoLast } from '../../platform/ui/command.tsx'
import { retryOnChange } from '../../platform/ui/keep-focus.ts'
import { type Action, showOverlay, useActions, useOverlay } from '../../platform/actions/actions.ts'
import { IS_MAC } from '../../platform/actions/keys.ts'
import { startDeal } from '../deals/deal-actions.ts'
import { hrefOf, navigate, type Screen, useRoute } from '../../platform/navigation/route.ts'
import { changeAppearance } from '../../platform/page/appearance-store.ts'
import { checkForUpdates } from '../updates/updates-store.ts'
import { lockNow } from '../lock/follow-lock.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

const STEP = 10
const SMALLEST = 80
const LARGEST = 200

export function useGlobalActions(): void {
  const text = messages().palette
  const shown = useRoute().screen
  const hasOwnPrint = shown === 'offers' || shown === 'pipeline'
  const open = useOverlay((state) => state.open)
  const everywhere = { whileTyping: true, within: 'window' } as const
  const zoomBy = (step: number) => () =>
    void changeAppearance(({ zoom }) => ({ zoom: Math.min(LARGEST, Math.max(SMALLEST, zoom + step)) }))
  useActions('app', [
    ...places().map(({ screen, label, keys }): Action => ({
      id: `go.${screen}`,
      label: text.goTo(label),
      section: 'go',
      keys,
      whileTyping: true,
      run: () => navigate({ screen }),
    })),
    {
      id: 'go.calls',
      label: text.goTo(messages().shell.callLog),
      section: 'go',
      keys: 'mod+9',
      whileTyping: true,
      run: () => navigate({ screen: 'calls' }),
    },
    {
      id: 'go.back',
      label: text.back,
      section: 'go',
      keys: IS_MAC ? 'mod+[' : 'alt+ArrowLeft',
      whileTyping: true,
      run: () => window.history.back(),
    },
    {
      id: 'go.forward',
      label: text.forward,
      section: 'go',
      keys: IS_MAC ? 'mod+]' : 'alt+ArrowRight',
      whileTyping: true,
      run: () => window.history.forward(),
    },
    {
      id: 'pipeline.new_deal',
      label: messages().pipeline.newApplication,
      section: 'pipeline',
      keys: 'mod+N',
      whileTyping: true,
      run: () => void startDeal(),
    },
    {
      id: 'pipeline.find',
      label: messages().pipeline.searchDeals,
      section: 'pipeline',
      keys: ['mod+F', '/'],
      run: () => focusSearch(),
    },
    { id: 'app.undo', label: messages().common.undo, keys: 'mod+Z', run: () => void undoLast() },
    {
      id: 'app.palette',
      label: text.openPalette,
      keys: 'mod+K',
      ...everywhere,
      within: open === 'palette' ? 'window' : 'screen',
      run: () => showOverlay(useOverlay.getState().open === 'palette' ? null : 'palette'),
    },
    {
      id: 'app.shortcuts',
      label: text.openShortcuts,
      keys: ['mod+/', '?'],
      whileTyping: 'chords',
      run: () => showOverlay('shortcuts'),
    },
    {
      id: 'app.new_window',
      label: text.newWindow,
      keys: 'mod+shift+N',
      ...everywhere,
      run: () => void window.open(`${window.location.href.split('#')[0]}#/`),
    },
    {
      id: 'app.lock',
      label: messages().lock.lockNow,
      keys: 'mod+L',
      ...everywhere,
      run: () => void lockNow(),
    },
    {
      id: 'app.close_window',
      label: text.closeWindow,
      keys: 'mod+W',
      ...everywhere,
      run: () => window.close(),
    },
    !hasOwnPrint && {
      id: 'app.print',
      label: text.print,
      keys: 'mod+P',
      whileTyping: true,
      run: () => window.print(),
    },
    {
      id: 'app.zoom_in',
      label: text.zoomIn,
      keys: ['mod+plus', 'mod+='],
      repeats: true,
      ...everywhere,
      run: zoomBy(STEP),
    },
    {
      id: 'app.zoom_out',
      label: text.zoomOut,
      keys: 'mod+minus',
      repeats: true,
      ...everywhere,
      run: zoomBy(-STEP),
    },
    {
      id: 'app.zoom_reset',
      label: text.zoomReset,
      keys: 'mod+0',
      ...everywhere,
      run: () => void changeAppearance(() => ({ zoom: 100 })),
    },
    {
      id: 'app.check_for_updates',
      label: messages().updates.check,
      keys: 'mod+shift+K',
      whileTyping: true,
      run: () => {
        navigate({ screen: 'settings', section: 'about' })
        checkForUpdates()
      },
    },
    {
      id: 'app.toggle_theme',
      label: text.toggleTheme,
      keys: 'mod+shift+L',
      ...everywhere,
      run: toggleTheme,
    },
  ])
}

function toggleTheme(): void {
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  void changeAppearance(() => ({ color_scheme: isDark ? 'light' : 'dark' }))
}

/** Maximum time to wait until the search field appears after the pipeline was opened. */
const LONGEST_WAIT_MS = 3_000

function focusSearch(): void {
  const select = () => {
    const field = document.querySelector<HTMLInputElement>('[data-search-deals]')
    field?.focus()
    field?.select()
    return field !== null
  }
  if (select()) return
  window.location.hash = hrefOf({ screen: 'pipeline' })
  retryOnChange(select, LONGEST_WAIT_MS)
}

/** A screen in the main navigation, which is visible on every screen. */
export interface Place {
  screen: Exclude<Screen, 'deal' | 'offers' | 'setup' | 'calls'>
  label: string
  icon: TablerIcon
  keys: string | readonly string[]
}

/** Returns the screens of the main navigation, in order. The links, the shortcuts, the command palette, and the menu use this list. */
export function places(): Place[] {
  const { pipeline, settings } = messages().shell
  return [
    { screen: 'today', label: messages().today.title, icon: IconCalendarCheck, keys: ['mod+T', 'mod+2'] },
    { screen: 'pipeline', label: pipeline, icon: IconBriefcase, keys: 'mod+1' },
    { screen: 'money', label: messages().money.title, icon: IconCoin, keys: 'mod+3' },
    { screen: 'settings', label: settings, icon: IconSettings, keys: 'mod+,' },
  ]
}
