import { failure } from '../../platform/base/failure.ts'
import { refusalMessage } from '../../../src-shared/features/merchant-page/gate-messages.ts'
import { loadMessages } from '../../../src-shared/platform/texts/load-messages.ts'
import { joinMessages, uniqueMessages, type Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import {
  type EditedMessage,
  editMessage,
  fillSnippet,
  textOf,
  type FilledSnippet,
} from '../../../src-shared/features/snippets/render-snippet.ts'
import {
  type Snippet,
  MOST_SNIPPETS,
  type SnippetSettings,
} from '../../../src-shared/features/snippets/snippet.ts'
import { viewDeal, type DealViewNeeds } from '../deal-screen/deal-view.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { timelineWrite } from '../../platform/vault/vault.ts'
import type { CopyText, OpenMail } from '../../platform/base/system.ts'
import { DEFAULT_SNIPPETS } from '../../../src-shared/features/snippets/default-snippets.ts'
import { BROKER_NAME } from '../merchant-page/print-comparison.ts'
import { snippetSchema } from '../../../src-shared/features/snippets/contract.ts'

export interface MessageDeps {
  copyText: CopyText
  openMail: OpenMail
}

export interface MessageToMake {
  deal_id: string
  snippet_id: string
  offer_ids: string[]
  edited?: EditedMessage | undefined
}

/** Copies the text or the subject of a snippet, filled in with the values of a deal. */
export async function copySnippet(
  context: DealViewNeeds & Pick<Platform, 'emit'>,
  { copyText }: Pick<MessageDeps, 'copyText'>,
  { part, ...message }: MessageToMake & { part: 'body' | 'subject' },
): Promise<void> {
  const { snippet, filled } = await makeMessage(context, message)
  copyText(textOf(filled[part]))
  // The subject alone is not a message. The broker copies or opens its text too.
  if (part === 'subject') return
  await record(context, message.deal_id, msg.history.messageCopied(snippet.name), filled.offers)
}

/** Opens a filled-in snippet in the mail program. If the text is too long for that, copies it instead. */
export async function mailSnippet(
  context: DealViewNeeds & Pick<Platform, 'emit'>,
  { copyText, openMail }: MessageDeps,
  message: MessageToMake,
): Promise<{ done: 'opened' | 'copied' }> {
  const { snippet, filled } = await makeMessage(context, message)
  const body = textOf(filled.body)
  const opened = await openMail({ to: filled.to, subject: textOf(filled.subject), body })
  if (opened === 'failed')
    throw failure('MAIL_NOT_OPENED', msg.errors.mailNotOpened, msg.errors.copyMessageInstead)
  if (opened === 'too_long') copyText(body)
  const { messageCopied, messageOpened } = msg.history
  const title = (opened === 'opened' ? messageOpened : messageCopied)(snippet.name)
  await record(context, message.deal_id, title, filled.offers)
  return { done: opened === 'opened' ? 'opened' : 'copied' }
}

interface MadeMessage {
  snippet: Snippet
  filled: FilledSnippet
}

/** Fills in a snippet. Fails with `MERCHANT_PAGE_REFUSED` if the law of the merchant's state does not allow it, as for the printed page. */
async function makeMessage(
  context: DealViewNeeds,
  { deal_id, snippet_id, offer_ids, edited }: MessageToMake,
): Promise<MadeMessage> {
  const [deal, settings] = await Promise.all([viewDeal(context, deal_id), readSnippets(context)])
  const snippet = settings.snippets.find((one) => one.snippet_id === snippet_id)
  if (snippet === undefined)
    throw failure('SNIPPET_NOT_FOUND', msg.errors.snippetGone, msg.errors.chooseOtherSnippet)
  const { language } = snippet
  const { broker_name, signature } = settings
  const sources = {
    deal,
    profile: context.profile,
    offer_ids,
    broker_name,
    signature,
    made_at: context.clock.now(),
  }
  const made = fillSnippet(snippet, sources, { language, said: await loadMessages(language) })
  const filled = edited === undefined ? made : editMessage(made, edited, sources)
  if (filled.gate?.ok === false) {
    const said = filled.gate.refusals.map((refusal) => refusalMessage(refusal))
    const why = joinMessages([msg.errors.messageRefused, ...uniqueMessages(said.map((one) => one.why))])
    const advice = joinMessages(uniqueMessages(said.map((one) => one.advice)))
    throw failure('MERCHANT_PAGE_REFUSED', why, advice)
  }
  return { snippet, filled }
}

/** Records that a message was made. The entry contains the name of the snippet, but not the text. */
async function record(
  { vault, clock, emit }: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  deal_id: string,
  title: Message,
  offers: readonly number[],
): Promise<void> {
  const { messageFate, messageOffers } = msg.history
  const named = offers.map((number) => msg.offers.offerNumber(number))
  const detail = joinMessages([
    ...(named.length > 0 ? [messageOffers(joinMessages(named, ', '))] : []),
    messageFate,
  ])
  await vault.commit([timelineWrite(deal_id, clock.now(), 'message_made', title, detail)])
  emit('deal.changed', { deal_id })
}

const SNIPPETS = 'message_snippets'
const SIGNATURE = 'message_signature'

/** Returns the broker's snippets in their order, or the default ones. Leaves out snippets that this version of the app cannot read. */
export async function readSnippets({ vault }: Pick<Platform, 'vault'>): Promise<SnippetSettings> {
  const [kept, name, signature] = await Promise.all([
    vault.getSetting(SNIPPETS),
    vault.getSetting(BROKER_NAME),
    vault.getSetting(SIGNATURE),
  ])
  const snippets = kept === null ? [...DEFAULT_SNIPPETS] : known(kept)
  return { snippets, broker_name: name ?? '', signature: signature ?? '' }
}

/** Replaces the broker's snippets, name, and signature, and notifies every window. */
export async function saveSnippets(
  { vault, emit }: Pick<Platform, 'vault' | 'emit'>,
  settings: SnippetSettings,
): Promise<SnippetSettings> {
  await vault.commit([
    { write: 'set_setting', key: SNIPPETS, value: JSON.stringify(settings.snippets) },
    { write: 'set_setting', key: BROKER_NAME, value: settings.broker_name },
    { write: 'set_setting', key: SIGNATURE, value: settings.signature },
  ])
  emit('snippets.changed', {})
  return settings
}

function known(stored: string): Snippet[] {
  const snippets: unknown = JSON.parse(stored)
  return (Array.isArray(snippets) ? snippets : [])
    .flatMap((snippet) => snippetSchema.safeParse(snippet).data ?? [])
    .slice(0, MOST_SNIPPETS)
}
