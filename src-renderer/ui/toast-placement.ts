import { notificationsStore } from '@mantine/notifications'

/** Who shows less than this beside a toast shows nothing. */
const EDGE_PX = 1

/**
 * Toasts lie over the lower end of the window, and over the upper one while they would cover what has the focus there
 * (WCAG 2.2, 2.4.11). To be called once.
 */
export function placeToasts(): () => void {
  const look = () => {
    const focused = document.activeElement
    if (
      focused === null ||
      focused === document.body ||
      focused.closest('.mantine-Notifications-root') !== null
    )
      return
    const root = document.documentElement
    delete root.dataset['toasts']
    if (isUnderToasts(focused.getBoundingClientRect())) root.dataset['toasts'] = 'above'
  }
  const lookOnceDrawn = () => requestAnimationFrame(() => requestAnimationFrame(look))
  const stop = notificationsStore.subscribe(lookOnceDrawn)
  document.addEventListener('focusin', look)
  return () => {
    stop()
    document.removeEventListener('focusin', look)
  }
}

function isUnderToasts(box: DOMRect): boolean {
  return [...document.querySelectorAll('.mantine-Notification-root')].some((toast) => {
    const over = toast.getBoundingClientRect()
    return (
      over.left <= box.left + EDGE_PX &&
      over.right >= box.right - EDGE_PX &&
      over.top < box.bottom &&
      over.bottom > box.top
    )
  })
}
