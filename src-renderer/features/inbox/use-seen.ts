import { useEffect, useRef, type RefObject } from 'react'
import type { InboxItem } from '../../../src-shared/domain/notification.ts'
import { call } from '../../api/funding-desk.ts'

/** Time for which an entry must be in view before it counts as seen. */
const SEEN_MS = 1_000
/** The part of an entry that must be in view. */
const IN_VIEW = 0.6

/**
 * Marks the unread entries of the inbox as read that the broker saw: entries that were in view for a moment while the window had the focus.
 * Entries below the visible part of the list stay unread. Returns a ref for the list, whose items have the attribute `data-number`.
 */
export function useSeen(items: readonly InboxItem[] | null): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (items === null) return
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[data-unread][data-number]') ?? [])]
    if (entries.length === 0) return
    const inView = new Map<number, number>()
    let timer = 0
    const look = () => {
      clearTimeout(timer)
      const now = performance.now()
      if (!document.hasFocus()) {
        for (const number of inView.keys()) inView.set(number, now)
        return
      }
      const seen = [...inView].flatMap(([number, since]) => (now - since >= SEEN_MS ? [number] : []))
      for (const number of seen) inView.delete(number)
      if (seen.length > 0) void call('inbox.read', { numbers: seen })
      const next = Math.min(...inView.values()) + SEEN_MS - now
      if (Number.isFinite(next)) timer = window.setTimeout(look, Math.max(0, next))
    }
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          const number = Number((target as HTMLElement).dataset['number'])
          if (isIntersecting) inView.set(number, performance.now())
          else inView.delete(number)
        }
        look()
      },
      { threshold: IN_VIEW },
    )
    for (const entry of entries) observer.observe(entry)
    window.addEventListener('focus', look)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      window.removeEventListener('focus', look)
    }
  }, [items])
  return list
}
