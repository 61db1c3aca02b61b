/**
 * Creates valid JSON and CSV files below 2 MB that are meant to slow down an import or to exhaust its memory. Returns them by file name.
 */
export function hostileDrafts(): Record<string, Buffer> {
  const files: Record<string, string> = {
    'many-drafts.json': `[${'{},'.repeat(690_000)}{}]`,
    'unknown-values.json': `[${Array(480)
      .fill(`{"a":[${Array(1_999).fill('1').join(',')}]}`)
      .join(',')}]`,
    'long-key.json': `{"${'k'.repeat(2_000_000)}":[${Array(1_999).fill('1').join(',')}]}`,
    'long-value.json': `{"company":{"legal_name":"${'v'.repeat(2_000_000)}"},"x":"${'9'.repeat(50_000)}"}`,
    'deep.json': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    'deep-list.json': `[{"a":${'['.repeat(900_000)}${']'.repeat(900_000)}}]`,
    'row-numbers.json': `{"company":{"owners":{${numbered(1_999)
      .map((_, i) => `"${9_000_000 + i}":{"ssn":"900123456"}`)
      .join(',')}}}}`,
    'one-line.csv': `Business name\n${','.repeat(2_000_000)}`,
    'empty-lines.csv': `Business name${'\n'.repeat(2_000_000)}`,
    'many-rows.csv': `Business name\n${'a\n'.repeat(1_000_000)}`,
    'open-quote.csv': `Business name\n"${'a,"",'.repeat(400_000)}`,
    'long-heading.csv': `${'h'.repeat(1_900_000)}\n${'a\n'.repeat(900)}`,
    'many-columns.csv': `${numbered(1_900).join(',')}\n${`${Array(1_900).fill('1').join(',')}\n`.repeat(500)}`,
    'taken-field.csv': `${Array(1_900).fill('EIN').join(',')}\n${`${Array(1_900).fill('1').join(',')}\n`.repeat(500)}`,
    'large-good.csv': largeBook(),
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `field ${i}`)

/** Creates a CSV file of the maximum size: 1,000 applications, with 20 columns for which the form has no field. */
function largeBook(): string {
  const headings = ['Business name', 'EIN', 'Amount requested', ...numbered(20)]
  const row = (i: number) => [
    `Alder ${i} LLC`,
    `12-${3_000_000 + i}`,
    '35000',
    ...Array<string>(20).fill('x'),
  ]
  return [headings, ...Array.from({ length: 1_000 }, (_, i) => row(i))]
    .map((cells) => cells.join(','))
    .join('\n')
}
