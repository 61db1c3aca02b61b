import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attachFiles, openPart, openSettings } from '../../build/demo/journey.ts'
import { bareOffer, type Offer } from '../../src-shared/features/offers/offer.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { fillPipeline, fillVault } from '../support/fill-vault.ts'
import { skipped, whyWithout } from '../support/skipped.ts'
import { storedDeal } from '../support/stored-deal.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

/** Folder for screenshots for manual review. */
const KEPT = process.env['FUNDING_DESK_PICTURES']

const offer: Offer = {
  ...bareOffer('o1'),
  status: 'offer_available',
  created_at: '2026-11-02T15:00:00Z',
  amount_cents: 35_000_00,
  factor_rate: '1.25',
  payback_cents: 43_750_00,
  payments: 126,
  payment_frequency: 'daily',
  term: '6 months',
  total_fees_cents: 500_00,
  expires_at: '2027-11-30',
}

/** Reason why this system cannot press the mouse button, or null. */
const noPointer = whyWithout('xdotool')
/** Moves the mouse, presses its buttons, and waits, as `xdotool` describes. */
const pointer = (...words: (string | number)[]) => promisify(execFile)('xdotool', words.map(String))

/** Offers of which the broker accepted the second one. The merchant declined the third one before it expired. */
const DECIDED = [null, null, '2026-01-05'].map((expires_at, at) => ({
  ...offer,
  offer_id: `o${at + 1}`,
  status: null,
  expires_at,
}))

const DEALS = ['CA', 'OR', 'TX', 'NV'].map((state, at) => {
  const draft = completeDraft() as { company: Record<string, unknown> }
  const address = { street_1: '1 Main Street', city: 'Town', state, zip: '90001' }
  const company = {
    ...draft.company,
    legal_name: `Bakery ${state} LLC`,
    email: 'office@example.com',
    address,
  }
  const values = { ...draft, company } as never
  const received = { state: 'received', application_id: String(at + 1) } as const
  return storedDeal({
    values,
    offers: state === 'NV' ? DECIDED : [offer],
    legal_name: `Bakery ${state} LLC`,
    ...received,
  })
})
const [california, oregon, target, nevada] = DEALS.map(({ deal_id }) => deal_id)

// One office with deals that have an offer: in California, in Oregon, which has no rule about offers, in Texas, and in Nevada.
describe('files and messages that leave the app', () => {
  let environment: TestEnvironment
  let programs: string
  const PATH = process.env['PATH'] ?? ''
  beforeAll(async () => {
    // The app opens a mail link with `xdg-email`, which usually starts `xdg-open`. These write the link into a file.
    programs = await mkdtemp(join(tmpdir(), 'funding-desk-programs-'))
    for (const name of ['xdg-email', 'xdg-open']) {
      const opener = join(programs, name)
      await writeFile(opener, `#!/bin/sh\nprintf '%s' "$1" > '${join(programs, 'opened')}'\n`)
      await chmod(opener, 0o755)
    }
    process.env['PATH'] = programs + delimiter + PATH
    environment = await TestEnvironment.open(async (data) => {
      await fillPipeline(data, 0)
      await fillVault(data, DEALS.length, (number) => [{ write: 'create_deal', deal: DEALS[number]! }])
      const at = '2026-01-04T12:00:00Z'
      const of = (offer_id: string) => ({ deal_id: nevada!, offer_id })
      const acceptance = { state: 'accepted', at } as const
      const declined = { reason: 'cost', note: 'wants 1.15', at } as const
      await fillVault(data, 1, () => [
        { write: 'put_acceptance', ...of('o2'), acceptance },
        { write: 'put_offer_declined', ...of('o3'), declined },
      ])
    })
    if (KEPT !== undefined) await mkdir(KEPT, { recursive: true })
    await environment.goTo(`#/deals/${oregon}/documents`)
    await attachFiles(environment.page, environment.pdfs.slice(0, 2))
    await environment.page.locator('[data-document]').nth(1).waitFor()
  })
  afterAll(async () => {
    process.env['PATH'] = PATH
    await environment.close()
    await rm(programs, { recursive: true, force: true })
  })

  const picture = async (name: string) => {
    if (KEPT === undefined) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await environment.page.emulateMedia({ colorScheme })
      await environment.page.screenshot({ path: join(KEPT, `${name}-${colorScheme}.png`) })
    }
    await environment.page.emulateMedia({ colorScheme: 'light' })
  }
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const originals = () =>
    environment.pdfs
      .slice(0, 2)
      .map((path) => hashOf(readFileSync(path)))
      .toSorted()
  const copies = () => join(environment.folder, 'app', 'handed-out.noindex')
  const clipboard = () => environment.app.application.evaluate(({ clipboard: board }) => board.readText())
  const timeline = async (deal_id: string | undefined) => {
    await environment.goTo(`#/deals/${deal_id}/timeline`)
    return environment.page.getByTestId('timeline').innerText()
  }

  it('a drag of selected rows hands out decrypted originals, which are private and disappear when the app ends', async () => {
    const { page, app } = environment
    // A virtual display has no other program to drop the files on. The test therefore receives the drag where main passes it to the system.
    await app.application.evaluate(({ BrowserWindow }) => {
      const dragged: unknown[] = []
      Object.assign(globalThis, { dragged })
      BrowserWindow.getAllWindows()[0]!.webContents.startDrag = ({ files, icon }) =>
        void dragged.push({ files, isEmpty: icon instanceof Object && 'isEmpty' in icon && icon.isEmpty() })
    })
    await openPart(page, 'documents')
    await page.getByRole('checkbox', { name: 'Select all files' }).check()
    await page.getByText('2 selected').waitFor()
    await picture('documents-selected')
    const row = page.locator('[data-document]').first()
    const box = (await row.getByRole('button', { name: /^Open / }).boundingBox())!
    await page.mouse.move(box.x + 10, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 40, { steps: 5 })
    const dragged = () =>
      app.application.evaluate(
        () => (globalThis as unknown as { dragged: { files: string[]; isEmpty: boolean }[] }).dragged,
      )
    await expect.poll(async () => (await dragged()).length).toBe(1)
    await page.mouse.up()
    const [{ files, isEmpty }] = (await dragged()) as [{ files: string[]; isEmpty: boolean }]
    expect(isEmpty).toBe(false)
    expect(files.map((path) => path.startsWith(copies()))).toEqual([true, true])
    expect(files.map((path) => hashOf(readFileSync(path))).toSorted()).toEqual(originals())
    expect(basename(files[0] ?? '')).toMatch(/^Bakery OR LLC - .+\.pdf$/)
    await app.application.evaluate(({ BrowserWindow }) => {
      // Removes the replacement, so that the function of Electron applies again.
      delete (BrowserWindow.getAllWindows()[0]!.webContents as { startDrag?: unknown }).startDrag
    })
    await expect.poll(() => timeline(oregon)).toContain('2 files handed out by dragging')
  })

  it.skipIf(noPointer !== null)(
    `a real drag with the mouse into another window attaches the files to its deal${skipped(noPointer)}`,
    async () => {
      const { page, app } = environment
      await environment.goTo(`#/deals/${oregon}/documents`)
      await page.getByRole('heading', { name: 'Bakery OR LLC' }).waitFor()
      await page.getByRole('checkbox', { name: 'Select all files' }).check()
      const opened = app.nextWindow()
      await page.evaluate(`fundingDesk.call('deals.open_window', { deal_id: '${target}' })`)
      const other = await opened
      await other.locator('[data-part="documents"]').click()
      // The windows overlap, because the virtual display is small. The right part of the other window stays free.
      const [from, to] = await app.application.evaluate(({ BrowserWindow }) => {
        const windows = BrowserWindow.getAllWindows().toSorted((one, next) => one.id - next.id)
        windows[1]!.setBounds({ x: 500, y: 0, width: 720, height: 700 })
        windows[0]!.setBounds({ x: 0, y: 0, width: 760, height: 700 })
        windows[0]!.focus()
        windows[0]!.moveTop()
        return windows.map((window) => window.getContentBounds())
      })
      const first = page
        .locator('[data-document]')
        .first()
        .getByRole('button', { name: /^Open / })
      await expect.poll(async () => (await first.boundingBox())?.width ?? 0).toBeGreaterThan(0)
      const box = (await first.boundingBox())!
      const [x, y] = [Math.round(from!.x + box.x + 15), Math.round(from!.y + box.y + 15)]
      const dropAt = [to!.x + to!.width - 120, to!.y + 500] as const
      await pointer('mousemove', x, y, 'mousedown', 1)
      for (let moved = 1; moved <= 8; moved++)
        await pointer('mousemove', x + moved * 5, y + moved * 2, 'sleep', 0.05)
      let step = 0
      await expect
        .poll(
          async () => {
            // Moves on until the drag of the system has begun and has reached the other window.
            const share = Math.min(1, ++step / 15)
            const to_x = Math.round(x + 40 + (dropAt[0] - x - 40) * share)
            const to_y = Math.round(y + 16 + (dropAt[1] - y - 16) * share)
            await pointer('mousemove', to_x + (step % 2) * 3, to_y, 'sleep', 0.05)
            return other.getByTestId('drop-veil').count()
          },
          { interval: 20 },
        )
        .toBe(1)
      expect(await page.getByTestId('drop-veil').count()).toBe(0)
      // The system drops files only on a window that has answered the last move.
      for (let moved = 0; moved < 6; moved++) await pointer('mousemove_relative', 2, 1, 'sleep', 0.15)
      await pointer('mouseup', 1)
      await expect.poll(() => other.locator('[data-document^="Bakery OR LLC - "]').count()).toBe(2)
      await other.close()
      await expect.poll(() => timeline(oregon)).toMatch(/by dragging[^]*by dragging/)
    },
  )

  it('copied files are pasted into another deal, without the mouse', async () => {
    const { page } = environment
    await openPart(page, 'documents')
    await page.getByRole('heading', { name: 'Documents' }).click()
    await page.keyboard.press('ControlOrMeta+Shift+C')
    await page.getByText(/2 files copied/).waitFor()
    await environment.goTo(`#/deals/${california}/documents`)
    await page.getByRole('heading', { name: 'Bakery CA LLC' }).waitFor()
    await page.keyboard.press('ControlOrMeta+v')
    await expect.poll(() => page.locator('[data-document^="Bakery OR LLC - "]').count()).toBe(2)
    await page.locator('[data-code="ALSO_ELSEWHERE"]').first().waitFor()
    await expect.poll(() => timeline(oregon)).toContain('2 files handed out by copying')
  })

  it('files are saved to a folder by keyboard, with names by the pattern of the settings', async () => {
    const { page, app } = environment
    await openSettings(page, 'Files and messages')
    const pattern = page.getByRole('textbox', { name: 'Pattern' })
    await pattern.fill('{merchant}/{secret}')
    await page.getByText('Unknown placeholder: {secret}').waitFor()
    expect(await page.getByTestId('name-preview').innerText()).toBe('')
    await pattern.fill('')
    await page.getByRole('button', { name: 'Number', exact: true }).click()
    await pattern.press('End')
    await page.keyboard.type(' {merchant}')
    await page.getByTestId('name-preview').getByText('1 Harbor Street Books LLC.pdf').waitFor()
    await picture('settings-outgoing')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByText('File names saved').waitFor()

    const folder = join(environment.folder, 'handed out')
    await mkdir(folder)
    await app.application.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    }, folder)
    await environment.goTo(`#/deals/${oregon}/documents`)
    await page.getByRole('heading', { name: 'Bakery OR LLC' }).waitFor()
    await page.keyboard.press('ControlOrMeta+Shift+X')
    await page.getByText('2 files saved in handed out').waitFor()
    const names = readdirSync(folder).toSorted()
    expect(names).toEqual(['1 Bakery OR LLC.pdf', '2 Bakery OR LLC.pdf'])
    expect(names.map((name) => hashOf(readFileSync(join(folder, name)))).toSorted()).toEqual(originals())
    await expect.poll(() => timeline(oregon)).toContain('2 files saved to a folder')
  })

  it('a message is written by keyboard: filled in, marked where it is incomplete, and opened in the mail program', async () => {
    const { page } = environment
    await environment.goTo(`#/deals/${oregon}/documents`)
    await page.getByRole('heading', { name: 'Bakery OR LLC' }).waitFor()
    await page.keyboard.press('ControlOrMeta+Shift+T')
    const dialog = page.getByRole('dialog', { name: 'Write a message' })
    // The deal has an offer.
    const fitting = dialog.getByRole('tab', { name: /^Offer summary/ })
    await expect.poll(() => fitting.evaluate((tab) => tab === tab.ownerDocument.activeElement)).toBe(true)
    await picture('message-incomplete')
    // No message ends without a name.
    const text = dialog.getByTestId('message-preview')
    await text.fill(`Good morning!\n${await text.inputValue()}`)
    await dialog.getByRole('textbox', { name: 'Your name' }).fill('Robin Broker')
    await page.keyboard.press('Enter')
    // The name replaces the placeholder in the text that the broker has edited.
    await dialog.getByTestId('open-placeholders').waitFor({ state: 'detached' })
    await expect.poll(() => text.inputValue()).toMatch(/^Good morning!\n[^]*Robin Broker/)
    await fitting.focus()
    await page.keyboard.press('ArrowUp')
    await expect
      .poll(() => dialog.getByLabel('Subject').inputValue())
      .toBe('Documents we still need for Bakery OR LLC')
    const body = dialog.getByTestId('message-preview')
    await body.fill(`${await body.inputValue()} Call me.`)
    await page.keyboard.press('ControlOrMeta+Shift+Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => existsSync(join(programs, 'opened'))).toBe(true)
    const link = await readFile(join(programs, 'opened'), 'utf8')
    expect(link).toMatch(/^mailto:office@example\.com\?subject=Documents%20we%20still%20need/)
    expect(decodeURIComponent(link)).toMatch(/- Voided check[^]* Call me\.$/)
    await expect.poll(() => timeline(oregon)).toContain('Message “Missing papers” opened in the mail program')
    expect(await timeline(oregon)).not.toContain('Voided check')
  })

  it('a mail program that does not open is reported, and the message stays on the screen to be copied', async () => {
    const { page } = environment
    const opener = join(programs, 'xdg-email')
    const working = await readFile(opener)
    // `xdg-email` ends with 3 if it finds no mail program.
    await writeFile(opener, '#!/bin/sh\nexit 3\n')
    const before = await timeline(oregon)
    await page.keyboard.press('ControlOrMeta+Shift+T')
    const dialog = page.getByRole('dialog', { name: 'Write a message' })
    await dialog.getByRole('tab', { name: /^Missing papers/ }).click()
    await expect.poll(() => dialog.getByTestId('message-preview').inputValue()).toContain('Voided check')
    await page.keyboard.press('ControlOrMeta+Shift+Enter')
    await dialog.getByText('Your mail program could not be opened.').waitFor()
    await dialog.getByText('Copy the text, and paste it into an email.').waitFor()
    await picture('message-not-opened')
    await dialog.getByRole('button', { name: 'Copy text' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(clipboard).toContain('- Voided check')
    await expect.poll(() => timeline(oregon)).not.toBe(before)
    expect(await timeline(oregon)).toContain('Message “Missing papers” copied')
    await writeFile(opener, working)
  })

  it('the palette finds a snippet, and its text is copied', async () => {
    const { page } = environment
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('offer summary')
    await page.getByText('Message: Offer summary').waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Write a message' })
    await expect
      .poll(() => dialog.getByTestId('message-preview').inputValue())
      .toMatch(/Factor rate: 1\.2500/)
    // The buttons stay in view, although the message is longer than the window.
    const foot = await dialog.getByRole('button', { name: 'Copy text' }).boundingBox()
    expect(foot!.y + foot!.height).toBeLessThan(page.viewportSize()?.height ?? 800)
    await picture('message-offer')
    await page.keyboard.press('ControlOrMeta+Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(clipboard).toMatch(/Bakery OR LLC was offered funding[^]*Factor rate: 1\.2500[^]*APR: /)
  })

  it('the offers of a copied message are marked as sent, and Today asks for no reply, which can be undone', async () => {
    const { page } = environment
    await environment.goTo(`#/deals/${oregon}/offers`)
    const sent = page.locator('[data-offer]').getByText(/^Sent to the merchant/)
    await sent.waitFor()
    await environment.goTo('#/today')
    const line = page.locator('[data-today="need"]').filter({ hasText: 'Bakery OR LLC' })
    await line.getByText('Send the attached documents').waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await line.getByText('Reply to the offer').waitFor()
  })

  it('a message with figures obeys California’s rule: it leaves out the factor, and a restricted word is refused', async () => {
    const { page } = environment
    await environment.goTo(`#/deals/${california}/offers`)
    await page.getByRole('heading', { name: 'Bakery CA LLC' }).waitFor()
    await page.keyboard.press('ControlOrMeta+Shift+T')
    const dialog = page.getByRole('dialog', { name: 'Write a message' })
    await dialog.getByRole('tab', { name: /^Offer summary/ }).click()
    const preview = dialog.getByTestId('message-preview')
    await expect.poll(() => preview.inputValue()).toContain('APR: ')
    expect(await preview.inputValue()).not.toMatch(/factor|rate\b/i)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await openSettings(page, 'Files and messages')
    await page.getByRole('button', { name: 'Edit Offer summary' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit snippet' })
    await editor.getByRole('textbox', { name: 'Text' }).fill('A great rate: {offers}')
    await editor
      .getByTestId('snippet-preview')
      .getByText(/A great rate/)
      .waitFor()
    await picture('snippet-editor')
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'detached' })
    await environment.goTo(`#/deals/${california}/offers`)
    await page.getByRole('heading', { name: 'Bakery CA LLC' }).waitFor()
    await page.keyboard.press('ControlOrMeta+Shift+T')
    await dialog.getByRole('tab', { name: /^Offer summary/ }).click()
    await dialog
      .getByTestId('gate-refusals')
      .getByText(/contains “rate”/)
      .waitFor()
    await picture('message-refused')
    expect(await preview.innerText()).not.toMatch(/35,000|43,750/)
    expect(await dialog.getByRole('button', { name: 'Copy text' }).isDisabled()).toBe(true)
    const before = await clipboard()
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await clipboard()).toBe(before)
  })

  it('a message without figures of offers is refused too, if its own text contains a restricted word', async () => {
    const { page } = environment
    await openSettings(page, 'Files and messages')
    await page.getByRole('button', { name: 'Edit Offer summary' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit snippet' })
    await editor.getByRole('textbox', { name: 'Text' }).fill('$50,000 at a factor rate of 1.25')
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'detached' })
    const dialog = page.getByRole('dialog', { name: 'Write a message' })
    const copy = dialog.getByRole('button', { name: 'Copy text' })
    for (const [deal_id, state, isRefused] of [
      [california, 'CA', true],
      [oregon, 'OR', false],
    ] as const) {
      await environment.goTo(`#/deals/${deal_id}/offers`)
      await page.getByRole('heading', { name: `Bakery ${state} LLC` }).waitFor()
      await page.keyboard.press('ControlOrMeta+Shift+T')
      await dialog.getByRole('tab', { name: /^Offer summary/ }).click()
      await expect
        .poll(() => dialog.getByTestId('message-preview').inputValue())
        .toContain('$50,000 at a factor')
      expect(await copy.isDisabled()).toBe(isRefused)
      expect(await dialog.getByText(/contains “factor”/).count()).toBe(isRefused ? 1 : 0)
      await picture(`message-typed-${state}`)
      await dialog.getByRole('tab', { name: /^Missing papers/ }).click()
      await expect.poll(() => copy.isDisabled()).toBe(false)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })

  it('a message first shows the offer that the broker accepted, and says what became of the others', async () => {
    const { page } = environment
    await openSettings(page, 'Files and messages')
    await page.getByRole('button', { name: 'Edit Offer summary' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit snippet' })
    await editor.getByRole('textbox', { name: 'Text' }).fill('{offers}')
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'detached' })
    await environment.goTo(`#/deals/${nevada}/offers`)
    const declined = page.locator('[data-offer="o3"]')
    await declined.getByText('Merchant declined: Too expensive – wants 1.15').waitFor()
    await picture('offer-declined-expired')
    await declined.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: 'Undo “merchant declined”' }).waitFor()
    await picture('offer-declined-menu')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+Shift+T')
    const dialog = page.getByRole('dialog', { name: 'Write a message' })
    await dialog.getByRole('tab', { name: /^Offer summary/ }).click()
    const boxes = dialog.getByRole('checkbox')
    await boxes.nth(2).waitFor()
    await picture('message-decided')
    const states = await Promise.all((await boxes.all()).map((box) => box.isChecked()))
    expect(states).toEqual([true, false, false])
    expect(await dialog.getByRole('group').innerText()).toMatch(/Accepted[^]*Not taken[^]*Declined/i)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('snippets are created, duplicated, moved, and deleted with undo', async () => {
    const { page } = environment
    await openSettings(page, 'Files and messages')
    const names = () =>
      page
        .locator('[data-snippet]')
        .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['snippet']))
    await page.getByRole('button', { name: 'New snippet' }).click()
    const editor = page.getByRole('dialog', { name: 'New snippet' })
    await editor.getByRole('textbox', { name: 'Name' }).fill('Mine')
    await editor.getByRole('textbox', { name: 'Text' }).fill('Hello {nobody}')
    await editor.getByText('Unknown placeholders: {nobody}').waitFor()
    await page.keyboard.press('Escape')
    await editor.getByRole('button', { name: 'Keep editing' }).click()
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'detached' })
    await expect.poll(async () => (await names()).at(-1)).toBe('Mine')
    const act = async (name: string, action: string) => {
      await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await act('Mine', 'Duplicate')
    await expect.poll(async () => (await names()).at(-1)).toBe('Mine (copy)')
    await act('Mine (copy)', 'Move up')
    await expect.poll(async () => (await names()).slice(-2)).toEqual(['Mine (copy)', 'Mine'])
    await act('Mine (copy)', 'Delete')
    await expect.poll(async () => (await names()).includes('Mine (copy)')).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await names()).slice(-2)).toEqual(['Mine (copy)', 'Mine'])
  })

  it('no decrypted copy remains after the app ends, or after the next start if it was killed', async () => {
    const { app } = environment
    expect(readdirSync(copies()).length).toBeGreaterThan(0)
    const ended = new Promise((done) => app.application.process().once('exit', done))
    app.application.process().kill('SIGKILL')
    await ended
    expect(existsSync(copies())).toBe(true)
    await environment.relaunch()
    await expect.poll(() => existsSync(copies())).toBe(false)
    await environment.goTo(`#/deals/${oregon}/documents`)
    await environment.page.getByRole('heading', { name: 'Bakery OR LLC' }).waitFor()
    await environment.page.keyboard.press('ControlOrMeta+Shift+C')
    await environment.page.getByText(/2 files copied/).waitFor()
    expect(readdirSync(copies())).toHaveLength(1)
    await environment.app.close()
    expect(existsSync(copies())).toBe(false)
  })
})
