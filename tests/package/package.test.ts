import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpAndSubmit } from '../../build/demo/journey.ts'
import { startNotificationDaemon } from '../../build/demo/notification-daemon.ts'
import { writeSamplePapers } from '../../build/demo/sample-papers.ts'
import { startRelay, startSandbox } from '../../build/demo/services.ts'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { debianBase, whyNoDebian } from '../../build/runtime/debian-tree.mjs'
import { canUseNamespaces, electronFlags, findElectron, sandboxOf } from '../../build/runtime/electron.mjs'
import { skipped, whyOnlyLinux } from '../support/skipped.ts'
import { makeDebianTree } from './debian-tree.ts'
import { makeNewerDeb, missingPackages, openDebian, readFields, whyNoDpkg } from './deb.ts'
import type { SeenInDebian } from './in-debian.ts'
import { launchApp, openUpdates, startAsUser } from './launch.ts'
import { renderersOf } from './renderers.ts'
import { allowPlaywright, packageForTests, unpackAppImage, whyNoAppImage, whyNoRpm } from './test-build.ts'
import { startProxy, startUpdateServer } from './update-server.ts'

// Builds the package, inspects its files, and starts the packaged app as users get it. Only the Electron runtime may differ (ADR 1). The
// packaged app reads no environment variable for its data folder, so its data is in the home folder of the test's desktop session.

const noLinux = whyOnlyLinux('these tests know only the packages for Linux')
const noDpkg = whyNoDpkg()
describe.skipIf(noLinux !== null)(`the packaged application${skipped(noLinux)}`, () => {
  let folder: string
  let built: Awaited<ReturnType<typeof packageForTests>>
  let packaged: string
  let debian: Awaited<ReturnType<typeof openDebian>>
  let changedByInstalling: string
  /**
   * Path of the packaged program. If this computer has dpkg, the program is installed from the deb, otherwise copied. The test turned on
   * its inspector fuse (a switch in Electron's binary), because Playwright needs the inspector.
   */
  let program: string
  let updates: Awaited<ReturnType<typeof startUpdateServer>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funding-desk-package-'))
    updates = await startUpdateServer()
    built = await packageForTests(folder, updates.env)
    packaged = built.unpacked
    if (noDpkg === null) {
      debian = await openDebian(join(folder, 'system'))
      debian.install(built.deb)
      changedByInstalling = debian.verify('funding-desk')
      program = join(folder, 'system', 'usr', 'bin', 'funding-desk')
    } else {
      const copy = join(folder, 'copy')
      await cp(packaged, copy, { recursive: true })
      await writeFile(join(copy, 'resources', 'package-type'), 'deb')
      program = join(copy, 'funding-desk')
    }
    await allowPlaywright(await realpath(program))
  })
  afterAll(async () => {
    await updates.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const launch = (env: Record<string, string>) => launchApp(program, env)

  it('has exactly the fuses that docs/security.md lists, read back from the binary', async () => {
    const { version: _, ...wire } = await getCurrentFuseWire(join(packaged, 'funding-desk'))
    const burnt = Object.entries(wire).map(([index, state]) => [FuseV1Options[Number(index)], state])
    const page = await readFile(join(projectFolder, 'docs', 'security.md'), 'utf8')
    const promised = [...page.matchAll(/^\| (\w+) \| (on|off) \|/gm)].map(([, fuse, state]) => [
      fuse,
      state === 'on' ? FuseState.ENABLE : FuseState.DISABLE,
    ])
    // The last fuse in the list exists only in Electron versions newer than the test runtime.
    if (built.isTestRuntime) expect(promised.pop()?.[0]).toBe('WasmTrapHandlers')
    expect(Object.fromEntries(burnt)).toEqual(Object.fromEntries(promised))
  })

  it('cannot be packaged for users with any Electron other than the official one', async () => {
    const { source, version } = await findElectron()
    if (source === 'official') return
    const packed = spawnSync(process.execPath, [join(projectFolder, 'build', 'package.mjs')], {
      encoding: 'utf8',
    })
    expect(packed.status).toBe(2)
    expect(packed.stderr).toContain(`Only the test runtime, Electron ${version}, is available here`)
  })

  it('contains only what it runs: no sources, tests, or source maps', async () => {
    const asar = join(packaged, 'resources', 'app.asar')
    const files = listPackage(asar, { isPack: false }).map((file) => file.replaceAll('\\', '/'))
    const own = files.filter((file) => !file.startsWith('/node_modules'))
    expect(own).toContain('/out/main/index.cjs')
    expect(own).toContain('/out/renderer/index.html')
    expect(own.filter((file) => /\/main-[\w-]+\.cjs\.v8$/.test(file))).toHaveLength(1)
    expect(own).toContain('/resources/icons/tray.png')
    expect(own.filter((file) => /\.(ts|tsx|map)$|\/(src-|tests|services|build)/.test(file))).toEqual([])
    expect(await readdir(join(packaged, 'resources'))).not.toContain('default_app.asar')
    // Electron checks the integrity of the archive, so all JavaScript belongs inside. Files next to the archive may only be native code,
    // and code that the test runtime runs under a separate Node.
    const beside = listPackage(asar, { isPack: true })
      .filter((line) => line.startsWith('unpack'))
      .map((line) => line.slice(line.indexOf('/')))
      .filter((file) => /\.[cm]?js$|\.json$/.test(file))
    expect(beside.includes('/out/main/vault-host.cjs')).toBe(built.isTestRuntime)
    expect(
      beside.filter(
        (file) =>
          !built.isTestRuntime ||
          !/^\/(out\/main\/(chunks\/|vault-host\.cjs|demo-services\.cjs|application-host\.cjs|pdf-application-worker\.cjs|statement-host\.cjs|statement-worker\.cjs|recognize-worker\.cjs)|node_modules\/(better-sqlite3-multiple-ciphers|@napi-rs\/canvas(-linux-\w+-gnu)?)\/)/.test(
            file,
          ),
      ),
    ).toEqual([])
    // The package contains native code only for this system and processor.
    const native = files.filter((file) => file.endsWith('.node')).map((file) => basename(file))
    expect(new Set(native)).toEqual(
      new Set([`linux-${process.arch}.node`, 'keytar.node', `skia.linux-${process.arch}-gnu.node`]),
    )
    expect(files.filter((file) => file.includes('/prebuilds/') && /darwin|win32|musl/.test(file))).toEqual([])
    const described = JSON.parse(extractFile(asar, 'package.json').toString()) as Record<string, unknown>
    expect(described).not.toHaveProperty('scripts')
    expect(described).not.toHaveProperty('devDependencies')
  })

  it('lists all third-party packages, bundled or not, with their licenses', async () => {
    const notices = join(packaged, 'resources', 'licenses')
    expect(await readFile(join(notices, 'funding-desk.txt'))).toEqual(await readFile('LICENSE'))
    const bill = JSON.parse(await readFile(join(notices, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string
      components: { name: string; properties?: { value: string }[] }[]
    }
    const shipped = bill.components.map(({ name, properties }) => `${name} ${properties?.[0]?.value}`)
    expect(bill.bomFormat).toBe('CycloneDX')
    for (const one of ['react bundled', 'zod bundled', 'better-sqlite3-multiple-ciphers as files'])
      expect(shipped).toContain(one)
    expect(shipped.filter((name) => /^(vitest|typescript|axe-core) /.test(name))).toEqual([])
    const texts = await readFile(join(notices, 'third-party.txt'), 'utf8')
    expect(texts).toMatch(/^react \d/m)
    // Each listed package has a license text, even if its npm package contains none.
    const entries = texts.split(/\n\n─+\n\n/).slice(1)
    expect(entries.length).toBe(bill.components.length - 1)
    expect(entries.filter((entry) => entry.length < 400)).toEqual([])
    expect(await readFile(join(packaged, '..', `sbom-linux-${process.arch}.cdx.json`), 'utf8')).toContain(
      'CycloneDX',
    )
  })

  it('starts without an inspector and does not act as plain Node', async () => {
    const app = spawn(
      join(packaged, 'funding-desk'),
      [...electronFlags(join(packaged, 'funding-desk')), '--inspect=0', '-e', 'process.exit(42)'],
      {
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--inspect=0' },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    let said = ''
    app.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const ended = new Promise<number | null>((resolve) => app.once('exit', (code) => resolve(code)))
    const early = await Promise.race([
      ended,
      new Promise((resolve) => setTimeout(() => resolve('runs'), 6_000)),
    ])
    app.kill()
    await ended
    expect(early).toBe('runs')
    expect(said).not.toContain('Debugger listening')
    // The operating system may store the output of stderr. The app removes private data only from the log file, so it must not print log
    // lines to stderr.
    expect(said).not.toContain('"level":')
  })

  it.skipIf(noDpkg !== null)(
    `is a deb with the right fields and all libraries that its programs link to${skipped(noDpkg)}`,
    async () => {
      const fields = readFields(built.deb)
      const { version } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')) as {
        version: string
      }
      expect(fields).toMatchObject({
        Package: 'funding-desk',
        Version: version,
        Architecture: 'amd64',
        Maintainer: expect.stringMatching(/^Funding Desk <.+@.+>$/),
        Description: expect.stringMatching(/^Business-funding applications and offers\n /),
      })
      const depends = fields['Depends']?.split(', ') ?? []
      expect(depends).toContain('libsecret-1-0')
      expect(fields['Recommends']).toContain('gnome-keyring')
      expect(await missingPackages(packaged, depends)).toEqual([])
    },
  )

  it.skipIf(noDpkg !== null)(
    `installs from its deb with menu entry, link handler, icons, and sandbox${skipped(noDpkg)}`,
    async () => {
      expect(changedByInstalling).toBe('')
      const share = join(folder, 'system', 'usr', 'share')
      const entry = await readFile(join(share, 'applications', 'funding-desk.desktop'), 'utf8')
      expect(entry).toContain('\nName=Funding Desk\nExec=/opt/funding-desk/funding-desk %U\n')
      expect(entry).toContain('\nMimeType=x-scheme-handler/fundingdesk;\n')
      expect(entry).toContain('\nStartupWMClass=funding-desk\n')
      for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) {
        const picture = join(share, 'icons', 'hicolor', `${size}x${size}`, 'apps', 'funding-desk.png')
        expect((await readFile(picture)).readUInt32BE(16)).toBe(size)
      }
      const installed = join(folder, 'system', 'opt', 'funding-desk')
      expect(await realpath(program)).toBe(join(await realpath(installed), 'funding-desk'))
      const helper = await stat(join(installed, 'chrome-sandbox'))
      expect((helper.mode & 0o7777).toString(8)).toBe('4755')
    },
  )

  it("does the main job, from the first run to the offer's desktop notification", async () => {
    const daemon = await startNotificationDaemon()
    const sandbox = await startSandbox({ data: join(folder, 'sandbox'), speed: 'fast' })
    const relay = await startRelay({ data: join(folder, 'relay'), jwks_url: sandbox.jwks_url })
    const [pdf = ''] = (await writeSamplePapers(join(folder, 'documents'))).papers
    const home = join(folder, 'config')
    const application = await launch({
      XDG_CONFIG_HOME: home,
      // A packaged app must ignore this variable. If it used the variable, the test would find no vault in the config folder below.
      FUNDING_DESK_DATA: join(folder, 'elsewhere'),
    })
    try {
      const page = await application.firstWindow()
      await setUpAndSubmit({ application, page }, sandbox, relay, pdf)
      const shown = await daemon.waitFor('Offer available')
      expect(shown.body).toContain('Juniper Bakery')
      // An app that was installed from a deb does not update itself. Its screen says so.
      const part = await openUpdates(application)
      await expect.poll(() => part.innerText()).toContain('installed as a system package')
      expect(updates.asked).toEqual([])
    } finally {
      await application.close()
      await relay.stop()
      await sandbox.stop()
      daemon.stop()
    }
    const written = await readdir(home, { recursive: true })
    expect(written.some((file) => file.endsWith('vault.db'))).toBe(true)
    expect(await readdir(folder)).not.toContain('elsewhere')
  })

  const noDebian = whyNoDebian()
  // Installs the base system on the first run on a computer. The time depends on the network, so this has no limit.
  beforeAll(async () => void (noDebian === null && (await debianBase(console.log))), 0)
  it.skipIf(noDebian !== null)(
    `starts on Debian 13 for a user without namespaces, in its sandbox, and keeps data and links when it is upgraded${skipped(noDebian)}`,
    async () => {
      const [pdf = ''] = (await writeSamplePapers(join(folder, 'documents'))).papers
      const debian13 = await makeDebianTree(join(folder, 'debian'))
      const { root } = debian13
      const inRoot = (path: string) => join(root, path)
      await debian13.install(built.deb)
      await cp(pdf, inRoot('/tmp/statement.pdf'))
      await allowPlaywright(inRoot('/opt/funding-desk/funding-desk'))
      expect((await debian13.runAsBroker('unshare', '--user', 'true')).code).not.toBe(0)

      const writeAsBroker = async (path: string, content: string) => {
        const file = inRoot(join('/home/broker/.config', path))
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, content)
        await debian13.run('chown', '-R', 'broker:broker', '/home/broker/.config')
      }
      const use = async (task: string, path: string): Promise<SeenInDebian> => {
        const script = join(projectFolder, 'tests', 'package', 'in-debian.ts')
        const picture = `/tmp/${task}.png`
        const args = [script, task, path, '/tmp/statement.pdf', picture]
        const said = await debian13.runAsBroker(process.execPath, ...args)
        expect(said.code, said.stderr).toBe(0)
        return JSON.parse(said.stdout.trim().split('\n').at(-1) ?? '') as SeenInDebian
      }
      const seen = await use('submit', '/usr/bin/funding-desk')
      expect(seen.seccomp.length).toBeGreaterThan(0)
      expect(new Set(seen.seccomp)).toEqual(new Set([2]))
      expect(Math.min(...seen.namespaces)).toBeGreaterThan(1)
      expect(seen.offer).toContain('Juniper Bakery')
      await mkdir(join(projectFolder, 'out', 'reports'), { recursive: true })
      await cp(inRoot('/tmp/submit.png'), join(projectFolder, 'out', 'reports', 'debian.png'))

      const NAMED = ['-name', '*unding*', '-not', '-path', '/tmp/*']
      const remove = async () => {
        await debian13.run('apt-get', 'remove', '-y', '-qq', 'funding-desk')
        expect(await debian13.run('find', '/', '-xdev', '-maxdepth', '3', ...NAMED)).toBe('')
        const data = await debian13.run('find', '/home/broker/.config/Funding Desk', '-name', 'vault.db')
        expect(data).toContain('vault.db')
      }
      await remove()

      // Simulate an upgrade. The broker already has data and a chosen program for links. Then apt replaces the version.
      await debian13.install(built.deb)
      const chosen = '[Default Applications]\nx-scheme-handler/fundingdesk=funding-desk.desktop\n'
      await writeAsBroker('mimeapps.list', chosen)
      await debian13.install(await makeNewerDeb(built.deb, join(folder, 'newer')))
      expect(await debian13.run('dpkg-query', '-W', '-f', '${Version}', 'funding-desk')).toBe('9.0.0')
      await allowPlaywright(inRoot('/opt/funding-desk/funding-desk'))
      const again = await use('open', '/usr/bin/funding-desk')
      expect(again.merchants.join()).toContain('Juniper Bakery')
      expect(new Set(again.seccomp)).toEqual(new Set([2]))
      const { stdout } = await debian13.runAsBroker(
        'xdg-mime',
        'query',
        'default',
        'x-scheme-handler/fundingdesk',
      )
      expect(stdout).toBe('funding-desk.desktop\n')
      const entry = await readFile(inRoot(join('/usr/share/applications', stdout.trim())), 'utf8')
      expect(entry).toContain('\nExec=/opt/funding-desk/funding-desk %U\n')
      await remove()
    },
  )

  const noRpm = whyNoRpm()
  it.skipIf(noRpm !== null)(
    `installs from its rpm without scripts, starts, and leaves nothing when it is erased${skipped(noRpm)}`,
    async () => {
      const root = join(folder, 'rpm-system')
      await mkdir(root)
      const rpm = (...args: string[]) => execFileSync('rpm', args, { encoding: 'utf8', stdio: 'pipe' })
      const query = (...args: string[]) => rpm('--query', '--package', built.rpm, ...args)
      expect(query('--queryformat', '%{name} %{arch} %{license} %{buildhost}')).toBe(
        `funding-desk ${process.arch === 'x64' ? 'x86_64' : 'aarch64'} Proprietary localhost`,
      )
      expect(query('--scripts', '--triggers', '--filetriggers')).toBe('')
      expect(query('--recommends')).toBe('gnome-keyring\n')
      // All systems with rpm use these names of libraries. Names of packages differ between the systems.
      const needed = query('--requires').split('\n')
      for (const name of ['libgtk-3.so.0', 'libnss3.so', 'libsecret-1.so.0', 'libnotify.so.4'])
        expect(needed).toContain(`${name}()(64bit)`)
      expect(needed).toContain('xdg-utils')
      expect(needed.filter((name) => /^lib(ffmpeg|EGL|GLESv2|vulkan|vk_)/.test(name))).toEqual([])
      expect(query('--provides')).not.toContain('.so')

      const inRoot = (...args: string[]) => rpm(`--root=${root}`, '--dbpath=/var/lib/rpm', ...args)
      inRoot('--install', '--nodeps', built.rpm)
      expect(inRoot('--verify', '--nodeps', 'funding-desk')).toBe('')
      const installed = await realpath(join(root, 'usr', 'bin', 'funding-desk'))
      expect(installed).toBe(join(await realpath(root), 'opt', 'funding-desk', 'funding-desk'))
      expect((await stat(join(installed, '..', 'chrome-sandbox'))).mode & 0o7777).toBe(0o4755)
      const share = join(root, 'usr', 'share')
      expect(await readFile(join(share, 'applications', 'funding-desk.desktop'), 'utf8')).toContain(
        '\nMimeType=x-scheme-handler/fundingdesk;\n',
      )
      const icons = await readdir(join(share, 'icons', 'hicolor'), { recursive: true })
      expect(icons.filter((path) => path.endsWith('/funding-desk.png')).length).toBeGreaterThan(7)

      await allowPlaywright(installed)
      const home = join(folder, 'config-of-rpm')
      const application = await launchApp(installed, { XDG_CONFIG_HOME: home })
      const part = await openUpdates(application)
      await expect.poll(() => part.innerText()).toContain('installed as a system package')
      await application.close()
      const data = async () => (await readdir(home, { recursive: true })).toSorted()
      const before = await data()
      inRoot('--erase', 'funding-desk')
      const left = await readdir(root, { recursive: true })
      expect(left.filter((path) => basename(path).startsWith('funding-desk'))).toEqual([])
      expect(await data()).toEqual(before)
    },
  )

  const noAppImage = whyNoAppImage()
  it.skipIf(noAppImage !== null)(
    `starts from an AppImage, in Chromium's sandbox if the system allows namespaces${skipped(noAppImage)}`,
    async () => {
      const unpacked = join(folder, 'appimage')
      unpackAppImage(built.appImage, unpacked)
      const entry = await readFile(join(unpacked, 'funding-desk.desktop'), 'utf8')
      expect(entry).toContain('\nName=Funding Desk\nExec=AppRun %U\n')
      expect(entry).toContain('\nMimeType=x-scheme-handler/fundingdesk;\n')
      for (const link of ['.DirIcon', 'funding-desk.png'])
        expect((await readFile(join(unpacked, link))).subarray(1, 4).toString()).toBe('PNG')

      await allowPlaywright(join(unpacked, 'funding-desk'))
      const launcher = join(unpacked, 'AppRun')
      const home = join(folder, 'home-of-appimage')
      const env = { APPIMAGE: built.appImage, APPDIR: unpacked, XDG_CONFIG_HOME: join(home, '.config') }
      // Chromium's sandbox does not start for root. If root runs this test, start the app as another user with a separate session.
      const changesUser = process.getuid?.() === 0 && canUseNamespaces()
      const application = changesUser
        ? await launchApp(await startAsUser(home, launcher), env, [])
        : await launchApp(launcher, env)
      const part = await openUpdates(application)
      await expect.poll(() => part.innerText()).toContain('Check for updates')
      const { seccomp, namespaces } = await renderersOf(unpacked)
      await application.close()
      expect(seccomp.length).toBeGreaterThan(0)
      if (changesUser || sandboxOf(launcher) === 'can start') {
        expect(new Set(seccomp)).toEqual(new Set([2]))
        expect(Math.min(...namespaces)).toBeGreaterThan(1)
      }
    },
  )

  it('installs a newer version from a static server if it is signed, the rollout includes this installation, and the broker quits', async () => {
    // An AppImage is an app in one file, and an update replaces this file. The fake new version is a script that records how it was
    // started.
    const installed = join(folder, 'Funding Desk.AppImage')
    const startedAs = join(folder, 'started-as')
    await writeFile(installed, 'the old version')
    const newer = `#!/bin/sh\necho "\${APPIMAGE_EXIT_AFTER_INSTALL:-runs}" > '${startedAs}'\n`
    const env = {
      XDG_CONFIG_HOME: join(folder, 'config-of-updates'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      APPIMAGE: installed,
    }
    const open = async (changes: Record<string, string> = {}) => {
      const application = await launch({ ...env, ...changes })
      const page = await application.firstWindow()
      const part = await openUpdates(application)
      const check = async () => {
        await part.getByRole('button', { name: 'Check for updates' }).click()
        await expect
          .poll(() => part.locator('[data-step]').getAttribute('data-step'))
          .not.toMatch(/unchecked|checking|downloading/)
        return part.innerText()
      }
      const reachThrough = (network: object, proxy_password: string) =>
        page.evaluate(
          `fundingDesk.call('service.save_network', ${JSON.stringify({ network, proxy_password })}, 'sandbox')`,
        )
      return { application, part, check, reachThrough }
    }

    const { application, check, reachThrough } = await open()
    expect(await check()).toContain('could not be reached')
    // The update check uses the proxy settings that the office entered for the connection to the partner, including the user name.
    // Connections to this computer do not use a proxy.
    const proxy = await startProxy('desk', 'pass word')
    const chosen = { proxy: 'manual', proxy_url: proxy.url, proxy_user: 'desk', extra_ca: '' }
    expect(await reachThrough(chosen, 'pass word')).toMatchObject({ ok: true })
    updates.leadTo('https://updates.example/')
    expect(await check()).toContain('could not be reached')
    expect(proxy.asked.slice(0, 2)).toEqual(['updates.example:443 stranger', 'updates.example:443 known'])
    expect(await reachThrough({ ...chosen, proxy: 'none' }, '')).toMatchObject({ ok: true })
    const { length } = proxy.asked
    expect(await check()).toContain('could not be reached')
    expect(proxy.asked).toHaveLength(length)
    updates.leadTo(null)
    await proxy.stop()
    const stranger = generateKeyPairSync('ed25519').privateKey
    updates.offer(newer, { version: '9.0.0', signedBy: stranger })
    expect(await check()).toContain('is not signed by the makers')
    updates.offer(newer, { version: '9.0.0', served: newer.replace('echo', 'evil') })
    expect(await check()).toContain('is not signed by the makers')
    updates.offer(newer, { version: '9.0.0', staging: 0 })
    expect(await check()).toContain('You have the latest version.')
    updates.offer(newer, { version: '0.0.1' })
    expect(await check()).toContain('was withdrawn')
    expect(updates.asked.filter(({ path }) => path.endsWith('.AppImage'))).toHaveLength(1)
    updates.offer(newer, { version: '9.0.0' })
    expect(await check()).toMatch(/Version 9\.0\.0 is ready[^]*Faster uploads/)
    expect(await readFile(installed, 'utf8')).toBe('the old version')
    await application.close()
    expect(await readFile(installed, 'utf8')).toBe(newer)
    expect(await readFile(startedAs, 'utf8')).toBe('true\n')

    // The installed file is not a real app, so the old version starts again and must report the failed update. The next installation is
    // from a file whose name contains a version. The update then renames this file, and must write the new name into the autostart entry.
    const named = join(folder, 'Funding-Desk-0.1.0.AppImage')
    const autostart = join(env.XDG_CONFIG_HOME, 'autostart', 'funding-desk.desktop')
    await mkdir(join(autostart, '..'), { recursive: true })
    await writeFile(named, 'the old version')
    await writeFile(autostart, named)
    // The developers can replace their signing key. This build already trusts the next key. Offer an update that is signed with the next
    // key.
    updates.offer(newer, { version: '9.0.0', signedBy: updates.nextKey })
    const again = await open({ APPIMAGE: named })
    await expect.poll(() => again.part.innerText()).toContain('Version 9.0.0 could not be installed')
    expect(await again.check()).toContain('is ready')
    const gone = again.application.waitForEvent('close')
    await again.part.getByRole('button', { name: 'Restart now' }).click()
    await gone
    await expect.poll(() => readFile(startedAs, 'utf8')).toBe('runs\n')
    expect(await readFile(autostart, 'utf8')).toContain(join(folder, 'funding-desk-9.0.0.AppImage'))
    // The update server must not be able to recognize an installation. No request contained a header that identifies it.
    expect(updates.asked.map(({ headers }) => headers).join(' ')).not.toContain('staging-id')
  })

  it.skipIf(noDpkg !== null)(
    `is removed with its deb, but keeps the broker's data, even when purged${skipped(noDpkg)}`,
    async () => {
      const system = join(folder, 'system')
      const written = async () => (await readdir(join(folder, 'config'), { recursive: true })).toSorted()
      const before = await written()
      expect(before.some((file) => file.endsWith('vault.db'))).toBe(true)
      debian.leaveForNewer('funding-desk')
      expect(await readdir(join(system, 'usr', 'bin'))).toEqual(['funding-desk'])
      debian.remove('funding-desk')
      debian.purge('funding-desk')
      const left = await readdir(system, { recursive: true })
      expect(left.filter((path) => /Funding Desk|funding-desk/.test(path))).toEqual([])
      expect(await written()).toEqual(before)
    },
  )
})
