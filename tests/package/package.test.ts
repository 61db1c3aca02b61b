import { spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'
import { build } from 'electron-builder'
import { _electron } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  attachFiles,
  fillApplication,
  setUp,
  startApplication,
  submitApplication,
} from '../../build/demo/journey.ts'
import { startNotificationDaemon } from '../../build/demo/notification-daemon.ts'
import { makeSamplePdfs } from '../../build/demo/sample-pdfs.ts'
import { startRelay, startSandbox } from '../../build/demo/services.ts'
import { packagingConfig } from '../../build/packaging/config.mjs'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { electronFlags, findElectron } from '../../build/runtime/electron.mjs'

// The application as users get it but for the runtime (ADR 1): built, read back, started. It is told nothing by environment
// variables, since the packaged product reads none: its data lies where the session's home is.

describe.runIf(process.platform === 'linux')('the packaged application', () => {
  let folder: string
  let packaged: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funding-desk-package-'))
    const electron = await findElectron()
    const isTestRuntime = electron.source === 'test-runtime'
    const config = packagingConfig({
      electronVersion: electron.version,
      isTestRuntime,
      ...(isTestRuntime ? { electronDist: electron.dist } : {}),
    })
    await build({
      projectDir: projectFolder,
      dir: true,
      publish: 'never',
      config: { ...config, directories: { ...config.directories, output: join(folder, 'out') } },
    })
    packaged = join(folder, 'out', 'linux-unpacked')
  })
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

  it('has the fuses that docs/security.md promises, read back from the binary', async () => {
    const { version: _, ...wire } = await getCurrentFuseWire(join(packaged, 'funding-desk'))
    const on = (fuse: FuseV1Options) => wire[fuse] === FuseState.ENABLE
    expect({
      runAsNode: on(FuseV1Options.RunAsNode),
      cookieEncryption: on(FuseV1Options.EnableCookieEncryption),
      nodeOptions: on(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: on(FuseV1Options.EnableNodeCliInspectArguments),
      asarIntegrity: on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyFromAsar: on(FuseV1Options.OnlyLoadAppFromAsar),
      browserSnapshot: on(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
      fileProtocol: on(FuseV1Options.GrantFileProtocolExtraPrivileges),
    }).toEqual({
      runAsNode: false,
      cookieEncryption: true,
      nodeOptions: false,
      inspect: false,
      asarIntegrity: true,
      onlyFromAsar: true,
      browserSnapshot: false,
      fileProtocol: false,
    })
  })

  it('holds what it runs, and no sources, tests or maps', async () => {
    const asar = join(packaged, 'resources', 'app.asar')
    const files = listPackage(asar, { isPack: false }).map((file) => file.replaceAll('\\', '/'))
    const own = files.filter((file) => !file.startsWith('/node_modules'))
    expect(own).toContain('/out/main/index.cjs')
    expect(own).toContain('/out/renderer/index.html')
    expect(own).toContain('/resources/icons/tray.png')
    expect(own.filter((file) => /\.(ts|tsx|map)$|\/(src-|tests|services|build)/.test(file))).toEqual([])
    expect(await readdir(join(packaged, 'resources'))).not.toContain('default_app.asar')
    const described = JSON.parse(extractFile(asar, 'package.json').toString()) as Record<string, unknown>
    expect(described).not.toHaveProperty('scripts')
    expect(described).not.toHaveProperty('devDependencies')
  })

  it('names what others wrote in it, bundled or not, with the licences', async () => {
    const notices = join(packaged, 'resources', 'licenses')
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
    expect(texts).toContain('Permission is hereby granted, free of charge')
  })

  it('starts as it is, and gives no inspector and no plain Node', async () => {
    const app = spawn(
      join(packaged, 'funding-desk'),
      [...electronFlags(), '--inspect=0', '-e', 'process.exit(42)'],
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
  })

  it('does the main job: from the first run to the offer that the desktop shows', async () => {
    // Playwright needs the inspector; this copy of the same package has its fuse on.
    const driven = join(folder, 'driven')
    await cp(packaged, driven, { recursive: true })
    await flipFuses(join(driven, 'funding-desk'), {
      version: FuseVersion.V1,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
    })
    const daemon = await startNotificationDaemon()
    const sandbox = await startSandbox({ data: join(folder, 'sandbox'), speed: 'fast' })
    const relay = await startRelay({ data: join(folder, 'relay'), jwks_url: sandbox.jwks_url })
    const pdfs = await makeSamplePdfs(join(folder, 'documents'))
    const home = join(folder, 'config')
    const application = await _electron.launch({
      executablePath: join(driven, 'funding-desk'),
      args: [...electronFlags()],
      env: {
        ...(process.env as Record<string, string>),
        XDG_CONFIG_HOME: home,
        FUNDING_DESK_NODE: process.execPath,
        // Read by no packaged application: if it were, this test would find no vault below.
        FUNDING_DESK_DATA: join(folder, 'elsewhere'),
      },
      colorScheme: null,
    })
    try {
      const page = await application.firstWindow()
      await setUp(page, sandbox, relay)
      await startApplication(page)
      await fillApplication(page)
      await attachFiles(page, pdfs.slice(0, 1))
      await page.locator('[data-document]').waitFor()
      await submitApplication(page)
      const shown = await daemon.waitFor('Offer available', 90_000)
      expect(shown.body).toContain('Juniper Bakery')
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
})
