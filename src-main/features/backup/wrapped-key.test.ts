import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isKeyOf, keyFileSchema, newKeyFile } from '../../platform/vault/vault-storage.ts'
import { unwrapKey, wrapKey } from './recovery-code.ts'

const key = randomBytes(32).toString('hex')
const entropy = randomBytes(16)
const made_at = '2026-11-21T10:00:00.000Z'

describe('the key encrypted with a recovery code', () => {
  test('is recovered with the code', () => {
    const file = wrapKey(key, entropy, made_at)
    expect(keyFileSchema.parse(JSON.parse(JSON.stringify(file)))).toEqual(file)
    expect(unwrapKey(file, entropy)).toBe(key)
  })

  test('does not appear in its file, nor does the code, and is encrypted differently each time', () => {
    const [one, other] = [wrapKey(key, entropy, made_at), wrapKey(key, entropy, made_at)]
    const text = JSON.stringify(one)
    for (const secret of [
      key,
      Buffer.from(key, 'hex').toString('base64'),
      entropy.toString('hex'),
      entropy.toString('base64'),
    ])
      expect(text).not.toContain(secret)
    expect(one.recovery?.sealed).not.toBe(other.recovery?.sealed)
  })

  test('is not recovered with another code', () => {
    expect(() => unwrapKey(wrapKey(key, entropy, made_at), randomBytes(16))).toThrow('RECOVERY_CODE_WRONG')
  })

  test('is not recovered from a file with a changed field', () => {
    const file = wrapKey(key, entropy, made_at)
    const recovery = file.recovery as NonNullable<typeof file.recovery>
    const other = wrapKey(randomBytes(32).toString('hex'), entropy, made_at)
    const forgeries = [
      { ...file, check: other.check },
      { ...file, recovery: { ...recovery, made_at: '2026-11-22T10:00:00.000Z' } },
      { ...file, recovery: { ...recovery, salt: other.recovery?.salt ?? '' } },
      { ...file, recovery: { ...recovery, nonce: other.recovery?.nonce ?? '' } },
      { ...file, recovery: { ...recovery, sealed: other.recovery?.sealed ?? '' } },
      { ...file, recovery: { ...recovery, sealed: recovery.sealed.slice(0, 8) } },
    ]
    for (const forged of forgeries) expect(() => unwrapKey(forged, entropy)).toThrow('RECOVERY_CODE_WRONG')
  })

  test('is not recovered if no recovery code was confirmed yet', () => {
    expect(() => unwrapKey(newKeyFile(key), entropy)).toThrow('RECOVERY_CODE_MISSING')
  })

  test('has a check value that distinguishes the correct key from another', () => {
    expect(isKeyOf(newKeyFile(key), key)).toBe(true)
    expect(isKeyOf(newKeyFile(key), randomBytes(32).toString('hex'))).toBe(false)
  })
})
