import { useEffect } from 'react'
import { markRead, useInbox } from '../../stores/server-stores.ts'

/** Marks a deal's entries as read while its window has the focus. */
export function useReadOnSight(deal_id: string): void {
  useEffect(() => {
    const look = () => {
      if (document.hasFocus()) void markRead(deal_id)
    }
    look()
    window.addEventListener('focus', look)
    const unsubscribe = useInbox.subscribe(look)
    return () => {
      window.removeEventListener('focus', look)
      unsubscribe()
    }
  }, [deal_id])
}
