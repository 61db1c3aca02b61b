import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { parsePairLink } from '../../../src-shared/platform/addresses/deep-link.ts'
import { keepWebAddress } from '../../../src-shared/platform/entry/web-address.ts'
import { Form } from '../../platform/ui/parts.tsx'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { useDemo } from '../../platform/page/server-stores.ts'
import { useEnvironment, updateEnvironment } from '../../platform/page/environment-store.ts'
import { discardPairLink, usePairLink } from './pair-link-store.ts'
import { EntryInput } from '../../platform/ui/entry-input.tsx'
import { useCommand } from '../../platform/ui/command.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { useSecretField, useUnsaved } from '../../platform/page/unsaved-store.ts'
import { UnsavedNote } from '../../platform/ui/settings-rows.tsx'
import { PairLinkNote } from './pair-link-note.tsx'

export function RelayForm({ onDone, onSkip }: { onDone: () => void; onSkip?: () => void }) {
  const environment = useEnvironment((state) => state.value?.environment ?? null)
  const form = useUnsaved('relay', { url: environment?.relay_url ?? '' })
  const [typedCode, setCode] = useSecretField()
  const link = usePairLink((state) => state.link)
  const isDemo = useDemo((state) => state.value.running)
  // The demo has its own relay. A link waits until the demo ends.
  const invitation = link !== null && 'invitation' in link && !isDemo ? link.invitation : null
  const url = invitation?.url ?? form.value.url
  const code = invitation?.code ?? typedCode
  const computer = useEnvironment((state) => state.value?.info?.computer)
  const [name, setName] = useState(() => computer || messages().setup.relay.thisComputer)
  const { busy, error, problemAt, run } = useCommand()
  const text = messages().setup.relay

  // If the computer is already paired and only the registration failed, a retry needs no new pairing code. A different relay needs another
  // code.
  const needsCode = environment?.relay_paired !== true || url.trim() !== environment.relay_url

  async function register() {
    if (needsCode || code.trim() !== '') {
      const paired = await call('relay.pair', { url, code, device_name: name })
      if (!paired.ok) return paired
      updateEnvironment(paired.value)
      drop()
    }
    return call('webhooks.register', {})
  }
  async function pair() {
    const done = canPair ? await run(register()) : null
    if (done === null) return
    updateEnvironment(done)
    form.kept({ url })
    onDone()
  }

  function drop() {
    discardPairLink()
    form.drop()
    setCode('')
  }

  /** Stores what the broker typed, or a whole pairing link, which fills in both fields. The broker still has to click the button. */
  function type(typed: Partial<{ url: string; code: string }>) {
    const pasted = parsePairLink(typed.url ?? typed.code ?? '')
    if (pasted !== null) return usePairLink.setState({ link: pasted })
    discardPairLink()
    form.set({ url: typed.url ?? url })
    setCode(typed.code ?? code)
  }

  const canPair = url.trim() !== '' && name.trim() !== '' && (code.trim() !== '' || !needsCode)
  // A paired computer has nothing to do here until the broker types another code.
  const isMain = onSkip !== undefined || needsCode || code.trim() !== ''
  return (
    <Form onSubmit={pair}>
      <Stack gap="sm">
        <PairLinkNote />
        <EntryInput
          label={text.address}
          placeholder="https://…"
          value={url}
          keep={keepWebAddress}
          show={String}
          onChange={(kept) => type({ url: kept })}
          error={problemAt('url')}
          required
        />
        <TextInput
          label={text.code}
          description={text.codeAbout}
          value={code}
          onChange={(event) => type({ code: event.currentTarget.value })}
          error={problemAt('code')}
          spellCheck={false}
          autoComplete="off"
          required={needsCode}
        />
        <TextInput
          label={text.name}
          value={name}
          // The app sends the computer's name only together with a pairing code.
          disabled={!needsCode && code.trim() === ''}
          onChange={(event) => setName(event.currentTarget.value)}
          required={needsCode || code.trim() !== ''}
        />
        {error !== null && <ErrorNote error={error} />}
        <Group>
          <Button variant={isMain ? 'filled' : 'default'} type="submit" loading={busy} disabled={!canPair}>
            {text.pair}
          </Button>
          {onSkip === undefined ? (
            <UnsavedNote isChanged={form.isChanged || typedCode !== ''} onDrop={drop} />
          ) : (
            <Button
              variant="subtle"
              onClick={() => {
                drop()
                onSkip()
              }}
              disabled={busy}
            >
              {text.notNow}
            </Button>
          )}
        </Group>
      </Stack>
    </Form>
  )
}
