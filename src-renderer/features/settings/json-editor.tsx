import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { diagnosticCount, forceLinting, linter, lintGutter, type Diagnostic } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useMantineStyleNonce } from '@mantine/core'
import { useEffect, useRef, type RefObject } from 'react'
import type { FieldProblem } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { placesInJson } from './places-in-json.ts'

interface JsonEditorProps {
  label: string
  text: string
  /** Problems to mark at their positions in the text. The marks disappear when the text changes. */
  problems: readonly FieldProblem[]
  /** The ID of the element that lists the problems. */
  describedBy: string
  onChange: (text: string) => void
  viewRef: RefObject<EditorView | null>
}

/** A text editor for JSON with line numbers. It marks syntax errors while the user types. */
export function JsonEditor({ label, text, problems, describedBy, onChange, viewRef }: JsonEditorProps) {
  const frame = useRef<HTMLDivElement>(null)
  const nonce = useMantineStyleNonce()?.() ?? ''
  const lint = useRef(new Compartment())
  const latest = useRef({ text, onChange })
  useEffect(() => {
    latest.current = { text, onChange }
  })

  useEffect(() => {
    const created = new EditorView({
      ...(frame.current === null ? {} : { parent: frame.current }),
      doc: latest.current.text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorState.phrases.of({ 'Selection deleted': messages().profiles.selectionDeleted }),
        // The keymap does not include Tab, so Tab moves the focus out of the editor.
        keymap.of([...standardKeymap, ...historyKeymap]),
        history(),
        lineNumbers(),
        lintGutter(),
        bracketMatching(),
        json(),
        syntaxHighlighting(HIGHLIGHT),
        THEME,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of(({ state }) => ({
          'aria-label': label,
          'aria-describedby': describedBy,
          'aria-invalid': String(diagnosticCount(state) > 0),
          tabindex: '0',
        })),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) latest.current.onChange(state.doc.toString())
        }),
        lint.current.of([]),
      ],
    })
    viewRef.current = created
    return () => {
      viewRef.current = null
      created.destroy()
    }
  }, [label, describedBy, nonce, viewRef])

  useEffect(() => {
    const { current } = viewRef
    if (current === null) return
    const { doc } = current.state
    if (doc.toString() !== text) current.dispatch({ changes: { from: 0, to: doc.length, insert: text } })
  }, [text, viewRef])

  useEffect(() => {
    const { current } = viewRef
    if (current === null) return
    current.dispatch({ effects: lint.current.reconfigure(linter(diagnose(problems))) })
    forceLinting(current)
  }, [problems, viewRef])
  return <div ref={frame} />
}

const diagnose =
  (problems: readonly FieldProblem[]) =>
  ({ state }: EditorView): Diagnostic[] => {
    const text = state.doc.toString()
    const { error, at } = placesInJson(text)
    if (error !== null) return [{ ...error, severity: 'error', message: syntaxMessage(text) }]
    return problems
      .filter(({ path }) => path !== '')
      .map(({ path, message }) => ({ ...at(path), severity: 'error', message: formatMessage(message) }))
  }

function syntaxMessage(text: string): string {
  let where = ''
  try {
    JSON.parse(text)
  } catch (error) {
    if (error instanceof Error) where = error.message
  }
  return messages().profiles.problems.noJson(where)
}

const HIGHLIGHT = HighlightStyle.define([
  {
    tag: tags.propertyName,
    color: 'light-dark(var(--mantine-color-indigo-light-color), var(--mantine-color-indigo-3))',
  },
  {
    tag: tags.string,
    color: 'light-dark(var(--mantine-color-teal-light-color), var(--mantine-color-teal-4))',
  },
  {
    tag: [tags.number, tags.bool, tags.null],
    color: 'light-dark(var(--mantine-color-orange-light-color), var(--mantine-color-orange-4))',
  },
])

const THEME = EditorView.theme({
  '&': {
    // Limit the height, so that part of the page stays visible around the editor at high zoom.
    height: 'min(26rem, 70vh)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-default)',
    background: 'var(--mantine-color-default)',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    border: 'none',
    background: 'transparent',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--mantine-color-default-border)',
    background: 'var(--mantine-color-default)',
    color: 'var(--mantine-color-text)',
    maxWidth: '40rem',
  },
})
