import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { notifications, notificationsStore } from '@mantine/notifications'
import type { NewsTone } from '../../../src-shared/platform/words/vocabulary.ts'
import type { EventPayload } from '../../../src-shared/app/contract.ts'
import { currentRoute, navigate, type Reopened } from '../navigation/route.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { ToastLine } from './toast-line.tsx'

const STAYS_MS = 12_000

/** The color of a toast. Bad news is gray and not red: red means that the app failed. */
const COLORS: Record<NewsTone, string> = { good: 'teal', attention: 'orange', bad: 'gray', neutral: 'blue' }

let shown = 0

/**
 * Shows the content of a desktop notification as a toast inside the app. The toast replaces the previous toast of the same deal and kind.
 * Bad news also replaces the toast about the deal's offers, because they are no longer open.
 */
export function showNews({
  deal_id,
  kind,
  tone,
  title,
  body,
  instead_of,
}: EventPayload<'notification.shown'>): void {
  const about = `${deal_id ?? 'today'} ${kind}`
  hideNews(tone === 'bad' && deal_id !== null ? deal_id : about)
  if (instead_of !== null) hideNews(`${instead_of} ${kind}`)
  // The broker sees the news on the deal's own screen.
  const route = currentRoute()
  if (route.screen === 'deal' && route.deal_id === deal_id && document.hasFocus()) return
  // Use a new id each time, because Mantine ignores a toast whose id is still shown.
  const id = `${about} ${++shown}`
  const open = () => {
    notifications.hide(id)
    navigate(deal_id === null ? { screen: 'today' } : { screen: 'deal', deal_id })
  }
  notifications.show({
    id,
    title: formatMessage(title),
    message: <ToastLine text={formatMessage(body)} label={messages().common.open} onPress={open} />,
    color: COLORS[tone],
    autoClose: STAYS_MS,
    withBorder: true,
    role: 'status',
  })
}

export function hideNews(about: string): void {
  const { notifications: standing, queue } = notificationsStore.getState()
  for (const { id = '' } of [...standing, ...queue]) if (id.startsWith(`${about} `)) notifications.hide(id)
}

/** Shows once why the page reopened. The address contains the reason. */
export function notifyReopened(): void {
  const asked = new URLSearchParams(location.search)
  const why = (['reopened', 'switched', 'switched-unsaved'] satisfies Reopened[]).find((one) =>
    asked.has(one),
  )
  if (why === undefined) return
  history.replaceState(history.state, '', location.pathname + location.hash)
  const { reopened, reopenedText, switched, switchedText, switchedUnsaved } = messages().crashes
  const [title, message] = {
    reopened: [reopened, reopenedText],
    switched: [switched, switchedText],
    'switched-unsaved': [switched, `${switchedText} ${switchedUnsaved}`],
  }[why]
  notifications.show({
    title,
    message,
    role: 'status',
    autoClose: why === 'switched-unsaved' ? false : 12_000,
    ...(why === 'switched-unsaved' && { color: 'red' }),
  })
}

/**
 * The places of toasts, the usual one first. `beside` is to the left of a dialog, `left` at the lower left, and `corner` at the upper left,
 * over its title. */
const PLACES = ['below', 'beside', 'left', 'above', 'corner'] as const
/** What the broker needs of a dialog. */
const NEEDED = 'button, input, h2, [role="toolbar"]'
/** Toasts that are narrower than this cannot be read. */
const NARROWEST_PX = 200
const GAP_PX = 16

/**
 * Places toasts at the lower end of the window. They move if they would cover an open dialog, most of all its buttons, or the focused
 * element (WCAG 2.2, 2.4.11). Call it once.
 */
export function placeToasts(): () => void {
  const look = () => {
    const focused = document.activeElement
    const toasts = [...document.querySelectorAll('.mantine-Notification-root')]
    if (toasts.length === 0 || focused === null || focused.closest('.mantine-Notifications-root') !== null)
      return
    const { dataset, style } = document.documentElement
    const dialog = [...document.querySelectorAll('.mantine-Modal-content')].at(-1)
    const room = (dialog?.getBoundingClientRect().left ?? 0) - 2 * GAP_PX
    style.setProperty('--toasts-beside', `${room}px`)
    const covered = PLACES.map((place) => {
      if (place === 'beside' && room < NARROWEST_PX) return Infinity
      dataset['toasts'] = place
      const boxes = toasts.map((toast) => toast.getBoundingClientRect())
      const needed = [...(dialog?.querySelectorAll(NEEDED) ?? [])].filter((one) =>
        boxes.some((box) => isOver(box, one.getBoundingClientRect())),
      )
      const isOverDialog = boxes.some((box) => dialog && isOver(box, dialog.getBoundingClientRect()))
      const isHidden =
        focused !== document.body && boxes.some((box) => hides(box, focused.getBoundingClientRect()))
      return needed.length + Number(isHidden) + Number(isOverDialog)
    })
    dataset['toasts'] = PLACES[covered.indexOf(Math.min(...covered))]
  }
  const lookOnceDrawn = () => requestAnimationFrame(() => requestAnimationFrame(look))
  const stop = notificationsStore.subscribe(lookOnceDrawn)
  const stops = (['focusin', 'transitionend'] as const).map((event) => {
    document.addEventListener(event, look)
    return () => document.removeEventListener(event, look)
  })
  return () => [stop, ...stops].forEach((end) => end())
}

const isOver = (over: DOMRect, box: DOMRect) =>
  over.left < box.right && over.right > box.left && over.top < box.bottom && over.bottom > box.top

/** True if a toast covers the middle of an element. */
const hides = (over: DOMRect, box: DOMRect) =>
  isOver(over, new DOMRect(box.left + box.width / 2, box.top + box.height / 2, 0, 0))
