import { Button, Group, Progress, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ShownCode } from '../../../src-shared/features/backup/vault-status.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call, on } from '../../platform/api/funding-desk.ts'
import { useVault } from '../../platform/page/server-stores.ts'
import { notifyDone, useCommand } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import classes from './vault.module.css'
import { Form, Hint, Banner } from '../../platform/ui/parts.tsx'

interface RecoveryCodeProps {
  onDone: () => void
  /** Called when the broker postpones the confirmation of the recovery code. Omit this to forbid postponing. */
  onLater?: () => void
}

/**
 * Shows a new recovery code (words that open the vault if its key is lost) once, and asks the broker to confirm it. The confirmation
 * activates the new code and invalidates the previous code.
 */
export function RecoveryCode({ onDone, onLater }: RecoveryCodeProps) {
  const [code, setCode] = useState<ShownCode | null>(null)
  const [isWritten, setIsWritten] = useState(false)
  const isReplacing = useVault(({ value }) => (value?.recovery_code_made_at ?? null) !== null)
  const { error, run } = useCommand()
  const show = async () => setCode(await run(call('vault.new_recovery_code', {})))

  if (code !== null && isWritten)
    return <Confirm code={code} onDone={onDone} onBack={() => setIsWritten(false)} />
  return (
    <Stack gap="sm">
      {error !== null && <ErrorNote error={error} />}
      {code === null ? (
        <>
          <Text>{messages().vault.whyCode}</Text>
          {isReplacing && (
            <>
              <Text>{messages().vault.replaceCode}</Text>
              <Text>{messages().vault.oldPaperStill}</Text>
            </>
          )}
          <Text>{messages().vault.penAndPaper}</Text>
        </>
      ) : (
        <>
          <Text>{messages().vault.writeDown}</Text>
          <ol className={classes.words} aria-label={messages().vault.recoveryCode}>
            {code.words.map((word, place) => (
              // A word may occur twice in a code, so the key is the position of the word.
              <li key={place} data-word={place}>
                {word}
              </li>
            ))}
          </ol>
        </>
      )}
      <Group>
        {code === null ? (
          <Button variant="filled" onClick={() => void show()}>
            {messages().vault.showCode}
          </Button>
        ) : (
          <Button variant="filled" onClick={() => setIsWritten(true)}>
            {messages().vault.written}
          </Button>
        )}
        {onLater !== undefined && (
          <Button variant="subtle" onClick={onLater}>
            {messages().vault.later}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function Confirm({ code, onDone, onBack }: { code: ShownCode; onDone: () => void; onBack: () => void }) {
  const [answers, setAnswers] = useState(code.asked.map(() => ''))
  const { busy: isConfirming, error, problemAt, run } = useCommand()

  async function confirm() {
    const work = useVault.getState().change(call('vault.confirm_recovery_code', { answers }))
    if ((await run(work)) !== null) onDone()
  }

  return (
    <Form onSubmit={confirm}>
      <Stack gap="sm">
        <Text>{messages().vault.enterWords}</Text>
        <SimpleGrid cols={3}>
          {code.asked.map((place, index) => (
            <TextInput
              key={place}
              label={messages().vault.word(place + 1)}
              value={answers[index] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setAnswers(answers.map((answer, at) => (at === index ? value : answer)))
              }
              error={problemAt(String(place))}
              autoComplete="off"
              spellCheck={false}
              data-autofocus={index === 0 || undefined}
              data-asked={place}
            />
          ))}
        </SimpleGrid>
        {error !== null && <ErrorNote error={error} />}
        {isConfirming && <KeyProgress />}
        <Group>
          <Button
            variant="filled"
            type="submit"
            disabled={answers.some((answer) => answer.trim() === '')}
            loading={isConfirming}
          >
            {messages().vault.confirmCode}
          </Button>
          <Button variant="subtle" onClick={onBack} disabled={isConfirming}>
            {messages().vault.showAgain}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

/**
 * Shows the progress of encrypting the vault again with a new key. Renders nothing while main reports no progress, because the first
 * recovery code may need no new key.
 */
function KeyProgress() {
  const [at, setAt] = useState<{ percent: number } | null>(null)
  useEffect(() => on('vault.rekey_progress', setAt), [])
  if (at === null) return null
  const reported = messages().vault.changingKey(at.percent)
  return (
    <Stack gap={4}>
      <Text>{messages().vault.waitForKey}</Text>
      <Progress value={at.percent} animated aria-label={reported} />
      <Hint>{reported}</Hint>
    </Stack>
  )
}

export function RecoveryBanner() {
  const { value: status, load } = useVault()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    void load()
  }, [load])
  if (status === null || status.recovery_code_made_at !== null) return null
  const text = messages().vault
  return (
    <>
      <Banner tone="warning" title={text.noCode} text={text.lostWithIt} testId="recovery-banner">
        <Button size="xs" onClick={() => setIsOpen(true)}>
          {text.makeOne}
        </Button>
      </Banner>
      {isOpen && <RecoveryDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

export function RecoveryDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={messages().vault.recoveryCode} size="lg" closeOnClickOutside={false}>
      <RecoveryCode
        onDone={() => {
          notifyDone(messages().vault.codeWorks)
          onClose()
        }}
      />
    </Dialog>
  )
}
