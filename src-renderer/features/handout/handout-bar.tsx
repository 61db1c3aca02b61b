import { Checkbox, Group, Text, Tooltip } from '@mantine/core'
import { Quiet } from '../../platform/ui/parts.tsx'
import { IconCopy, IconFolderDown } from '@tabler/icons-react'
import { useEffect, type DragEvent, type ReactNode } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { keysText } from '../../platform/actions/keys.ts'
import { call, on } from '../../platform/api/funding-desk.ts'
import { useBusy, notifyError } from '../../platform/ui/command.tsx'
import { useLoaded } from '../../platform/ui/loaded.tsx'
import classes from './handout.module.css'
import { create } from 'zustand'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import { notifications } from '@mantine/notifications'
import type { WhatToHandOut } from '../../../src-shared/features/handout/contract.ts'

const COPY_KEYS = 'mod+shift+C'
const SAVE_KEYS = 'mod+shift+X'

export function HandOutBar({ deal, children }: { deal: Deal; children: ReactNode }) {
  const { document_list: documents } = deal
  const ids = useChosenDocuments((state) => state.ids)
  const canCopy = useLoaded(() => call('handout.settings', {})).value?.can_copy === true
  const copying = useBusy()
  const saving = useBusy()
  const text = messages().handout
  const chosen = chosenOf(documents, ids)
  useEffect(followDeals, [])
  useEffect(() => () => chooseDocuments([]), [])

  const target = () => ({
    deal_id: deal.deal_id,
    document_ids: chosen.length > 0 ? chosen : documents.map(({ document_id }) => document_id),
  })
  const copy = () =>
    void copying.run(call('handout.copy', target()), ({ names }) => text.copied(names.length))
  const save = () =>
    void saving.run(
      call('handout.save', target()),
      ({ folder, names }) => folder && text.saved(names.length, folder),
    )
  const isThere = documents.length > 0
  useActions('deal', [
    isThere &&
      canCopy && {
        id: 'documents.copy_files',
        label: text.copy,
        keys: COPY_KEYS,
        run: copy,
      },
    isThere && {
      id: 'documents.save_files',
      label: text.save,
      keys: SAVE_KEYS,
      run: save,
    },
  ])
  if (!isThere) return null
  return (
    <div className={classes.bar} role="group" aria-label={text.bar} data-testid="handout-bar">
      <Checkbox
        size="xs"
        aria-label={text.selectAll}
        checked={chosen.length === documents.length}
        indeterminate={chosen.length > 0 && chosen.length < documents.length}
        onChange={({ currentTarget }) => chooseDocuments(currentTarget.checked ? documents : [])}
      />
      <Text size="xs" c="dimmed" flex="1 1 240px" role="status">
        {chosen.length > 0 ? text.selected(chosen.length) : text.hint}
      </Text>
      <Group gap={4} wrap="nowrap">
        {children}
        {canCopy && (
          <Tooltip label={`${text.copyHint} (${keysText(COPY_KEYS)})`} multiline maw={280}>
            <Quiet leftSection={<IconCopy size={14} />} loading={copying.busy} onClick={copy}>
              {text.copy}
            </Quiet>
          </Tooltip>
        )}
        <Tooltip label={`${text.saveHint} (${keysText(SAVE_KEYS)})`} multiline maw={280}>
          <Quiet leftSection={<IconFolderDown size={14} />} loading={saving.busy} onClick={save}>
            {text.save}
          </Quiet>
        </Tooltip>
      </Group>
    </div>
  )
}

export const useChosenDocuments = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

export function chooseDocument(document_id: string, isChosen: boolean): void {
  useChosenDocuments.setState(({ ids }) => {
    const next = new Set(ids)
    if (isChosen) next.add(document_id)
    else next.delete(document_id)
    return { ids: next }
  })
}

function chooseDocuments(documents: readonly DealDocument[]): void {
  useChosenDocuments.setState({ ids: new Set(documents.map(({ document_id }) => document_id)) })
}

function chosenOf(documents: readonly DealDocument[], ids: ReadonlySet<string>): string[] {
  return documents.flatMap(({ document_id }) => (ids.has(document_id) ? [document_id] : []))
}

/** Returns the ids to hand out with a dragged document: the whole selection if the document is a part of it, otherwise only the document. */
export function draggedWith(document_id: string, documents: readonly DealDocument[]): string[] {
  const chosen = chosenOf(documents, useChosenDocuments.getState().ids)
  return chosen.includes(document_id) ? chosen : [document_id]
}

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
