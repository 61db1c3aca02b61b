import { Text, VisuallyHidden } from '@mantine/core'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import type { FilledPart } from '../../../src-shared/features/snippets/render-snippet.ts'
import classes from './snippets.module.css'

export function FilledText({ parts }: { parts: readonly FilledPart[] }) {
  return (
    <Text size="sm" className={classes.text} component="div">
      {parts.map((part, at) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          <mark key={at} className={classes.part} data-part={part.kind} title={hintOf(part)}>
            {part.kind === 'left_out' ? '—' : part.text}
            {part.kind !== 'value' && <VisuallyHidden> ({hintOf(part)})</VisuallyHidden>}
          </mark>
        ),
      )}
    </Text>
  )
}

function hintOf({ kind, placeholder }: FilledPart): string | undefined {
  const text = messages().snippets.dialog
  if (kind === 'unknown') return text.unknown(placeholder ?? '')
  if (kind === 'empty') return text.empty
  if (kind === 'left_out') return text.leftOut
  return placeholder === null ? undefined : `{${placeholder}}`
}
