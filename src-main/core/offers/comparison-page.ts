import type { MerchantPage } from '../../../src-shared/merchant-page/gate.ts'
import { escapeHtml, printedPage } from '../printed-page.ts'

/** Returns the merchant's page as HTML without scripts or external content. */
export function comparisonPage({
  language,
  title,
  intro,
  figure,
  columns,
  rows,
  what_it_means,
  disclaimer,
}: MerchantPage): string {
  const heads = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('')
  const cell = (lines: readonly string[]) =>
    `<td>${lines.length === 0 ? '–' : lines.map(escapeHtml).join('<br>')}</td>`
  const body = `<h1>${escapeHtml(title)}</h1><p class="line">${escapeHtml(intro)}</p>
<table><thead><tr><th scope="col">${escapeHtml(figure)}</th>
${heads}</tr></thead><tbody>
${rows.map(({ label, cells }) => `<tr><th scope="row">${escapeHtml(label)}</th>${cells.map(cell).join('')}</tr>`).join('\n')}
</tbody></table>
<h2>${escapeHtml(what_it_means)}</h2>
<dl>${rows.map(({ label, meaning }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(meaning)}</dd></div>`).join('')}</dl>
<p class="small">${escapeHtml(disclaimer)}</p>`
  return printedPage(language, title, STYLE, body)
}

const STYLE = `
h2 { font-size: 12pt; margin: 18pt 0 6pt; break-after: avoid }
.line { color: #495057; margin: 0 0 14pt }
table { border-collapse: collapse; width: 100%; table-layout: fixed; font-variant-numeric: tabular-nums }
th, td { text-align: left; vertical-align: top; padding: 5pt 8pt 5pt 0; border-bottom: 0.5pt solid #ced4da; overflow-wrap: anywhere }
thead th { border-bottom: 1pt solid #1a1b1e } tbody th { font-weight: 400; color: #495057 }
tr, dl div { break-inside: avoid }
dl { margin: 0 } dl div { display: flex; gap: 8pt; padding: 1.5pt 0 } dt { flex: 0 0 130pt; font-weight: 600 } dd { margin: 0 }
.small { font-size: 8.5pt; color: #495057; margin-top: 14pt }
`
