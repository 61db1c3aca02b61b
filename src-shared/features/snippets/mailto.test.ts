import { expect, test } from 'vitest'
import { LONGEST_MAILTO, mailtoOf } from './mailto.ts'

test('a mail becomes a link with recipient, subject, and body', () => {
  const link = mailtoOf({ to: 'ada@example.com', subject: 'Bread & more', body: 'Hello,\nÀ bientôt? 100 %' })
  expect(link).toBe(
    'mailto:ada@example.com?subject=Bread%20%26%20more&body=Hello%2C%0D%0A%C3%80%20bient%C3%B4t%3F%20100%20%25',
  )
})

test.each([
  'ada@example.com?cc=eve@example.com',
  'ada@example.com,eve@example.com',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@example.com&attach=/etc/passwd',
  'Ada <ada@example.com>',
  'not an address',
  `${'a'.repeat(65)}@example.com`,
])('the address %j is left out', (to) => {
  expect(mailtoOf({ to, subject: 's', body: 'b' })).toBe('mailto:?subject=s&body=b')
})

test('a subject or a body adds no header and no recipient', () => {
  const link = mailtoOf({
    to: '',
    subject: 'a\r\nBcc: eve@example.com\u2028&bcc=eve@example.com',
    body: 'b\u0000\r\r\n&attach=/etc/passwd?cc=eve@example.com#x\uD800',
  })
  const [, query = ''] = (link ?? '').split('?')
  const fields = new URLSearchParams(query)
  expect([...fields.keys()]).toEqual(['subject', 'body'])
  expect(fields.get('subject')).not.toMatch(/[\r\n\u2028]/)
  expect(fields.get('body')).toBe('b\r\n\r\n&attach=/etc/passwd?cc=eve@example.com#x\uFFFD')
})

test('a link that is too long for Windows is not made', () => {
  const body = (length: number) => mailtoOf({ to: '', subject: '', body: 'x'.repeat(length) })
  const shortest = 'mailto:?subject=&body='.length
  expect(body(LONGEST_MAILTO - shortest)?.length).toBe(LONGEST_MAILTO)
  expect(body(LONGEST_MAILTO - shortest + 1)).toBeNull()
})
