import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApplication } from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

/** Code that imports the scripts of three screens and returns the number of scripts. */
const FETCHED = `Promise.all(
  [...document.querySelectorAll('link[rel="modulepreload"]')]
    .map(({ href }) => href)
    .filter((href) => /(calls|today|money)-screen/.test(href))
    .map((href) => import(href)),
).then((screens) => screens.length)`

/** Records every placeholder of a screen, even one that appears briefly. */
const WATCH_PLACEHOLDERS = `
  window.placeholders = []
  new MutationObserver(() => {
    const one = document.querySelector('[aria-label="Loading the screen"]')
    if (one !== null) window.placeholders.push(location.hash)
  }).observe(document.getElementById('root'), { childList: true, subtree: true })
`

const SCROLL_BARS = `[...document.querySelectorAll('.mantine-ScrollArea-viewport')]
  .map((area) => getComputedStyle(area).scrollbarWidth)`

describe('the window', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
  })
  afterAll(() => environment.close())
  const inPage = <T>(expression: string) => environment.page.evaluate<T>(expression)

  it('stays the only window if the app is started a second time', async () => {
    await environment.startBeside()
    expect(environment.app.application.windows()).toHaveLength(1)
  })

  it('loads precompiled main code that V8 accepts and whose source has only one-byte characters', async () => {
    const compiled = await environment.app.application.evaluate(({ app }) => {
      const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs')
      const { compileFunction } = process.getBuiltinModule('node:vm')
      const folder = `${app.getAppPath()}/out/main/chunks`
      return readdirSync(folder)
        .filter((name) => name.endsWith('.v8'))
        .map((name) => {
          const filename = `${folder}/${name.slice(0, -'.v8'.length)}`
          const cachedData = readFileSync(`${folder}/${name}`)
          const text = readFileSync(filename, 'utf8')
          const parts = ['exports', 'require', 'module', '__filename', '__dirname']
          const { cachedDataRejected } = compileFunction(text, parts, { filename, cachedData })
          return {
            name: name.replace(/-[^.]*/, ''),
            cachedDataRejected,
            isTwoByte: /[\u0100-\uffff]/.test(text),
          }
        })
    })
    // `esm` is the chunk that contains the library zod. The bundler names this chunk after one of zod's modules.
    for (const name of ['main.cjs.v8', 'esm.cjs.v8'])
      expect(compiled).toContainEqual({ name, cachedDataRejected: false, isTwoByte: false })
    expect(compiled.filter((one) => one.cachedDataRejected === true || one.isTwoByte)).toEqual([])
  })

  it('shows a prefetched screen immediately, without a placeholder', async () => {
    const { page } = environment
    await expect.poll(() => inPage(FETCHED)).toBe(3)
    await page.evaluate(WATCH_PLACEHOLDERS)
    for (const [address, name] of [
      ['#/calls', 'Call log'],
      ['#/today', 'Today'],
      ['#/money', 'Money'],
    ] as const) {
      await environment.goTo(address)
      await page.getByRole('heading', { name, exact: true }).waitFor()
    }
    expect(await inPage('window.placeholders')).toEqual([])
  })

  it('hides the standard scroll bar where the component library draws its own', async () => {
    await environment.page.getByRole('heading', { name: 'Money', exact: true }).waitFor()
    expect(await inPage(SCROLL_BARS)).toEqual(['none'])
    await environment.goTo('#/')
  })

  it('opens a new application and reaches its first field by keyboard alone', async () => {
    const { page } = environment
    await page.keyboard.press('Control+n')
    await page.getByRole('heading', { name: 'New application' }).waitFor()
    await page.getByRole('navigation', { name: 'Application sections' }).getByRole('button').first().focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await inPage('document.activeElement.getAttribute("data-path")')).toBe(
      'application.amount_requested',
    )
  })

  it('logs no error or warning', async () => {
    await environment.page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await startApplication(environment.page)
    const ours = environment.app.complaints.filter((line) => line.startsWith('page:'))
    expect(ours).toEqual([])
  })
})
