import { expect, test } from 'vitest'
import { escapeMarkup, hasMarkup, toastXml } from './notification-markup.ts'
import { deepLinkOf } from '../../../src-shared/platform/addresses/deep-link.ts'

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

const deal_id = '0d9b7c9e-3f0a-4c55-9a57-6f8a6b1c2d3e'
const link = deepLinkOf({ deal_id })

test("the toast XML contains the deal's link, which Windows opens on a click even without a running app", () => {
  expect(toastXml({ title: 'Offer available', body: 'Panadería Núñez', link })).toBe(
    `<toast activationType="protocol" launch="fundingdesk://deal/${deal_id}">` +
      '<visual><binding template="ToastGeneric">' +
      '<text>Offer available</text><text>Panadería Núñez</text>' +
      '</binding></visual></toast>',
  )
})

test('the toast XML escapes markup in titles, bodies, and links', () => {
  const xml = toastXml({
    title: `</text><actions><action content="x"/></actions> &amp; 'R&D'`,
    body: '"<Büro> 🙂"',
    link: 'fundingdesk://a"b&c',
  })
  expect(xml.match(/<\/?\w+/g)).toEqual(
    ['<toast', '<visual', '<binding', '<text', '</text', '<text', '</text'].concat([
      '</binding',
      '</visual',
      '</toast',
    ]),
  )
  expect(xml).toContain(
    '<text>&lt;/text&gt;&lt;actions&gt;&lt;action content=&quot;x&quot;/&gt;&lt;/actions&gt; &amp;amp; &apos;R&amp;D&apos;</text>',
  )
  expect(xml).toContain('<text>&quot;&lt;Büro&gt; 🙂&quot;</text>')
  expect(xml).toContain('launch="fundingdesk://a&quot;b&amp;c"')
})

test('the toast XML omits characters that XML cannot contain, and keeps the rest of the text', () => {
  const body = `a\u0000b\u0008c\u001Bd\uD83Ee\uFFFEf\uFFFFg\th\ni`
  expect(toastXml({ title: 'T', body, link })).toContain('<text>abcdefg\th\ni</text>')
})

test('the toast XML omits an empty body', () => {
  expect(toastXml({ title: 'T', body: '', link })).toContain('<text>T</text></binding>')
})
