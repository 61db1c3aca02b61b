import { useState } from 'react'
import { messages } from '../../src-shared/messages/messages.ts'
import { Question } from './question.tsx'

/**
 * For a dialog in which something was typed or arranged: Escape and its cross ask before that is gone. `question` stands in the place
 * of the dialog's buttons while it is not null.
 */
export function useConfirmClose(
  isChanged: boolean,
  onClose: () => void,
): { onClose: () => void; question: React.ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  const said = messages().common.unsaved
  const isOpen = isAsking && isChanged
  return {
    onClose: () => (isOpen ? stay() : isChanged ? setAsking(true) : onClose()),
    question: isOpen ? (
      <Question question={said.question} other={[said.leave, onClose]} usual={[said.stay, stay]} />
    ) : null,
  }
}
