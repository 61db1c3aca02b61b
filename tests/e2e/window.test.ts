import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApplication } from '../../build/demo/journey.ts'
import { TestOffice } from './support/office.ts'

describe('the window is locked to its own page and the contract', () => {
  let office: TestOffice
  beforeAll(async () => {
    office = await TestOffice.openSetUp()
  })
  afterAll(() => office.close())
  const inPage = <T>(expression: string) => office.page.evaluate<T>(expression)

  it('the page has no Node, only the contract', async () => {
    expect(await inPage('[typeof require, typeof process, typeof module]')).toEqual(
      Array(3).fill('undefined'),
    )
    expect(await inPage('Object.keys(fundingDesk).sort()')).toEqual(['call', 'on', 'registerFiles'])
  })

  it('a channel outside the contract and wrong input are refused', async () => {
    await expect(inPage('fundingDesk.call("vault.query", {})')).rejects.toThrow('no such channel')
    expect(await inPage('fundingDesk.call("deals.get", { deal_id: "../../etc" })')).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    })
  })

  it('a file that a script made gets no path', async () => {
    const registered = await inPage<{ ok: true; value: { file_id: string }[] }>(
      'fundingDesk.registerFiles([new File(["%PDF-1.7"], "made.pdf")])',
    )
    const deal = await inPage<{ value: { deal_id: string } }>('fundingDesk.call("deals.create", {})')
    const attached = await office.page.evaluate(
      ([deal_id, file_id]) =>
        (
          globalThis as unknown as { fundingDesk: { call(c: string, i: object): Promise<unknown> } }
        ).fundingDesk.call('documents.attach', { deal_id, files: [{ file_id }] }),
      [deal.value.deal_id, registered.value[0]?.file_id],
    )
    expect(attached).toMatchObject({ ok: true, value: [{ attached: false }] })
  })

  it('inline scripts, eval and other origins are refused by the policy', async () => {
    // In a timer, since what the inspector evaluates itself is beyond the policy.
    const evaluated = `new Promise((done) => setTimeout(() => {
      try { done(new Function("return 'ran'")()) } catch (error) { done(error.name) }
    }))`
    expect(await inPage(evaluated)).toBe('EvalError')
    const inline = `new Promise((done) => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.inlineRan = true'
      document.head.append(script)
      setTimeout(() => done(globalThis.inlineRan === true))
    })`
    expect(await inPage(inline)).toBe(false)
    expect(
      await inPage(`fetch(${JSON.stringify(office.sandbox.base_url)}).then(() => 'got', (e) => e.name)`),
    ).toBe('TypeError')
  })

  it('neither navigates away nor opens a second window', async () => {
    const before = office.page.url()
    await inPage('void (location.href = "https://example.com/")').catch(() => {})
    await inPage('void window.open("https://example.com/")')
    expect(office.app.application.windows()).toHaveLength(1)
    expect(office.page.url()).toBe(before)
  })

  it('a second start brings the first window to the front instead of opening the data twice', async () => {
    await expect(office.relaunch()).rejects.toThrow()
    expect(office.app.application.windows()).toHaveLength(1)
  })

  it('works by keyboard alone: a new application, its first field, its sections', async () => {
    const { page } = office
    await page.keyboard.press('Control+n')
    await page.getByRole('heading', { name: 'New application' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Sections of the application' })
      .getByRole('button')
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await inPage('document.activeElement.getAttribute("data-path")')).toBe(
      'application.amount_requested',
    )
  })

  it('the page complained about nothing', async () => {
    await office.page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await startApplication(office.page)
    const ours = office.app.complaints.filter((line) => line.startsWith('page:'))
    // The refusals that the tests above caused on purpose.
    const unexpected = ours.filter(
      (line) => !/Content Security Policy|unsafe-eval|example\.com|Failed to fetch|connect-src/.test(line),
    )
    expect(unexpected).toEqual([])
  })
})
