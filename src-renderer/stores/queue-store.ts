import { create } from 'zustand'
import type { QueueStatus } from '../../src-shared/domain/queue.ts'
import { call, on } from '../api/funding-desk.ts'

/** How the line of submissions moves. */
export const useQueue = create<{ status: QueueStatus }>()(() => ({
  status: { state: 'moving', error: null, retry_at: null },
}))

/** Follows the line, and tells main when the network is back; to be called once. */
export function followQueue(): () => void {
  void call('queue.status', {}).then((read) => read.ok && useQueue.setState({ status: read.value }))
  const stop = on('queue.changed', (status) => useQueue.setState({ status }))
  const retryNow = () => void call('queue.retry_now', {})
  window.addEventListener('online', retryNow)
  return () => {
    stop()
    window.removeEventListener('online', retryNow)
  }
}
