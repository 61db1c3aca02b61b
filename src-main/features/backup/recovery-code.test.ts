import { resultOf } from '../../platform/base/failure.ts'
import { describe, expect, test } from 'vitest'
import { CODE_WORDS, isWord, newRecoveryCode, readRecoveryCode } from './recovery-code.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'

const code = [
  'legal', 'winner', 'thank', 'year', 'wave', 'sausage',
  'worth', 'useful', 'legal', 'winner', 'thank', 'yellow',
] // prettier-ignore
const entropy = Buffer.alloc(16, 0x7f)

async function read(typed: string): Promise<Buffer> {
  const result = await resultOf(readRecoveryCode(typed))
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

describe('a recovery code', () => {
  test('consists of twelve words with 128 bits, and is different each time', async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, newRecoveryCode))
    expect(new Set(codes.map((words) => words.join(' '))).size).toBe(20)
    for (const words of codes) {
      expect(words).toHaveLength(CODE_WORDS)
      expect(await read(words.join(' '))).toHaveLength(16)
    }
  })

  test('encodes bits as in BIP 39', async () => {
    expect((await read(code.join(' '))).equals(entropy)).toBe(true)
  })

  test.each([
    ['in uppercase', code.join(' ').toUpperCase()],
    [
      'with any spaces and line breaks',
      `  ${code.slice(0, 6).join('\t ')}\r\n\n${code.slice(6).join('  ')} `,
    ],
    ['with numbers and commas', code.map((word, index) => `${index + 1}. ${word},`).join(' ')],
    ['from the first four letters of each word', code.map((word) => word.slice(0, 4)).join(' ')],
  ])('can be read %s', async (_, typed) => {
    expect((await read(typed)).equals(entropy)).toBe(true)
  })

  test.each([
    ['an unknown word', code.join(' ').replace('sausage', 'sossage'), 'word 6 (“sossage”).'],
    ['two unknown words', 'apel winer ' + code.slice(2).join(' '), 'word 1 (“apel”) and word 2 (“winer”).'],
    ['ambiguous letters', code.join(' ').replace('winner', 'wi'), 'word 2 (“wi”).'],
    ['a missing word', code.slice(1).join(' '), '12 words. You entered 11.'],
    ['an empty code', '', 'You entered 0.'],
    ['two swapped words', ['winner', 'legal', ...code.slice(2)].join(' '), 'together'],
  ])('reports what is wrong with %s', async (_, typed, words) => {
    const result = await resultOf(readRecoveryCode(typed))
    expect(result).toMatchObject({ ok: false, error: { code: 'RECOVERY_CODE_INVALID' } })
    expect(result.ok ? '' : formatMessage(result.error.message)).toContain(words)
  })

  test('accepts a single word in any case, with spaces, or shortened to its first four letters', async () => {
    expect(await isWord(' SAUS ', 'sausage')).toBe(true)
    expect(await isWord('sauce', 'sausage')).toBe(false)
    expect(await isWord('', 'sausage')).toBe(false)
  })
})
