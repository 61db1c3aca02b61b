import { notifications } from '@mantine/notifications'
import type { DragEvent } from 'react'
import { create } from 'zustand'
import type { WhatToHandOut } from '../../../src-shared/features/handout/contract.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call, on } from '../../platform/api/funding-desk.ts'
import { notifyError } from '../../platform/ui/command.tsx'

/** Main keeps prepared files for two minutes. After this shorter time, the page prepares them again. */
const FRESH_MS = 90_000
/** Preparing a few files takes less time than this. Show a note only if it takes longer. */
const SLOW_MS = 400

/** The files that main prepared last, and what they are. */
let prepared: { key: string; handout_id: string; until: number } | null = null

/** True while files are dragged out of this window. The window then takes no drop of files, because the deal has these files already. */
export const useDragOut = create<{ isDragging: boolean }>(() => ({ isDragging: false }))

/**
 * Handles `dragstart` of an element that represents files. Main writes the files and starts the drag of the operating system. If writing takes
 * so long that the broker has released the mouse button, a note says that the files are ready, and the next drag starts immediately.
 */
export function beginDragOut(event: DragEvent, deal_id: string, what: WhatToHandOut): void {
  // The system's drag replaces the drag of the page.
  event.preventDefault()
  if (useDragOut.getState().isDragging) return
  void dragOut(deal_id, what)
}

async function dragOut(deal_id: string, what: WhatToHandOut): Promise<void> {
  const key = JSON.stringify([deal_id, what])
  if (prepared?.key === key && prepared.until > Date.now()) return start(prepared.handout_id)
  const button = followButton()
  const text = messages().handout
  const note = crypto.randomUUID()
  const slow = setTimeout(
    () => notifications.show({ id: note, message: text.preparing, loading: true, autoClose: false }),
    SLOW_MS,
  )
  const ready = await call('handout.prepare', { deal_id, what })
  clearTimeout(slow)
  notifications.hide(note)
  const isDown = button.isDown()
  button.stop()
  if (!ready.ok) return notifyError(ready.error)
  prepared = { key, handout_id: ready.value.handout_id, until: Date.now() + FRESH_MS }
  if (isDown) return start(ready.value.handout_id)
  notifications.show({ message: text.ready, autoClose: 5_000 })
}

async function start(handout_id: string): Promise<void> {
  // A drag may be repeated, but its timeline entry and its copies belong to one drag.
  prepared = null
  useDragOut.setState({ isDragging: true })
  const started = await call('handout.start_drag', { handout_id })
  if (!started.ok) {
    useDragOut.setState({ isDragging: false })
    return notifyError(started.error)
  }
  endWithPointer()
}

function followButton() {
  let isDown = true
  const up = () => (isDown = false)
  const events = ['pointerup', 'mouseup', 'blur'] as const
  for (const event of events) window.addEventListener(event, up, true)
  return {
    isDown: () => isDown,
    stop: () => events.forEach((event) => window.removeEventListener(event, up, true)),
  }
}

/** Ends the drag for the page. During a drag of the system, the page gets no events of the pointer, so the first one is after the drag. */
function endWithPointer(): void {
  const end = ({ buttons, type }: MouseEvent) => {
    if (type === 'mousemove' && buttons !== 0) return
    useDragOut.setState({ isDragging: false })
    for (const event of ['mousemove', 'mousedown'] as const) window.removeEventListener(event, end, true)
  }
  for (const event of ['mousemove', 'mousedown'] as const) window.addEventListener(event, end, true)
}

/** Forgets prepared files when a deal changes, because their names may have changed. Returns a function that stops this. */
export function followDeals(): () => void {
  return on('deal.changed', () => (prepared = null))
}
