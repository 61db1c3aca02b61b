import { useEffect } from 'react'
import { useInbox } from '../../stores/inbox-store.ts'

/** Whoever looks at a deal has seen what came for it; a window in the background is not looked at. */
export function useReadOnSight(deal_id: string): void {
  useEffect(() => {
    const look = () => {
      if (document.hasFocus()) void useInbox.getState().read(deal_id)
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
