import { expect, test } from 'vitest'
import { escapeMarkup, hasMarkup } from './notification-markup.ts'

test.each([
  ['   array [\n      actions      body      body-markup      persistence   ]\n', true],
  ['   array [\n      body      actions   ]\n', false],
  ['   array [\n      body-hyperlinks      x-body-markup   ]\n', false],
  ['   array [\n   ]\n', false],
  ['', false],
])('the capabilities %j of a notification server contain markup: %s', (answer, is) => {
  expect(hasMarkup(answer)).toBe(is)
})

test('text for a server that reads markup appears as it is written', () => {
  expect(escapeMarkup('B&B <b>Bakery</b> &amp;')).toBe('B&amp;B &lt;b&gt;Bakery&lt;/b&gt; &amp;amp;')
})
