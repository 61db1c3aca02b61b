import { language, messages } from '../../../src-shared/messages/messages.ts'
import { printable } from '../../../src-shared/text.ts'
import type { ProofFile } from '../../../src-shared/proof/proof-file.ts'
import { describeEntry } from '../../../src-shared/proof/describe-entry.ts'
import { escapeHtml, printedPage } from '../printed-page.ts'

/** Returns a proof as HTML for printing, and the footer of its pages. */
export function proofPage(proof: ProofFile): { html: string; footer: string } {
  const text = messages().proof
  const { deal, device, head, entries } = proof
  const facts: [string, string][] = [
    [text.applicant, deal.legal_name || text.notNamed],
    ...(deal.reference === '' ? [] : [[text.reference, deal.reference] as [string, string]]),
    ['application_id', deal.application_id ?? text.noneYet],
    [text.environment, proof.environment],
    [text.madeAt, instant(proof.exported_at)],
    [text.fingerprint, device.fingerprint],
    [text.lastHash, head.hash],
    [text.signature, proof.signature],
  ]
  const sections = entries.map((entry) => {
    const { title, particulars } = describeEntry(entry, device.fingerprint)
    const heading = `${shown(`${entry.seq}. ${title}`)} <time>${shown(instant(entry.at))}</time>`
    return `<section><h2>${heading}</h2>${list(particulars)}</section>`
  })
  const notes = [
    [text.whatItShows, text.shows, text.doesNotShow],
    [text.howToCheck, text.chained, text.verify],
  ].map(
    ([title = '', ...paragraphs]) =>
      `<section><h2>${shown(title)}</h2>${paragraphs.map((one) => `<p>${shown(one)}</p>`).join('')}</section>`,
  )
  const body = [`<h1>${shown(text.title)}</h1>`, list(facts), ...sections, ...notes].join('\n')
  const title = text.titleOf(deal.legal_name || deal.deal_id)
  const place = text.page('<span class="pageNumber"></span>', '<span class="totalPages"></span>')
  return {
    html: printedPage(language(), title, STYLE, body),
    footer: `<div style="${FOOTER_STYLE}"><span>${shown(text.footer(entries.length, device.fingerprint.slice(0, 16)))}</span><span>${place}</span></div>`,
  }
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
