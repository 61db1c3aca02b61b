import { describe, expect, test } from 'vitest'
import { listingOf, nextPage } from './list-answer.ts'
import { readListedOffer } from './offer-mapping.ts'

const LIST = 'https://partner.example/base/v1/documents?application_id=7%207'
const after = (next: unknown, link = '') => nextPage({ status: 200, json: { next }, link }, LIST)

describe('the next page of a list', () => {
  test.each([
    ['a complete URL', `${LIST}&page=2`],
    ['a path', '/base/v1/documents?page=2&application_id=7%207'],
    ['a query', '?application_id=7+7&cursor=x'],
  ])('can be given as %s', (_name, next) => {
    expect(after(next)).toBe(new URL(next, LIST).href)
  })

  test.each([
    ['on another host', '//elsewhere.example/base/v1/documents?application_id=7%207&page=2'],
    ['on another port', LIST.replace('.example', '.example:8443')],
    ['without TLS', LIST.replace('https', 'http')],
    ['of a different list', '/base/v1/offers?application_id=7%207&page=2'],
    ['above the base address', '/v1/documents?application_id=7%207&page=2'],
    ['of another application', '?application_id=78&page=2'],
    ['of every application', '?page=2'],
    ['that is a bare cursor', 'eyJwYWdlIjoyfQ'],
    ['that is a number', 2],
    ['that is not an address', 'https://['],
  ])('is not read from a link %s', (_name, next) => {
    expect(after(next)).toBeNull()
  })

  test('is read from the link of the partner after a user name and password in the link are removed', () => {
    expect(after(LIST.replace('//', '//name:word@') + '&page=2')).toBe(`${LIST}&page=2`)
  })

  test('is the link with the relation "next" in a Link header', () => {
    const link = `<?a=1>; rel="prev", <?application_id=7%207&page=2>; title="on"; rel="x next"; y=1, <?b=1>; rel=last`
    expect(after(undefined, link)).toBe(`${LIST}&page=2`)
    expect(after(undefined, `<?application_id=7%207&page=2>; rel="nextish"`)).toBeNull()
  })

  test('is not read from a malformed or overlong Link header, and an overlong header also marks the list as incomplete', async () => {
    const listing = (link: string) =>
      listingOf(
        { status: 200, json: [], link },
        { items: undefined, application_id: undefined, most: 5_000, read: String },
      )
    for (const unit of ['<', '<>;', ';rel ', ';rel="a ', ', '])
      expect(await listing(unit.repeat(1_000))).toMatchObject({ has_more: false })
    const long = `<?application_id=7%207&page=2>; rel="next"; title="${'x'.repeat(10_000)}"`
    expect(after(undefined, long)).toBeNull()
    expect(await listing(long)).toMatchObject({ has_more: true })
  })
})

describe('a long list', () => {
  const wanted = {
    items: 'offers',
    application_id: '7',
    most: 500,
    read: (entry: unknown) => readListedOffer(entry),
  }
  const offers = Array.from({ length: 4_000 }, (_, at) => ({
    offer_id: `o-${at}`,
    application_id: '7',
    amount: at,
  }))
  const answerWith = (list: unknown[]) => ({ status: 200, json: { offers: list }, link: '' })

  test('lets other work run while it is read, and says that it continues after the maximum', async () => {
    let turns = 0
    let isRead = false
    const count = () => {
      turns += 1
      if (!isRead) setImmediate(count)
    }
    setImmediate(count)
    const listing = await listingOf(answerWith(offers), wanted)
    isRead = true
    expect(listing).toMatchObject({ unread: 0, has_more: true })
    expect(listing?.entries.map(({ offer_id }) => offer_id)).toEqual(
      offers.slice(0, 500).map(({ offer_id }) => offer_id),
    )
    expect(turns).toBeGreaterThanOrEqual(50)
  })

  test('is read without looking into the parts of entries that the app does not use', async () => {
    const untouched = offers.map((offer) => ({
      ...offer,
      get extra(): never {
        throw new Error('was read')
      },
    }))
    expect((await listingOf(answerWith(untouched), wanted))?.entries).toHaveLength(500)
  })
})
