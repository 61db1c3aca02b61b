import { Button, Group, PasswordInput, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { OtherDealLink } from '../../platform/ui/error-note.tsx'
import { useAttaching, type Attaching } from './attach-store.ts'
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

/** Maximum number of refused files that a screen reader announces by name. The list contains all of them. */
const ANNOUNCED = 3

/**
 * Lists the files that the app refused, above the attached documents, so that the broker sees them however long the list is. Each
 * file has one line: what happened, and what to do.
 */
export function RefusedFiles({ deal_id }: { deal_id: string }) {
  const all = useAttaching((state) => state.files)
  const refused = all.filter((one) => one.deal_id === deal_id && one.state === 'refused')
  const text = messages().documents
  const list = useRef<HTMLDivElement>(null)
  const count = refused.length
  useEffect(() => {
    if (count > 0) list.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    <>
      <VisuallyHidden role="alert">
        {count > 0 &&
          [
            text.attaching.refused(count),
            ...refused.slice(0, ANNOUNCED).map(({ name, error }) => `${name}: ${error && whatToDo(error)}`),
          ].join(' ')}
      </VisuallyHidden>
      {count > 0 && (
        <div ref={list} className={classes.refused} data-testid="refused-files">
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600}>{text.attaching.refused(count)}</Text>
            {count > 1 && (
              <Quiet color="red" onClick={() => dismiss(refused)}>
                {text.attaching.dismissAll}
              </Quiet>
            )}
          </Group>
          <ul aria-label={text.attaching.refusedList}>
            {refused.map((file) => (
              <RefusedFile key={file.file_id} file={file} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function RefusedFile({ file }: { file: Attaching }) {
  const { file_id, name, error, file: picked } = file
  const text = messages().documents
  if (error === null) return null
  const canRetry = picked !== null && (error.retryable || MAY_SUCCEED.has(error.code))
  return (
    <li data-testid="refused-file" data-code={error.code}>
      <IconAlertTriangle size={15} aria-hidden />
      <Text flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <strong>{name}</strong> {whatToDo(error)} <OtherDealLink error={error} />
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
      {NEEDS_PASSWORD.has(error.code) && picked !== null && <Unlock key={file_id} file={file} />}
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

const whatToDo = ({ message, advice }: AppError) => `${formatMessage(message)} ${formatMessage(advice)}`

function dismiss(files: readonly Attaching[]): void {
  for (const { file_id } of files) useAttaching.getState().dismiss(file_id)
}
