import { afterEach, describe, expect, test } from 'vitest'
import { en } from '../../app/texts.en.ts'
import { es } from '../../app/texts.es.ts'
import {
  isMessage,
  joinMessages,
  readMessage,
  storeMessage,
  uniqueMessages,
  type Message,
} from './message.ts'
import { messages, setMessages } from './messages.ts'
import { formatMessage, msg } from './msg.ts'

afterEach(() => setMessages('en', en))

describe('a message', () => {
  test('has the text of the current language', () => {
    const { noSuchWords } = msg.errorsVault
    expect(formatMessage(noSuchWords([[3, 'apel']]))).toBe(en.errorsVault.noSuchWords([[3, 'apel']]))
    setMessages('es', es)
    expect(formatMessage(noSuchWords([[3, 'apel']]))).toBe(es.errorsVault.noSuchWords([[3, 'apel']]))
  })

  test('ends a sentence with one full stop, even after a name or a time that ends with one', () => {
    expect(messages().updates.checkedAt('Nov 3, 5 p.m.')).toBe('Checked Nov 3, 5 p.m.')
    expect(formatMessage(msg.errors.sandboxNotStarted('Reading…'))).toMatch(/: Reading…\.$/)
    setMessages('es', es)
    const { about } = messages().statements.otherAccounts
    expect(about(2, 'Alder L.L.C.')).toMatch(/ Alder L\.L\.C\.$/)
    expect(about(2, 'Alder')).toMatch(/ Alder\.$/)
  })

  test('formats the messages that it contains', () => {
    const inner = msg.errorsVault.closed
    const message = joinMessages([msg.errorsVault.unreachable(inner), '', 'Application 77'])
    setMessages('es', es)
    expect(formatMessage(message)).toBe(`${es.errorsVault.unreachable(es.errorsVault.closed)} Application 77`)
  })

  test.each<[string, Message]>([
    ['an unknown key', { key: 'history.becameTransparent', args: [1] }],
    ['an unknown area', { key: 'future.texts' }],
    ['a key of Object.prototype', { key: 'history.constructor' }],
    ['an area as key', { key: 'history' }],
    ['arguments of another type', { key: 'selection.consent.eraseText', args: [null, 1, 1] }],
  ])('that this version does not know gets a general text: %s', (_, message) => {
    expect(formatMessage(message)).toBe(en.errors.unknownText)
  })

  test('that is a plain string is shown unchanged', () => {
    expect(formatMessage('errorsVault.closed')).toBe('errorsVault.closed')
  })
})

describe('a stored message', () => {
  test.each<[string, Message]>([
    ['plain text', 'Sent by mail.'],
    ['nothing', ''],
    ['a descriptor', msg.errorsVault.busy],
    ['a descriptor with arguments', msg.errorsVault.changesMissing(2, '2026-05-04T10:00:00.000Z', null)],
  ])('is read unchanged: %s', (_, message) => {
    expect(readMessage(storeMessage(message))).toStrictEqual(message)
  })

  test.each(['{"key":"errorsVault.busy"}', '{"key":"errorsVault.busy', '{"key":7}'])(
    'that is typed text but looks like a message descriptor is shown unchanged: %s',
    (typed) => {
      expect(formatMessage(readMessage(storeMessage(typed)))).toBe(typed)
    },
  )

  test('is read as plain text if it is not a valid message descriptor', () => {
    expect(readMessage('{"key":7}')).toBe('{"key":7}')
    expect(readMessage('{"key":"a"')).toBe('{"key":"a"')
  })
})

test('isMessage rejects a message that is nested too deeply, has a long key, or has an invalid argument', () => {
  let deep: unknown = 'text'
  for (let depth = 0; depth < 20; depth++) deep = { key: 'joined', args: [' ', deep] }
  expect(isMessage(deep)).toBe(false)
  expect(isMessage({ key: 'x'.repeat(101) })).toBe(false)
  expect(isMessage({ key: 'history.note', args: [undefined] })).toBe(false)
  expect(isMessage({ key: 'history.note', args: [1, true, null, ['a']] })).toBe(true)
})

test('uniqueMessages drops repeated messages', () => {
  const { wordCount } = msg.errorsVault
  expect(uniqueMessages([wordCount(12, 1), wordCount(12, 2), wordCount(12, 1)])).toHaveLength(2)
})
