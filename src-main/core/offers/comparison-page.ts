import type { MerchantPage } from '../../../src-shared/merchant-page/gate.ts'

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
  const heads = columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('')
  const cell = (lines: readonly string[]) =>
    `<td>${lines.length === 0 ? '–' : lines.map(escaped).join('<br>')}</td>`
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1><p class="line">${escaped(intro)}</p>
<table><thead><tr><th scope="col">${escaped(figure)}</th>
${heads}</tr></thead><tbody>
${rows.map(({ label, cells }) => `<tr><th scope="row">${escaped(label)}</th>${cells.map(cell).join('')}</tr>`).join('\n')}
</tbody></table>
<h2>${escaped(what_it_means)}</h2>
<dl>${rows.map(({ label, meaning }) => `<div><dt>${escaped(label)}</dt><dd>${escaped(meaning)}</dd></div>`).join('')}</dl>
<p class="small">${escaped(disclaimer)}</p></body></html>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const STYLE = `
body { font: 10pt/1.45 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', 'Noto Sans', sans-serif; color: #1a1b1e; margin: 0 }
h1 { font-size: 20pt; margin: 0 0 2pt } h2 { font-size: 12pt; margin: 18pt 0 6pt; break-after: avoid }
.line { color: #495057; margin: 0 0 14pt }
table { border-collapse: collapse; width: 100%; table-layout: fixed; font-variant-numeric: tabular-nums }
th, td { text-align: left; vertical-align: top; padding: 5pt 8pt 5pt 0; border-bottom: 0.5pt solid #ced4da; overflow-wrap: anywhere }
thead th { border-bottom: 1pt solid #1a1b1e } tbody th { font-weight: 400; color: #495057 }
tr, dl div { break-inside: avoid }
dl { margin: 0 } dl div { display: flex; gap: 8pt; padding: 1.5pt 0 } dt { flex: 0 0 130pt; font-weight: 600 } dd { margin: 0 }
.small { font-size: 8.5pt; color: #495057; margin-top: 14pt }
`
