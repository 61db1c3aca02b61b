import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NavLink,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCopy, IconMail } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import type { SentToMerchant } from '../../../src-shared/features/offers/offer-scenario.ts'
import { listedOffers, offerStandings } from '../../../src-shared/features/offers/offer-standings.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { placeholdersIn } from '../../../src-shared/platform/base/placeholders.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import {
  editMessage,
  fillSnippet,
  openParts,
  textOf,
  usualOffers,
  usualSnippet,
  type EditedMessage,
  type FilledPart,
} from '../../../src-shared/features/snippets/render-snippet.ts'
import {
  isOfferPlaceholder,
  isSnippetPlaceholder,
  type Snippet,
  type SnippetSettings,
} from '../../../src-shared/features/snippets/snippet.ts'
import { goToField } from '../drafts/form-keys.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { saveSnippetSettings, useSnippets } from './snippets-store.ts'
import { useCommand } from '../../platform/ui/command.tsx'
import { Dialog, DialogFoot } from '../../platform/ui/dialog.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { formatCents, joinTexts } from '../../platform/ui/formats.ts'
import { NotLoaded, Reading } from '../../platform/ui/loaded.tsx'
import { setSent } from '../offers/offers-store.ts'
import { GateNotes } from '../offers/gate-notes.tsx'
import classes from './snippets.module.css'
import { useSpoken } from '../../platform/ui/use-spoken.ts'
import { Form, Hint, LinkButton } from '../../platform/ui/parts.tsx'

const MOST_OFFERS = 6

const FIELDS: Partial<Record<string, string>> = {
  merchant: 'company.legal_name',
  dba: 'company.dba',
  contact_name: 'company.owners.0.first_name',
  contact_first_name: 'company.owners.0.first_name',
  amount_requested: 'application.amount_requested',
  reference: 'application.reference',
}

interface MessageDialogProps {
  deal: Deal
  /** The snippet to show first; null for the one that fits the deal. */
  snippet_id: string | null
  onClose: () => void
}

/** Lets the broker choose a snippet, shows it filled in with the values of a deal, and copies it or opens it in the mail program. */
export function MessageDialog({ deal, snippet_id, onClose }: MessageDialogProps) {
  const loaded = useSnippets()
  const { value: settings, error } = loaded
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  const [chosen, setChosen] = useState(snippet_id)
  const list = useRef<HTMLDivElement>(null)
  // In a narrow window, the list above the message would hide it.
  const isNarrow = useMediaQuery('(width < 720px)', false, { getInitialValueInEffect: false })
  const snippets = settings?.snippets ?? []
  const [opened_at] = useState(Date.now)
  const snippet = snippets.find((one) => one.snippet_id === chosen) ?? usualSnippet(snippets, deal, opened_at)
  const text = messages().snippets.dialog
  /** Moves the choice with the arrow keys, as in a list of tabs. */
  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const at = snippets.findIndex((one) => one === snippet)
    const next = step === undefined ? undefined : snippets[at + step]
    if (next === undefined) return
    event.preventDefault()
    setChosen(next.snippet_id)
    list.current?.querySelector<HTMLElement>(`[data-message="${next.snippet_id}"]`)?.focus()
  }
  return (
    <Dialog onClose={onClose} title={text.title} size={880}>
      {(error !== null || settings === null || profile === null) && (
        <NotLoaded of={loaded} label={text.loading} lines={1} height={320} />
      )}
      {settings !== null && snippet === undefined && (
        <>
          <Text>{text.none}</Text>
          <Manage onClose={onClose} />
        </>
      )}
      {settings !== null && snippet !== undefined && profile !== null && (
        <div className={classes.columns}>
          <div className={classes.choice}>
            {isNarrow ? (
              <NativeSelect
                aria-label={text.list}
                data-autofocus
                value={snippet.snippet_id}
                data={snippets.map(({ snippet_id: value, name: label }) => ({ value, label }))}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              />
            ) : (
              <div
                className={classes.list}
                role="tablist"
                aria-orientation="vertical"
                aria-label={text.list}
                ref={list}
                onKeyDown={move}
              >
                {snippets.map((one) => (
                  <NavLink
                    key={one.snippet_id}
                    component="button"
                    role="tab"
                    aria-selected={one === snippet}
                    tabIndex={one === snippet ? 0 : -1}
                    active={one === snippet}
                    label={one.name}
                    rightSection={<Hint c="inherit">{one.language.toUpperCase()}</Hint>}
                    data-message={one.snippet_id}
                    {...(one === snippet && { 'data-autofocus': true })}
                    onClick={() => setChosen(one.snippet_id)}
                  />
                ))}
              </div>
            )}
            <Manage onClose={onClose} />
          </div>
          <FilledMessage
            key={snippet.snippet_id}
            deal={deal}
            settings={settings}
            profile={profile}
            snippet={snippet}
            onClose={onClose}
          />
        </div>
      )}
    </Dialog>
  )
}

function Manage({ onClose }: Pick<MessageDialogProps, 'onClose'>) {
  return (
    <Anchor px="sm" href={hrefOf({ screen: 'settings', section: 'outgoing' })} onClick={onClose}>
      {messages().snippets.dialog.manage}
    </Anchor>
  )
}

interface FilledMessageProps {
  deal: Deal
  settings: SnippetSettings
  profile: PayloadProfile
  snippet: Snippet
  onClose: () => void
}

function FilledMessage({ deal, settings, profile, snippet, onClose }: FilledMessageProps) {
  const [now] = useState(Date.now)
  const [offer_ids, setOffers] = useState(() => usualOffers(deal, now).slice(0, MOST_OFFERS))
  const standings = offerStandings(deal, deal.own_offers, now)
  const { busy, error, run, dismiss } = useCommand()
  const spoken = useSpoken(snippet.language)
  const text = messages().snippets.dialog
  const { broker_name, signature } = settings
  const usesOffers = placeholdersIn(`${snippet.subject}\n${snippet.body}`).some(isOfferPlaceholder)
  const [edited, setEdited] = useState<EditedMessage | null>(null)
  const [marksSent, setMarksSent] = useState(true)
  const body = useRef<HTMLTextAreaElement>(null)
  const made_at = new Date(now).toISOString()
  const sources = { deal, profile, offer_ids, broker_name, signature, made_at }
  const made = spoken === null ? null : fillSnippet(snippet, sources, spoken)
  const filled = made === null || edited === null ? made : editMessage(made, edited, sources)
  const written = filled && { subject: textOf(filled.subject), body: textOf(filled.body) }
  const open =
    made === null || written === null
      ? []
      : openParts(made).filter(({ text: part }) => `${written.subject}\n${written.body}`.includes(part))
  const isRefused = filled === null || filled.gate?.ok === false
  const isBlocked = isRefused || open.length > 0
  const message = {
    deal_id: deal.deal_id,
    snippet_id: snippet.snippet_id,
    offer_ids,
    ...(edited !== null && { edited }),
  }

  const { deal_id } = deal
  // A day on which the merchant already got an offer stays.
  const unsent = (filled?.offers ?? []).flatMap((number) => {
    const offer_id = deal.offers[number - 1]?.offer_id
    const own = deal.own_offers.find((one) => one.offer_id === offer_id)
    const isOpen = standings[number - 1] === 'open'
    return isOpen && offer_id !== undefined && (own?.sent ?? null) === null ? [offer_id] : []
  })
  const marks = marksSent && unsent.length > 0
  /** Makes the message, and notes that its offers were sent to the merchant. The app cannot see whether they were, so this can be undone. */
  async function make<T>(
    work: () => Promise<Result<T>>,
    doneText: (made: T) => string,
    by: SentToMerchant['by'],
  ): Promise<void> {
    if (isBlocked || busy) return
    const both = async () => {
      const result = await work()
      if (!result.ok || !marks) return result
      const marked = await setSent(deal_id, unsent, { by, on: dayOf(new Date().toISOString()) })
      return marked.ok ? result : marked
    }
    const said = (value: T) => joinTexts([doneText(value), marks ? messages().offers.sent.done : ''], '. ')
    const undo = marks ? () => setSent(deal_id, unsent, null) : undefined
    if ((await run(both(), said, undo)) !== null) onClose()
  }
  const copy = () =>
    void make(
      () => call('snippets.copy', { ...message, part: 'body' }),
      () => text.copied,
      'other',
    )
  const copySubject = () =>
    void run(call('snippets.copy', { ...message, part: 'subject' }), () => text.subjectCopied)
  const mail = () =>
    void make(
      () => call('snippets.open_mail', message),
      ({ done }) => (done === 'opened' ? text.opened : text.tooLong),
      'email',
    )
  useActions('deal', [
    {
      id: 'message.copy',
      label: text.copy,
      keys: 'mod+Enter',
      whileTyping: true,
      within: 'dialog',
      run: copy,
    },
    {
      id: 'message.mail',
      label: text.mail,
      keys: 'mod+shift+Enter',
      whileTyping: true,
      within: 'dialog',
      run: mail,
    },
  ])
  /**
   * Goes to the field of the missing value. If there is none, or if leaving the dialog would lose an edited text, selects the placeholder.
   */
  function goToOpen({ placeholder, text: part }: FilledPart) {
    const path = placeholder === null ? undefined : FIELDS[placeholder]
    const at = written?.body.indexOf(part) ?? -1
    if (path !== undefined && edited === null) {
      goToField(deal.deal_id, path)
      return onClose()
    }
    body.current?.focus()
    body.current?.setSelectionRange(Math.max(0, at), at + part.length)
  }
  if (written === null || filled === null) return <Reading label={text.loading} lines={1} height={320} />
  return (
    <Stack gap="sm" role="tabpanel" aria-label={snippet.name} miw={0}>
      {usesOffers && deal.offers.length > 0 && (
        <Checkbox.Group
          label={text.offers}
          value={offer_ids}
          onChange={(ids) => {
            setOffers(ids)
            setEdited(null)
          }}
        >
          <Group gap="sm" mt={4}>
            {listedOffers(deal.offers, standings).map(({ offer, at, standing }) => (
              <Checkbox
                key={offer.offer_id}
                size="xs"
                value={offer.offer_id}
                label={messages().offers.columnName(at + 1, formatCents(offer.amount_cents))}
                description={messages().offers.states[standing]}
                disabled={offer_ids.length >= MOST_OFFERS && !offer_ids.includes(offer.offer_id)}
              />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {filled.gate !== null && <GateNotes gate={filled.gate} refused={text.refused} />}
      {open.length > 0 && (
        <Alert color="orange" role="status" data-testid="open-placeholders" p="xs">
          <Text>{text.open}</Text>
          <Group gap="xs">
            {uniqueParts(open).map((part) =>
              part.placeholder === 'my_name' ? (
                <MyName
                  key={part.text}
                  settings={settings}
                  onSaved={(name) => {
                    const named = (words: string) => words.replaceAll(part.text, () => name)
                    if (edited !== null)
                      setEdited({ subject: named(edited.subject), body: named(edited.body) })
                  }}
                />
              ) : (
                <LinkButton key={part.text} c="inherit" underline="always" onClick={() => goToOpen(part)}>
                  {nameOf(part)}
                </LinkButton>
              ),
            )}
          </Group>
        </Alert>
      )}
      <Hint>
        {text.to}: {filled.to || text.noAddress}
      </Hint>
      <TextInput
        size="sm"
        label={messages().snippets.editor.subject}
        value={written.subject}
        onChange={({ currentTarget: { value } }) => setEdited({ ...written, subject: value })}
      />
      <Textarea
        ref={body}
        size="sm"
        label={text.message}
        data-testid="message-preview"
        // The dialog scrolls, not the text within it.
        autosize
        minRows={6}
        value={written.body}
        onChange={({ currentTarget: { value } }) => setEdited({ ...written, body: value })}
      />
      {error !== null && <ErrorNote error={error} onClose={dismiss} />}
      <DialogFoot>
        <Group justify="flex-end" gap="xs">
          {unsent.length > 0 && !isRefused && (
            <Checkbox
              mr="auto"
              size="md"
              label={text.markSent(unsent.length)}
              checked={marksSent}
              onChange={({ currentTarget: { checked } }) => setMarksSent(checked)}
            />
          )}
          {written.subject !== '' && (
            <Button variant="subtle" size="xs" disabled={isBlocked} onClick={copySubject}>
              {text.copySubject}
            </Button>
          )}
          <Button leftSection={<IconMail size={15} />} disabled={isBlocked} onClick={mail}>
            {text.mail}
          </Button>
          <Button
            variant="filled"
            leftSection={<IconCopy size={15} />}
            disabled={isBlocked}
            loading={busy}
            onClick={copy}
          >
            {text.copy}
          </Button>
        </Group>
      </DialogFoot>
    </Stack>
  )
}

/** Asks for the name that ends messages, within the dialog, so that the broker keeps what he typed. */
function MyName({ settings, onSaved }: { settings: SnippetSettings; onSaved: (name: string) => void }) {
  const [name, setName] = useState('')
  const { busy, error, run } = useCommand()
  async function save() {
    const broker_name = name.trim()
    if (broker_name === '' || busy) return
    if ((await run(saveSnippetSettings({ ...settings, broker_name }))) !== null) onSaved(broker_name)
  }
  return (
    <Form onSubmit={save}>
      <Group gap="xs" align="end">
        <TextInput
          size="xs"
          label={messages().snippets.myName}
          value={name}
          maxLength={100}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button size="xs" type="submit" loading={busy} disabled={name.trim() === ''}>
          {messages().common.save}
        </Button>
      </Group>
      {error !== null && <ErrorNote error={error} />}
    </Form>
  )
}

function nameOf({ placeholder }: FilledPart): string {
  const { placeholders } = messages().snippets
  return placeholder !== null && isSnippetPlaceholder(placeholder)
    ? placeholders[placeholder]
    : `{${placeholder ?? ''}}`
}

const uniqueParts = (parts: readonly FilledPart[]) => [
  ...new Map(parts.map((part) => [part.text, part])).values(),
]
