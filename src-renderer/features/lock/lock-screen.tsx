import { Button, Group, MantineProvider, Paper, PasswordInput, Text, Title } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type ReactNode, StrictMode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { LockStatus } from '../../../src-shared/features/lock/lock.ts'
import type { AppError, Result } from '../../../src-shared/platform/base/errors.ts'
import { Form, Mark } from '../../platform/ui/parts.tsx'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { followAppearance, setServedLanguage, useAppearance } from '../../platform/page/appearance-store.ts'
import { appTheme, SYSTEMS_COLORS } from '../../platform/theme/theme.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { EnvironmentLabel } from '../../platform/page/environment-badge.tsx'
import { CodeField } from '../backup/restore-backup.tsx'
import classes from './lock.module.css'

/** Renders the lock screen as the whole page. It shows nothing of the office's data. */
export async function showLock(nonce: string): Promise<void> {
  followAppearance()
  await setServedLanguage()
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <LockPage nonce={nonce} />
    </StrictMode>,
  )
}

function LockPage({ nonce }: { nonce: string }) {
  const language = useAppearance((state) => state.language)
  return (
    <MantineProvider
      key={language}
      theme={appTheme()}
      defaultColorScheme="auto"
      colorSchemeManager={SYSTEMS_COLORS}
      getStyleNonce={() => nonce}
    >
      <LockScreen />
    </MantineProvider>
  )
}

const TICK_MS = 500

function LockScreen() {
  const [status, setStatus] = useState<LockStatus | null>(null)
  const [isForgotten, setIsForgotten] = useState(false)
  const [wait, setWait] = useState(NO_WAIT)
  const isWaiting = wait.end > wait.now
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setWait(({ end }) => ({ end, now: performance.now() })), TICK_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  const text = messages().lock
  useEffect(() => {
    document.title = text.windowTitle
    document.getElementById('opening')?.remove()
    const read = async () => {
      const answer = await call('lock.status', {})
      if (!answer.ok) return
      setStatus(answer.value)
      setWait(waitOf(answer.value.wait_s))
    }
    const readAgain = () => void read()
    readAgain()
    // News may arrive while the app is locked.
    window.addEventListener('focus', readAgain)
    return () => window.removeEventListener('focus', readAgain)
  }, [text])
  return (
    <main className={classes.page}>
      <Paper withBorder className={classes.card}>
        <div className={classes.mark}>
          <Mark size={48} />
        </div>
        <Title order={1} ta="center">
          {isForgotten ? text.codeTitle : text.title}
        </Title>
        {status !== null && <Pill status={status} />}
        {isForgotten ? (
          <CodeForm onBack={() => setIsForgotten(false)} />
        ) : (
          <PinForm
            hasTouchId={status?.system === 'touch_id'}
            wait={isWaiting ? Math.ceil((wait.end - wait.now) / 1_000) : 0}
            onWait={(seconds) => setWait(waitOf(seconds))}
            onForgotten={() => setIsForgotten(true)}
          />
        )}
        <Text size="xs" c="dimmed" ta="center" className={classes.note}>
          {text.alertsContinue}
        </Text>
      </Paper>
    </main>
  )
}

function Pill({ status: { environment, to_do } }: { status: LockStatus }) {
  return (
    <Group gap="xs" justify="center">
      <EnvironmentLabel shown={environment} />
      {to_do > 0 && (
        <Text span c="dimmed" data-to-do={to_do}>
          {messages().notifications.toDo(to_do, 0)}
        </Text>
      )}
    </Group>
  )
}

interface PinFormProps {
  hasTouchId: boolean
  /** Seconds until another PIN can be tried. */
  wait: number
  onWait: (seconds: number) => void
  onForgotten: () => void
}

function PinForm({ hasTouchId, wait, onWait, onForgotten }: PinFormProps) {
  const [pin, setPin] = useState('')
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const text = messages().lock

  async function unlock(work: () => Promise<Result<unknown>>) {
    setIsBusy(true)
    setError(null)
    const done = await work()
    // After a success, main replaces this page.
    if (done.ok) return
    setIsBusy(false)
    setPin('')
    setError(done.error)
    onWait(done.error.retry_after_s ?? 0)
    input.current?.focus()
  }
  function submit() {
    if (pin !== '' && wait === 0) void unlock(() => call('lock.enter_pin', { pin }))
  }
  return (
    <Form onSubmit={submit} className={classes.form}>
      <PasswordInput
        ref={input}
        label={text.pin}
        value={pin}
        onChange={({ currentTarget }) => setPin(currentTarget.value)}
        autoComplete="current-password"
        autoFocus
        size="md"
        error={error !== null && error.code !== 'PIN_WAIT'}
        visibilityToggleButtonProps={{ 'aria-label': text.showPin }}
        data-autofocus
      />
      <div role="alert" className={classes.problem}>
        {wait > 0 && (
          <Text c="var(--mantine-color-error)" data-code="PIN_WAIT">
            {text.tooMany}
          </Text>
        )}
        {error !== null && error.code !== 'PIN_WAIT' && (
          <Text c="var(--mantine-color-error)" data-code={error.code}>
            {formatMessage(error.message)} {formatMessage(error.advice)}
          </Text>
        )}
      </div>
      {wait > 0 && (
        <Text c="dimmed" role="timer" aria-live="off" className="tabular">
          {text.waitFor(clockOf(wait))}
        </Text>
      )}
      <Button
        variant="filled"
        type="submit"
        size="md"
        fullWidth
        loading={isBusy}
        disabled={pin === '' || wait > 0}
      >
        {text.unlock}
      </Button>
      {hasTouchId && (
        <Button
          size="md"
          fullWidth
          leftSection={<IconFingerprint size={18} />}
          onClick={() => void unlock(() => call('lock.unlock', {}))}
        >
          {text.unlockWithTouchId}
        </Button>
      )}
      <Button variant="subtle" onClick={onForgotten}>
        {text.forgot}
      </Button>
    </Form>
  )
}

function CodeForm({ onBack }: { onBack: () => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const text = messages().lock
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onBack()
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [onBack])
  async function submit() {
    setIsBusy(true)
    const done = await call('lock.enter_code', { code })
    if (done.ok) return
    setIsBusy(false)
    setError(done.error)
  }
  return (
    <Form onSubmit={submit} className={classes.form}>
      <Text>{text.codeText}</Text>
      <Focused>
        <CodeField value={code} onChange={setCode} />
      </Focused>
      {error !== null && <ErrorNote error={error} />}
      <Button
        variant="filled"
        type="submit"
        size="md"
        fullWidth
        loading={isBusy}
        disabled={code.trim() === ''}
      >
        {text.unlockWithCode}
      </Button>
      <Button variant="subtle" onClick={onBack}>
        {text.backToPin}
      </Button>
    </Form>
  )
}

function Focused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('textarea')?.focus(), [])
  return <div ref={box}>{children}</div>
}

/** A wait that counts down. `end` and `now` are values of `performance.now()`. */
const NO_WAIT = { end: 0, now: 0 }

const waitOf = (seconds: number) => {
  const now = performance.now()
  return { end: now + seconds * 1_000, now }
}

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
