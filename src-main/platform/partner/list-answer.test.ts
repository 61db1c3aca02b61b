import { describe, expect, test } from 'vitest'
import { listingOf } from './list-answer.ts'
import { readListedOffer } from './offer-mapping.ts'

const listingIn = (json: unknown, link = '') =>
  listingOf(
    { status: 200, json, link },
    { items: undefined, application_id: undefined, most: 5_000, read: String },
  )

describe('a list', () => {
  test.each([
    ['a URL in next', { items: [], next: '/list?page=2' }, ''],
    ['a cursor', { items: [], next_cursor: 'eyJwYWdlIjoyfQ' }, ''],
    ['a link as an object', { items: [], _links: { next: { href: '?page=2' } } }, ''],
    ['a total', { items: [1], meta: { total: 2 } }, ''],
    [
      'the relation "next" in a Link header',
      [],
      `<?a=1>; rel="prev", <?page=2>; title="on"; rel="x next"; y=1`,
    ],
    ['a Link header that is too long to read', [], `<?page=2>; rel="last"; title="${'x'.repeat(10_000)}"`],
  ])('is incomplete if the response contains %s', async (_name, json, link) => {
    expect(await listingIn(json, link)).toMatchObject({ has_more: true })
  })

  test.each(['<', '<>;', ';rel ', ';rel="a ', ', ', '<?page=2>; rel="nextish"'])(
    'is complete with the Link header "%s", repeated',
    async (unit) => {
      expect(await listingIn([], unit.repeat(300))).toMatchObject({ has_more: false })
    },
  )
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
