import { expect, test } from 'vitest'
import { keepWebAddress, readWebsite } from './web-address.ts'

test.each([
  ['example.com', 'https://example.com'],
  [' www.example.com/about?x=1 ', 'https://www.example.com/about?x=1'],
  ['partner.example:8443', 'https://partner.example:8443'],
])('adds https:// to the web address %j, and does not add it again to the result', (typed, kept) => {
  expect(keepWebAddress(typed)).toBe(kept)
  expect(keepWebAddress(kept)).toBe(kept)
})

test.each([
  'https://example.com',
  'http://example.com',
  'ftp://example.com',
  'localhost:4010',
  '127.0.0.1:4010',
  'example',
  'St. Mary',
  'name@example.com',
  'https:/example.com',
  'café.example',
  '',
])('keeps the text %j as typed instead of adding https://', (typed) =>
  expect(keepWebAddress(typed)).toBe(typed),
)

test.each([
  ['example.com', 'https://example.com'],
  ['http://www.example.com:8080/a,b?c=1#d', 'http://www.example.com:8080/a,b?c=1#d'],
  ['<https://example.com>,', 'https://example.com'],
  ['example.com.', 'https://example.com'],
  ['\u200bexample\ufe0d.com\u00a0', 'https://example.com'],
  ['café.example', 'https://café.example'],
])('reads the website %j', (typed, address) => expect(readWebsite(typed)).toBe(address))

test.each([
  'example',
  'https://example',
  'ftp://example.com',
  'a b.com',
  'ada@example.com',
  'https://ada@example.com',
])('refuses the website %j', (typed) => expect(readWebsite(typed)).toBeNull())

test.each([
  'http:/example.com',
  'example,.com',
  'https://example..com',
  '@example',
  'https://example.com:99999',
  '',
])('refuses the malformed website %j', (typed) => expect(readWebsite(typed)).toBeNull())
