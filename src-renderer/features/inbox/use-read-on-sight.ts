import { useEffect } from 'react'
import { useInbox } from '../../stores/inbox-store.ts'

/** Whoever looks at a deal has seen what came for it; a window in the background is not looked at. */
export function useReadOnSight(deal_id: string): void {
  const items = useInbox((state) => state.items)
  useEffect(() => {
    const look = () => {
      if (document.hasFocus()) void useInbox.getState().read(deal_id)
    }
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [deal_id, items])
}
