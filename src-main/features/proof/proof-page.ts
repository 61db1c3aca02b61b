import { language, messages } from '../../../src-shared/platform/texts/messages.ts'
import { printable } from '../../../src-shared/platform/base/text.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { evidenceMessage } from '../../../src-shared/features/submission/evidence-messages.ts'
import { statusLabel } from '../../../src-shared/platform/words/status-labels.ts'
import type { ProofFact, ProofFile } from '../../../src-shared/features/proof/proof-schema.ts'
import { escapeHtml, printedPage } from '../../platform/base/printed-page.ts'

export function proofPage(proof: ProofFile): { html: string; footer: string } {
  const text = messages().proof
  const { deal, entries } = proof
  const facts: [string, string][] = [
    [text.applicant, deal.legal_name || text.notNamed],
    ...(deal.reference === '' ? [] : [[text.reference, deal.reference] as [string, string]]),
    ['application_id', deal.application_id ?? text.noneYet],
    [text.environment, proof.environment],
    [text.madeAt, instant(proof.exported_at)],
  ]
  const sections = entries.map(({ at, fact }, index) => {
    const { title, particulars } = describeFact(fact)
    const heading = `${shown(`${index + 1}. ${title}`)} <time>${shown(instant(at))}</time>`
    return `<section><h2>${heading}</h2>${list(particulars)}</section>`
  })
  const notes = [
    [text.whatItShows, text.shows, text.doesNotShow],
    [text.howToCheck, text.verify],
  ].map(
    ([title = '', ...paragraphs]) =>
      `<section><h2>${shown(title)}</h2>${paragraphs.map((one) => `<p>${shown(one)}</p>`).join('')}</section>`,
  )
  const body = [`<h1>${shown(text.title)}</h1>`, list(facts), ...sections, ...notes].join('\n')
  const title = text.titleOf(deal.legal_name || deal.deal_id)
  const place = text.page('<span class="pageNumber"></span>', '<span class="totalPages"></span>')
  return {
    html: printedPage(language(), title, STYLE, body),
    footer: `<div style="${FOOTER_STYLE}"><span>${shown(text.footer(entries.length))}</span><span>${place}</span></div>`,
  }
}

/** Formats a fact of a proof of submission as display text: a title, and its details with labels. */
function describeFact(fact: ProofFact): {
  title: string
  particulars: [name: string, value: string][]
} {
  switch (fact.what) {
    case 'application_sent':
      return {
        title: messages().proof.applicationSent,
        particulars: [[messages().proof.sentHash, fact.payload_sha256]],
      }
    case 'application_answered':
      return {
        title: messages().proof.applicationAnswered(fact.outcome),
        particulars: [
          ...given('application_id', fact.application_id),
          ...given(messages().proof.reason, fact.code),
        ],
      }
    case 'application_resolved':
      return {
        title: messages().proof.applicationResolved(fact.arrived),
        particulars: given('application_id', fact.application_id),
      }
    case 'application_found':
      return {
        title: messages().proof.applicationFound,
        particulars: [
          ['application_id', fact.application_id],
          [messages().proof.how, formatMessage(evidenceMessage(fact.words))],
        ],
      }
    case 'document_found':
      return {
        title: messages().proof.documentFound,
        particulars: [
          ...fileParticulars(fact.file),
          [messages().proof.how, formatMessage(evidenceMessage(fact.words))],
        ],
      }
    case 'document_sent':
      return { title: messages().proof.documentSent, particulars: fileParticulars(fact.file) }
    case 'document_answered':
      return {
        title: messages().proof.documentAnswered(fact.outcome),
        particulars: [
          ...fileParticulars(fact.file),
          ...given(messages().proof.documentId, fact.partner_document_id),
          ...given(messages().proof.reason, fact.code),
        ],
      }
    case 'document_resolved':
      return {
        title: messages().proof.documentResolved(fact.arrived),
        particulars: fileParticulars(fact.file),
      }
    case 'offer_accept_sent':
      return {
        title: messages().proof.acceptanceSent,
        particulars: [
          [messages().proof.offer, fact.offer_id],
          ...given(messages().proof.amount, fact.amount_cents === null ? null : dollars(fact.amount_cents)),
        ],
      }
    case 'offer_accept_answered':
      return {
        title: messages().proof.acceptanceAnswered(fact.outcome),
        particulars: [[messages().proof.offer, fact.offer_id], ...given(messages().proof.reason, fact.code)],
      }
    case 'offer_accept_found':
      return {
        title: messages().proof.acceptanceFound,
        particulars: [
          [messages().proof.offer, fact.offer_id],
          [messages().proof.how, fact.words],
        ],
      }
    case 'offer_accept_resolved':
      return {
        title: messages().proof.acceptanceResolved(fact.accepted),
        particulars: [[messages().proof.offer, fact.offer_id]],
      }
    case 'event':
      return {
        title: messages().proof.event(statusLabel(fact.status)),
        particulars: [
          [messages().proof.eventId, fact.event_id],
          ['application_id', fact.application_id],
          [messages().proof.saidAt, fact.timestamp],
          [messages().proof.eventBodyHash, fact.body_sha256],
          [messages().proof.signature, coverage(fact)],
        ],
      }
  }
}

/** Describes what the partner's signature of an event covers. Does not verify the signature, because this requires the partner's keys. */
function coverage({ verification, body }: Extract<ProofFact, { what: 'event' }>): string {
  const text = messages().proof
  if (verification === 'hint') return text.notCovered
  return body === undefined ? text.coversHash : text.coversBody
}

function fileParticulars(file: {
  name: string
  kind: string
  size: number
  sha256: string
}): [string, string][] {
  return [
    [messages().proof.file, messages().proof.fileOf(file.name, file.kind, file.size)],
    [messages().proof.fileHash, file.sha256],
  ]
}

function dollars(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
}

function given(name: string, value: string | null): [string, string][] {
  return value === null ? [] : [[name, value]]
}

/** Formats pairs of a name and a value as an HTML list. Shows hashes in a monospaced font, so that they are easy to compare. */
function list(pairs: [name: string, value: string][]): string {
  const rows = pairs.map(([name, value]) => {
    const mono = /^[0-9a-zA-Z+/=-]{32,}$/.test(value) ? ' class="mono"' : ''
    return `<div><dt>${shown(name)}</dt><dd${mono}>${shown(value)}</dd></div>`
  })
  return `<dl>${rows.join('')}</dl>`
}

/** Escapes text for HTML, including characters that would hide or reorder text. */
function shown(text: string): string {
  return escapeHtml(printable(text))
}

/** Formats a time in UTC, so that every reader sees the same text. */
function instant(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

const FOOTER_STYLE =
  'display: flex; justify-content: space-between; width: 100%; margin: 0 0.65in; font: 8px sans-serif; color: #6b6e75'
const STYLE = `
section { break-inside: avoid; border-top: 0.5pt solid #dee2e6; margin-top: 9pt; padding-top: 6pt }
h2 { display: flex; justify-content: space-between; gap: 12pt; font-size: 10.5pt; margin: 0 0 2pt }
h2 time { flex: none; font-size: 8.5pt; font-weight: 400; color: #6b6e75 }
p { font-size: 9pt; margin: 4pt 0 } dl { margin: 0; font-size: 8.5pt }
dl div { display: flex; align-items: baseline } dt { flex: 0 0 140pt; color: #6b6e75 } dd { margin: 0; overflow-wrap: anywhere }
.mono { font-family: 'Cascadia Mono', Menlo, 'Liberation Mono', monospace; font-size: 8pt }
`
