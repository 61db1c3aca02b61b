import { expect, test } from 'vitest'
import { keepEmail, readEmail } from './email.ts'

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['John Doe <j@example.com>', 'j@example.com'],
  ['"Doe, John" <j.doe+x@mail.example.com>;', 'j.doe+x@mail.example.com'],
  ['John<j@example.com>', 'j@example.com'],
  ['<j@example.com>', 'j@example.com'],
  ['mailto:j@example.com', 'j@example.com'],
  ['<mailto:j@example.com>', 'j@example.com'],
  ['j@example.com (office)', 'j@example.com'],
  ['(j@example.com)', 'j@example.com'],
  ['j@example.com.', 'j@example.com'],
  ['j @ example.com', 'j@example.com'],
  ['\u200bj@\ufeffexample.com\u00a0', 'j@example.com'],
  ['j\ufe0d@example.com', 'j@example.com'],
  ['j\uff20example\uff0ecom', 'j@example.com'],
  ["o'brien@example.com", "o'brien@example.com"],
  ['j@xn--bcker-gra.example', 'j@xn--bcker-gra.example'],
  ['jörg@bäcker.example', 'jörg@bäcker.example'],
])('readEmail finds the address in %j', (typed, address) => {
  expect(readEmail(typed)).toBe(address)
  expect(keepEmail(address)).toBe(address)
})

test.each([
  '',
  'sean@obrien',
  'nobody',
  '@example.com',
  'j@',
  'j@.com',
  'j@example..com',
  'j..d@example.com',
  'j@example.c',
  'j@-example.com',
  'j@10.0.0.1',
  'j@@example.com',
  'a@example.com, b@example.com',
  'a@example.com;b@example.com',
  'J D <a@example.com> <b@example.com>',
  `${'x'.repeat(5_000)}@example.com`,
])('readEmail refuses %j, and keepEmail keeps it as typed', (typed) => {
  expect(readEmail(typed)).toBeNull()
  expect(keepEmail(typed)).toBe(typed)
})
