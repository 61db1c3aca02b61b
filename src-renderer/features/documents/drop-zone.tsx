import { Portal, Text } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { attachFiles } from './attach-files.ts'
import { followAttaching } from './attach-store.ts'
import classes from './documents.module.css'

/**
 * Takes files that are dropped anywhere on the window while a deal is shown, or pasted where nothing is typed. The veil is only
 * seen: the keyboard's way is the button “Attach PDFs” and its key.
 */
export function DropZone({ deal_id }: { deal_id: string }) {
  const [over, setOver] = useState(false)
  const depth = useRef(0)
  useEffect(followAttaching, [])
  useEffect(() => {
    const attach = (files: FileList | undefined) => attachFiles(deal_id, [...(files ?? [])])
    const rest = () => {
      depth.current = 0
      setOver(false)
    }
    const listeners = {
      // Each element within tells of its own entering and leaving.
      dragenter: (event: DragEvent) => {
        if (!holdsFiles(event)) return
        depth.current++
        setOver(true)
      },
      dragleave: (event: DragEvent) => {
        if (holdsFiles(event) && --depth.current <= 0) rest()
      },
      dragover: (event: DragEvent) => {
        if (holdsFiles(event)) event.preventDefault()
      },
      drop: (event: DragEvent) => {
        rest()
        if (!holdsFiles(event)) return
        event.preventDefault()
        attach(event.dataTransfer?.files)
      },
    }
    const paste = (event: ClipboardEvent) => {
      if ((event.clipboardData?.files.length ?? 0) === 0 || isTextFor(event)) return
      event.preventDefault()
      attach(event.clipboardData?.files)
    }
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name as 'drop', listener)
    window.addEventListener('paste', paste)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name as 'drop', listener)
      window.removeEventListener('paste', paste)
    }
  }, [deal_id])
  if (!over) return null
  const t = messages().documents
  return (
    <Portal>
      <div className={classes.veil} data-testid="drop-veil" aria-hidden="true">
        <div className={classes.veilCard}>
          <IconFileDownload size={32} stroke={1.5} />
          <Text fw={600}>{t.dropHere}</Text>
          <Text size="sm" c="dimmed">
            {t.dropHint}
          </Text>
        </div>
      </div>
    </Portal>
  )
}

/** Text that is dragged within the form is not ours. */
function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

/** What a spreadsheet copies is a picture too: where something is typed its text is meant. */
function isTextFor({ clipboardData, target }: ClipboardEvent): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && !target.readOnly && clipboardData?.types.includes('text/plain') === true
}
