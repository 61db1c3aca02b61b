import { expect, test } from 'vitest'
import { readHookPath } from './notifications.ts'

const HOOK = { environment: 'sandbox', inlet: 'a1-b2' }

test.each([
  '/hooks/sandbox/a1-b2',
  '/hooks/sandbox/a1-b2/',
  '/hooks/sandbox/a1-b2//',
  '//hooks/sandbox/a1-b2',
  '/hooks//sandbox///a1-b2/',
  '/hooks/sandbox/a1-b2?source=partner',
  '/hooks/sandbox/a1-b2/?',
  '/hooks/sandbox/a1-b2#top',
  '/hooks/sandbox/a1%2Db2',
  '/hooks/sandbox/a1%2db2',
  '/%68ooks/sandbox/a1-b2',
  '/hooks/sandbox/a1-b2%20',
  '/hooks/sandbox/a1-b2%0A',
  'https://relay.example/hooks/sandbox/a1-b2/',
  'HTTP://relay.example:8787/hooks/sandbox/a1-b2',
])('the request target %s is a webhook address', (url) => {
  expect(readHookPath(url)).toEqual(HOOK)
})

test.each([
  '',
  '/',
  '*',
  '/hooks',
  '/hooks/',
  '/hooks/sandbox',
  '/hooks/sandbox/',
  '/hooks/sandbox/a1-b2/more',
  '/hooks/sandbox/%',
  '/hooks/sandbox/%ff',
  '/hooks%2Fsandbox%2Fa1-b2',
  '/Hooks/sandbox/a1-b2',
  '/v1/hooks/sandbox/a1-b2',
  '/v1/device?next=/hooks/sandbox/a1-b2',
])('the request target %j is no webhook address', (url) => {
  expect(readHookPath(url)).toBeNull()
})
