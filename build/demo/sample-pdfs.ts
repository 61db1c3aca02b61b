import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Content of a fictional merchant's document. Ghostscript renders the PDF, so the samples come from a tool independent of the app. */
export interface SamplePdf {
  name: string
  title: string
  lines: string[]
  pages?: number
}

export const SAMPLE_PDFS: SamplePdf[] = [
  {
    name: 'Juniper Bakery – signed application.pdf',
    title: 'Application for business funding',
    lines: [
      'Juniper Bakery LLC',
      '18 Alder Street, Portland, OR 97204',
      'Amount requested: 35,000.00',
      'Signed: A. Sample',
    ],
  },
  {
    name: 'Statement August 2026.pdf',
    title: 'Business checking, August 2026',
    lines: [
      'Juniper Bakery LLC',
      'Statement period 08/01/2026 - 08/31/2026',
      'Opening balance 12,410.22',
      'Deposits 43,905.10',
      'Closing balance 14,002.87',
    ],
    pages: 3,
  },
  {
    name: 'Statement September 2026.pdf',
    title: 'Business checking, September 2026',
    lines: [
      'Juniper Bakery LLC',
      'Statement period 09/01/2026 - 09/30/2026',
      'Opening balance 14,002.87',
      'Deposits 41,220.75',
      'Closing balance 13,318.40',
    ],
    pages: 2,
  },
  {
    name: 'Voided check.pdf',
    title: 'VOID',
    lines: ['Juniper Bakery LLC', 'Check 1042'],
  },
]

/** Returns the samples with statements of the last three full months, because the app requires statements of those months. */
export function recentSamplePdfs(today: Date): SamplePdf[] {
  const statements = [3, 2, 1].map((back) => {
    const first = new Date(today.getFullYear(), today.getMonth() - back, 1)
    const last = new Date(today.getFullYear(), today.getMonth() - back + 1, 0)
    const month = first.toLocaleDateString('en-US', { month: 'long', year: 'numeric' })
    const day = (date: Date) =>
      date.toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' })
    return {
      name: `Statement ${month}.pdf`,
      title: `Business checking, ${month}`,
      lines: ['Juniper Bakery LLC', `Statement period ${day(first)} - ${day(last)}`, 'Deposits 41,220.75'],
    }
  })
  return [...SAMPLE_PDFS.filter(({ name }) => !name.startsWith('Statement')), ...statements]
}

/** Writes the PDFs into a folder and returns their paths. Needs Ghostscript. */
export async function makeSamplePdfs(folder: string, samples = SAMPLE_PDFS): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  return Promise.all(
    samples.map(async (sample, index) => {
      const source = join(folder, `.page-${index}.ps`)
      const target = join(folder, sample.name)
      await writeFile(source, postScript(sample))
      await run('gs', [
        '-q',
        '-dNOPAUSE',
        '-dBATCH',
        '-dSAFER',
        '-sDEVICE=pdfwrite',
        `-sOutputFile=${target}`,
        source,
      ])
      return target
    }),
  )
}

function postScript({ title, lines, pages = 1 }: SamplePdf): string {
  const show = (text: string) => `(${text.replaceAll(/[\\()]/g, '\\$&').replaceAll('–', '-')}) show`
  const page = (number: number) =>
    [
      '/Helvetica-Bold findfont 20 scalefont setfont 72 720 moveto',
      show(title),
      '/Helvetica findfont 12 scalefont setfont',
      ...lines.map((line, index) => `72 ${680 - index * 22} moveto ${show(line)}`),
      `72 60 moveto ${show(`Page ${number} of ${pages}`)}`,
      'showpage',
    ].join('\n')
  return ['%!PS', ...Array.from({ length: pages }, (_, index) => page(index + 1))].join('\n')
}
