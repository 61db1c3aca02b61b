import { afterAll, describe, expect, test } from 'vitest'
import { connectTo } from '../support/partner/client.ts'
import { answer, json, startPartner } from '../support/partner/scripted-partner.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const DOCUMENTS = 'GET /iso/api/v1/documents'
const LIST = '/iso/api/v1/documents?application_id=77'

/** A page of a list: the ids of its documents, the other fields of its response, and its headers. */
interface Page {
  ids: string[]
  says?: Record<string, unknown>
  headers?: Record<string, string>
}

/** Starts a partner whose list of documents has pages, selected by the query parameter `page`. */
async function start(pages: Page[]) {
  const partner = await startPartner(cleanup)
  partner.on(DOCUMENTS, (request, response) => {
    const number = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1)
    const page = pages[number - 1]
    if (page === undefined) return answer(500, '')(request, response)
    const documents = page.ids.map((id) => ({ document_id: id }))
    return json(200, { documents, ...page.says }, page.headers)(request, response)
  })
  const client = connectTo(cleanup, { base_url: partner.base_url })
  const listed = await client.listDocuments('77')
  const ids = listed.ok ? listed.value.entries.map(({ document_id }) => document_id) : null
  return { partner, listed, ids, asked: partner.seen.filter(({ route }) => route === DOCUMENTS) }
}

describe('a list with several pages', () => {
  const places: [string, (url: string) => Omit<Page, 'ids'>][] = [
    ['a URL in next', (next) => ({ says: { next } })],
    ['a URL in links', (next) => ({ says: { links: { next } } })],
    ['a link as an object', (next) => ({ says: { _links: { next: { href: next } } } })],
    ['the header Link', (next) => ({ headers: { link: `<${LIST}>; rel="prev", <${next}>; rel="next"` } })],
    ['a URL that is only a query', (next) => ({ says: { next_page_url: next.slice(next.indexOf('?')) } })],
  ]
  test.each(places)('is read to its last page through %s', async (_name, more) => {
    const { ids, asked, listed } = await start([
      { ids: ['a', 'b'], ...more(`${LIST}&page=2`) },
      { ids: ['c'], ...more(`${LIST}&page=3`) },
      { ids: ['d'], says: { next: null } },
    ])
    expect(ids).toEqual(['a', 'b', 'c', 'd'])
    expect(asked.map(({ url }) => url)).toEqual([LIST, `${LIST}&page=2`, `${LIST}&page=3`])
    expect(asked.every(({ authorization }) => authorization?.startsWith('Bearer '))).toBe(true)
    // The list may have changed between two responses. The app therefore treats the list as incomplete, so a missing entry proves nothing.
    expect(listed).toMatchObject({ value: { has_more: true } })
  })

  test('is not read further if the next page would list the documents of all applications', async () => {
    const { ids, asked, listed } = await start([
      { ids: ['a'], says: { next: '/iso/api/v1/documents?page=2' } },
      { ids: ['b'] },
    ])
    expect({ ids, asked: asked.length }).toEqual({ ids: ['a'], asked: 1 })
    expect(listed).toMatchObject({ value: { has_more: true } })
  })

  test('that links to itself is read once', async () => {
    const { ids } = await start([{ ids: ['a'], says: { next: LIST } }])
    expect(ids).toEqual(['a'])
  })

  test('that fails on a later page contains the earlier pages', async () => {
    const { ids, listed } = await start([
      { ids: ['a'], says: { next: `${LIST}&page=2` } },
      { ids: ['b'], says: { next: `${LIST}&page=3` } },
    ])
    expect(ids).toEqual(['a', 'b'])
    expect(listed).toMatchObject({ value: { has_more: true } })
  })

  test('that never ends is read up to ten pages', async () => {
    const endless = Array.from({ length: 12 }, (_, at) => ({
      ids: [`${at}`],
      says: { next: `${LIST}&page=${at + 2}` },
    }))
    const { ids, asked } = await start(endless)
    expect({ ids: ids?.length, asked: asked.length }).toEqual({ ids: 10, asked: 10 })
  })

  test('counts the unreadable entries of every page', async () => {
    const { listed } = await start([
      { ids: ['a'], says: { documents: [1, { document_id: 'a' }], next: `${LIST}&page=2` } },
      { ids: [], says: { documents: ['x'] } },
    ])
    expect(listed).toMatchObject({ value: { unread: 2, entries: [{ document_id: 'a' }] } })
  })
})
