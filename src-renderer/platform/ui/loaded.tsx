import { Skeleton, Stack } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AppError, Result } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { ErrorNote } from './error-note.tsx'

interface ReadingProps {
  label?: string
  lines?: number
  height?: number
}

export function Reading({ label = messages().common.reading, lines = 5, height = 40 }: ReadingProps) {
  return (
    <Stack gap="xs" role="status" aria-busy="true" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={height} />
      ))}
    </Stack>
  )
}

/** A value that is loaded from main, for example by a server store. */
interface Loading {
  error: AppError | null
  load: () => unknown
}

/** Stands for content that is not loaded: shows the error with a button to try again or, if there is none, placeholder lines. */
export function NotLoaded({ of: { error, load }, ...reading }: ReadingProps & { of: Loading }) {
  return error === null ? <Reading {...reading} /> : <ErrorNote error={error} onAgain={() => void load()} />
}

interface Loaded<T> extends Loading {
  value: T | null
  /** Replaces the value, for example by one that a command returned. */
  put: (value: T) => void
}

/** Loads a value when the component appears, and again when `of` changes. Ignores the answer to an earlier request. */
export function useLoaded<T>(read: (of: string) => Promise<Result<T>>, of = ''): Loaded<T> {
  const [state, setState] = useState<Pick<Loaded<T>, 'value' | 'error'>>({ value: null, error: null })
  const latest = useRef(read)
  const requests = useRef(0)
  useEffect(() => {
    latest.current = read
  })
  const load = useCallback(async (asked: string) => {
    const request = ++requests.current
    const answer = await latest.current(asked)
    if (request !== requests.current) return
    setState(({ value }) =>
      answer.ok ? { value: answer.value, error: null } : { value, error: answer.error },
    )
  }, [])
  useEffect(() => {
    void load(of)
  }, [load, of])
  const loadAgain = useCallback(() => load(of), [load, of])
  const put = (value: T) => setState({ value, error: null })
  return { ...state, load: loadAgain, put }
}
