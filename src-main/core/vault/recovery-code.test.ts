import { describe, expect, test } from 'vitest'
import { CODE_WORDS, isWord, newRecoveryCode, readRecoveryCode } from './recovery-code.ts'

const code = [
  'legal', 'winner', 'thank', 'year', 'wave', 'sausage',
  'worth', 'useful', 'legal', 'winner', 'thank', 'yellow',
] // prettier-ignore
const entropy = Buffer.alloc(16, 0x7f)

async function read(typed: string): Promise<Buffer> {
  const result = await readRecoveryCode(typed)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

describe('a recovery code', () => {
  test('is twelve words that carry 128 bits, another one each time', async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, newRecoveryCode))
    expect(new Set(codes.map((words) => words.join(' '))).size).toBe(20)
    for (const words of codes) {
      expect(words).toHaveLength(CODE_WORDS)
      expect(await read(words.join(' '))).toHaveLength(16)
    }
  })

  test('stands for the bits that BIP 39 says', async () => {
    expect((await read(code.join(' '))).equals(entropy)).toBe(true)
  })

  test.each([
    ['in capitals', code.join(' ').toUpperCase()],
    [
      'with spaces and lines of all kinds',
      `  ${code.slice(0, 6).join('\t ')}\r\n\n${code.slice(6).join('  ')} `,
    ],
    ['numbered, with commas', code.map((word, index) => `${index + 1}. ${word},`).join(' ')],
    ['by the first four letters', code.map((word) => word.slice(0, 4)).join(' ')],
  ])('is read %s', async (_, typed) => {
    expect((await read(typed)).equals(entropy)).toBe(true)
  })

  test.each([
    ['a word that is none', code.join(' ').replace('sausage', 'sossage'), 'Word 6, “sossage”'],
    ['letters that leave a doubt', code.join(' ').replace('winner', 'wi'), 'Word 2, “wi”'],
    ['a word too few', code.slice(1).join(' '), '12 words; these are 11'],
    ['nothing', '', 'these are 0'],
    ['two words changed about', ['winner', 'legal', ...code.slice(2)].join(' '), 'together'],
  ])('says what is wrong with %s', async (_, typed, words) => {
    const result = await readRecoveryCode(typed)
    expect(result).toMatchObject({ ok: false, error: { code: 'RECOVERY_CODE_INVALID' } })
    expect(!result.ok && result.error.message).toContain(words)
  })

  test('a word of it is compared as forgivingly', async () => {
    expect(await isWord(' SAUS ', 'sausage')).toBe(true)
    expect(await isWord('sauce', 'sausage')).toBe(false)
    expect(await isWord('', 'sausage')).toBe(false)
  })
})
