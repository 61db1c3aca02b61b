import { Button, Group, PasswordInput, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { OtherDealLink } from '../../platform/ui/error-note.tsx'
import { isKnown, isUnderWay, useAttaching, type Attaching } from './attach-store.ts'
import classes from './documents.module.css'
import { Form, IconButton, Quiet } from '../../platform/ui/parts.tsx'

/** Errors after which the same file may be accepted later: the broker can close it in another program, or save it again. */
const MAY_SUCCEED = new Set<AppError['code']>([
  'FILE_NOT_FOUND',
  'FILE_CHANGED',
  'FILE_EMPTY',
  'FILE_DAMAGED',
])

const NEEDS_PASSWORD = new Set<AppError['code']>(['FILE_ENCRYPTED', 'FILE_PASSWORD_WRONG'])

/** Maximum number of files that a screen reader announces by name. The list contains all of them. */
const ANNOUNCED = 3

const isElsewhere = ({ state }: Attaching) => state === 'twin'

/**
 * Lists the files that the app refused, and those that this deal or another deal has already, above the attached documents, so that the
 * broker sees them however long the list is. Each file has one line: what happened, and what to do.
 */
export function FileNotes({ deal_id }: { deal_id: string }) {
  const all = useAttaching((state) => state.files)
  const noted = all.filter((one) => one.deal_id === deal_id && !isUnderWay(one))
  const { refused, known, elsewhere } = messages().documents.attaching
  return (
    <>
      <Notes
        files={noted.filter((one) => !isKnown(one) && !isElsewhere(one))}
        titleOf={refused}
        color="red"
      />
      <Notes files={noted.filter(isKnown)} titleOf={known} color="orange" />
      <Notes files={noted.filter(isElsewhere)} titleOf={elsewhere} color="orange" />
    </>
  )
}

interface NotesProps {
  files: readonly Attaching[]
  titleOf: (count: number) => string
  color: 'red' | 'orange'
}

function Notes({ files, titleOf, color }: NotesProps) {
  const list = useRef<HTMLDivElement>(null)
  const count = files.length
  useEffect(() => {
    if (count > 0) list.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    <>
      <VisuallyHidden role="alert">
        {count > 0 &&
          [
            titleOf(count),
            ...files.slice(0, ANNOUNCED).map((file) => `${file.name}: ${whatHappened(file)}`),
          ].join(' ')}
      </VisuallyHidden>
      {count > 0 && (
        <div ref={list} className={classes.notes} data-color={color} data-testid="file-notes">
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600}>{titleOf(count)}</Text>
            {count > 1 && (
              <Quiet color={color} onClick={() => dismiss(files)}>
                {messages().documents.attaching.dismissAll}
              </Quiet>
            )}
          </Group>
          <ul aria-label={titleOf(count)}>
            {files.map((file) => (
              <Note key={file.file_id} file={file} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Note({ file }: { file: Attaching }) {
  const { file_id, name, error, file: picked } = file
  const text = messages().documents
  const canRetry = picked !== null && error !== null && (error.retryable || MAY_SUCCEED.has(error.code))
  return (
    <li data-testid="file-note" data-code={error?.code ?? 'ALSO_ELSEWHERE'}>
      <IconAlertTriangle size={15} aria-hidden />
      <Text flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <strong>{name}</strong> {whatHappened(file)} {error !== null && <OtherDealLink error={error} />}
      </Text>
      {canRetry && (
        <Button
          size="compact-xs"
          flex="none"
          aria-label={text.attaching.retryNamed(name)}
          onClick={() => void useAttaching.getState().retry(file_id)}
        >
          {messages().common.tryAgain}
        </Button>
      )}
      <IconButton
        icon={IconX}
        label={text.attaching.dismissNamed(name)}
        size={22}
        onClick={() => dismiss([file])}
      />
      {error !== null && NEEDS_PASSWORD.has(error.code) && picked !== null && (
        <Unlock key={file_id} file={file} />
      )}
    </li>
  )
}

/** Asks for the password of a locked file. The password stays in this field only until it is used. */
function Unlock({ file: { file_id, name, error } }: { file: Attaching }) {
  const [password, setPassword] = useState('')
  const text = messages().documents
  const isWrong = error?.code === 'FILE_PASSWORD_WRONG'
  function unlock() {
    if (password !== '') void useAttaching.getState().unlock(file_id, password)
  }
  return (
    <Form className={classes.unlock} onSubmit={unlock}>
      <PasswordInput
        size="xs"
        w={240}
        aria-label={text.passwordOf(name)}
        placeholder={text.password}
        autoComplete="off"
        maxLength={1_000}
        // After a wrong password, the broker types again at once.
        autoFocus={isWrong}
        aria-invalid={isWrong}
        value={password}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
      />
      <Button variant="filled" size="xs" type="submit" disabled={password === ''}>
        {text.unlock}
      </Button>
    </Form>
  )
}

const whatHappened = ({ error, also_in }: Attaching) =>
  error === null
    ? messages().documents.alsoIn(also_in.map(formatMessage).join(', '))
    : `${formatMessage(error.message)} ${formatMessage(error.advice)}`

function dismiss(files: readonly Attaching[]): void {
  for (const { file_id } of files) useAttaching.getState().dismiss(file_id)
}
