import { Fragment } from 'react'
import { type HealthNote, sentenceOf } from '../../../src-shared/features/submission/queue.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { navigate } from '../../platform/navigation/route.ts'
import { goToField } from '../drafts/form-keys.ts'
import classes from './submission.module.css'
import { LinkButton } from '../../platform/ui/parts.tsx'

interface HealthNotesProps {
  deal_id: string
  notes: readonly HealthNote[]
  onOpen: () => void
}

/** What the app knows to be wrong or missing in an application, each with a link to the place where the broker can mend it. */
export function HealthNotes({ deal_id, notes, onOpen }: HealthNotesProps) {
  return (
    <ul className={classes.notes}>
      {notes.map((note, at) => (
        <Fragment key={formatMessage(sentenceOf(note))}>
          {note.begin !== undefined && !isSame(note.begin, notes[at - 1]?.begin) && (
            <li>{formatMessage(note.begin)}</li>
          )}
          <Note deal_id={deal_id} note={note} onOpen={onOpen} />
        </Fragment>
      ))}
    </ul>
  )
}

const isSame = (one: Message, other: Message | undefined) =>
  other !== undefined && formatMessage(one) === formatMessage(other)

function Note({ deal_id, note, onOpen }: { deal_id: string; note: HealthNote; onOpen: () => void }) {
  const text = messages().submission.dialog
  function open() {
    onOpen()
    if (typeof note.at === 'object') return goToField(deal_id, note.at.path)
    if (note.at === 'checklist')
      return navigate({ screen: 'deal', deal_id, part: 'documents', at: 'checklist' })
    navigate({ screen: 'deal', deal_id, part: note.at })
  }
  return (
    <li data-continues={note.begin !== undefined || undefined}>
      <span>{formatMessage(note.message)}</span>
      {/* The padding makes the target as high as WCAG 2.5.8 asks for. */}
      <LinkButton
        py={3}
        c="inherit"
        underline="always"
        aria-label={text.showNote(formatMessage(sentenceOf(note)))}
        onClick={open}
      >
        {messages().common.show}
      </LinkButton>
    </li>
  )
}
