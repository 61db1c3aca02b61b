import { describe, expect, test } from 'vitest'
import { loadMessages } from '../../../src-shared/platform/texts/load-messages.ts'
import type { Language } from '../../../src-shared/platform/texts/messages.ts'
import {
  accountOf,
  dealStatements,
  findingOf,
  monthNames,
  positionOf,
  unverifiedMonth,
  verifiedMonth,
} from '../../../src-shared/features/statements/deal-statements.fixture.ts'
import type { DealStatements } from '../../../src-shared/features/statements/deal-statements.ts'
import { summaryPage } from './summary-page.ts'

const MADE_AT = '2026-07-10T15:00:00.000Z'

async function page(statements: DealStatements, language: Language = 'en', merchant = 'Larkspur Auto LLC') {
  const said = await loadMessages(language)
  return summaryPage({ statements, merchant, made_at: MADE_AT }, { language, said })
}

/** The text of the page without markup. */
const textOf = (html: string) =>
  html
    .slice(html.indexOf('<body>'))
    .replaceAll(/<[^>]{1,200}>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('the printed summary of bank statements', () => {
  test('shows the figures of verified months in whole dollars, and says what verified means', async () => {
    const statements = dealStatements([accountOf([verifiedMonth('2026-04'), verifiedMonth('2026-05')])])
    const text = textOf(await page(statements))
    expect(text).toContain('Larkspur Auto LLC · July 10, 2026')
    expect(text).toContain('LARKSPUR AUTO LLC …4417')
    expect(text).toContain('Apr 26 May 26')
    expect(text).toContain('True revenue 40,000 40,000')
    expect(text).toContain('Funders’ share of revenue 15% 15%')
    expect(text).toContain('This does not prove that the bank issued the statement.')
    expect(text).not.toContain('Not verified')
  })

  test('names an unverified month with its reason, and shows no figure of it', async () => {
    const broken = { ...unverifiedMonth('2026-05'), figures: {} }
    const html = await page(dealStatements([accountOf([verifiedMonth('2026-04'), broken])]))
    expect(textOf(html)).toContain(
      'Not verified, so without figures May 2026 (Statement 2026-05.pdf): Not verified: the entries do not add up to the closing balance, page 3',
    )
    const [, column = ''] = /<td class="none" rowspan="\d+">([^<]+)<\/td>/.exec(html) ?? []
    expect(column).toBe('Not verified')
    expect(textOf(html)).toContain('True revenue 40,000 Not verified')
  })

  test('names a document that could not be read at all', async () => {
    const statements = dealStatements([accountOf([verifiedMonth('2026-04')])])
    const [document] = statements.documents
    statements.documents.push({
      ...document!,
      document_id: 'locked',
      name: 'Locked.pdf',
      reading: {
        state: 'read',
        verdict: 'unreadable',
        findings: [findingOf('password')],
        evidence: [],
      },
    })
    expect(textOf(await page(statements))).toContain('Locked.pdf: Cannot be read: the file needs a password')
  })

  test('is in Spanish if the broker chooses Spanish', async () => {
    const html = await page(
      dealStatements([accountOf([verifiedMonth('2026-04')])], { positions: [positionOf()] }),
      'es',
    )
    expect(html).toContain('<html lang="es">')
    expect(textOf(html)).toContain('Resumen de estados de cuenta')
    expect(textOf(html)).toContain('10 de julio de 2026')
  })

  test('shows the newest twelve months, and says how many are left out', async () => {
    const months = monthNames('2025-04', 14).map((month) => verifiedMonth(month))
    const html = await page(dealStatements([accountOf(months)]))
    expect(html.match(/<thead><tr>.*<\/tr><\/thead>/)?.[0].match(/<th /g)).toHaveLength(13)
    expect(textOf(html)).toContain('2 older months are left out.')
  })

  test('shows all accounts together first, and then at most two accounts', async () => {
    const account = (id: string, last4: string) =>
      accountOf([verifiedMonth('2026-04', {}, { account: id })], id, last4)
    const accounts = [account('a1', '4417'), account('a2', '8821'), account('a3', '9900')]
    const text = textOf(await page(dealStatements(accounts)))
    expect(text).toContain('All accounts')
    expect(text).toContain('…8821')
    expect(text).not.toContain('…9900')
    expect(text).toContain('1 account has no table of its own.')
  })

  test('shows positions with their certainty, and leaves out those that the broker denied', async () => {
    const positions = [
      positionOf(),
      positionOf({ position_id: 'p2', name: 'OAKLINE FUNDING', confirmed: 'yes' }),
      positionOf({ position_id: 'p3', name: 'CITY LINEN', confirmed: 'no' }),
    ]
    const text = textOf(await page(dealStatements([accountOf([verifiedMonth('2026-04')])], { positions })))
    expect(text).toMatch(/BLUEHERON CAP Daily \$312\.00 21 .* Unknown after Apr 30, 2026 Likely/)
    expect(text).toMatch(/OAKLINE FUNDING .* Confirmed by the broker/)
    expect(text).not.toContain('CITY LINEN')
  })

  test('escapes names from files, so that they cannot change the page', async () => {
    const html = await page(
      dealStatements([{ ...accountOf([verifiedMonth('2026-04')]), holder: '<script>x</script>' }]),
      'en',
      'A & B <b>',
    )
    expect(html).not.toContain('<script>')
    expect(html).toContain('A &amp; B &lt;b&gt;')
  })
})
