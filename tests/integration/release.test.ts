// @module-tag all

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest'
import {
  BUILT_FROM,
  makeRelease,
  nextVersion,
  noteBuild,
  notesOf,
  planRelease,
  treeOf,
  withSection,
} from '../../build/release/make-release.mjs'
import { sealReleased } from '../../build/release/seal.mjs'
import { Cleanup } from '../support/cleanup.ts'
import { skipped, whyWithout } from '../support/skipped.ts'
import { readSigned } from '../../src-main/features/updates/signed-channel.ts'

const cleanup = new Cleanup()
const DAY = '2026-05-04'
const noGit = whyWithout('git')
let folder: string

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const json = (file: string) => JSON.parse(read(file)) as Record<string, unknown>

function write(file: string, content: string | object): void {
  mkdirSync(join(folder, file, '..'), { recursive: true })
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}

function commit(file: string, subject: string): void {
  write(file, subject)
  git('add', '.')
  git('commit', '--message', subject)
}

beforeEach(() => {
  folder = cleanup.folder()
  git('init', '--initial-branch=main')
  git('config', 'user.name', 'A tester')
  git('config', 'user.email', 'tester@example.com')
  const version = '0.1.0'
  write('package.json', { name: 'desk', version, private: true })
  for (const service of ['relay', 'sandbox'])
    write(`services/${service}/package.json`, { name: service, version })
  const services = { 'services/relay': { version }, 'services/sandbox': { version } }
  const packages = { '': { version }, ...services, 'node_modules/other': { version: '0.1.0' } }
  write('package-lock.json', { name: 'desk', version, lockfileVersion: 3, packages })
  commit('first', 'The first thing')
})
afterAll(() => cleanup.run())

const release = async (wish: string, build = async () => {}, notes?: string) =>
  makeRelease(folder, await planRelease(folder, { wish, day: DAY, ...(notes && { notes }) }), build)

describe.skipIf(noGit !== null)(`a release${skipped(noGit)}`, () => {
  it('sets the version everywhere, writes the changelog, commits, and tags', async () => {
    commit('second', 'Uploads are faster')
    let during = ''
    await release('minor', async () => void (during = read('CHANGELOG.md')))
    for (const file of ['package.json', 'services/relay/package.json', 'package-lock.json'])
      expect(json(file)).toMatchObject({ version: '0.2.0' })
    expect(json('package-lock.json')['packages']).toMatchObject({
      '': { version: '0.2.0' },
      'services/sandbox': { version: '0.2.0' },
      'node_modules/other': { version: '0.1.0' },
    })
    // The changelog was already final during the build. The build includes it in the app, which shows it.
    expect(during).toBe(read('CHANGELOG.md'))
    expect(notesOf(during, '0.2.0')).toBe('- Uploads are faster\n- The first thing')
    expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0')
    expect(git('describe')).toBe('v0.2.0')
    expect(git('status', '--porcelain')).toBe('')

    commit('third', 'A figure is mended')
    await release('patch', undefined, 'Offers show the right figure.')
    expect(read('CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## 0\.2\.1 – 2026-05-04\n\nOffers [^]*\n\n## 0\.2\.0/,
    )
    expect(notesOf(read('CHANGELOG.md'), '0.2.1')).toBe('Offers show the right figure.')
  })

  it('drafts its notes from the commits since the last tag', async () => {
    await release('patch')
    commit('second', 'Only this is new')
    expect(await planRelease(folder, { wish: 'patch', day: DAY })).toMatchObject({
      since: 'v0.1.1',
      notes: '- Only this is new',
    })
  })

  it('changes nothing if the build fails', async () => {
    const failing = async () => Promise.reject(new Error('no compiler'))
    await expect(release('1.0.0', failing)).rejects.toThrow('no compiler')
    expect(git('status', '--porcelain')).toBe('')
    expect(git('tag')).toBe('')
    expect(existsSync(join(folder, 'CHANGELOG.md'))).toBe(false)
  })

  it('changes nothing if the commit or the tag fails, or if the release is interrupted', async () => {
    commit('second', 'Uploads are faster')
    const head = git('rev-parse', 'HEAD')
    const unchanged = () =>
      expect([git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag')]).toEqual(['', head, ''])
    const hook = join(folder, '.git', 'hooks', 'pre-commit')
    write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n')
    chmodSync(hook, 0o755)
    await expect(release('minor')).rejects.toThrow('git commit')
    rmSync(hook)
    unchanged()
    git('config', 'tag.gpgSign', 'true')
    git('config', 'gpg.program', 'false')
    await expect(release('minor')).rejects.toThrow('git tag')
    unchanged()

    const program = `
      import { makeRelease } from '${new URL('../../build/release/make-release.mjs', import.meta.url).href}'
      const plan = { version: '0.2.0', day: '${DAY}', notes: 'One' }
      await makeRelease(process.cwd(), plan, () => {
        console.log('building')
        return new Promise(() => setInterval(() => {}, 1_000))
      })`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder })
    cleanup.add(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    expect(git('status', '--porcelain')).not.toBe('')
    child.kill('SIGINT')
    expect((await once(child, 'exit'))[0]).toBe(130)
    unchanged()
  })

  it('is refused on another branch, with uncommitted changes, without new commits, and for an invalid or existing version', async () => {
    git('checkout', '-b', 'other')
    await expect(release('patch')).rejects.toThrow('on the branch main')
    git('checkout', 'main')
    write('second', 'not committed')
    await expect(release('patch')).rejects.toThrow('uncommitted changes')
    commit('second', 'Now it is')
    await expect(release('newest')).rejects.toThrow('is not a version')
    await expect(release('0.1.0')).rejects.toThrow('already')
    git('tag', '-a', 'v0.1.1', '-m', 'earlier')
    await expect(release('patch')).rejects.toThrow('already exists')
    await expect(release('minor')).rejects.toThrow('no commits since')
  })

  it('computes the next version from a version or a part to increment', () => {
    const raised = ['major', 'minor', 'patch', '1.10.0'].map((wish) => nextVersion('1.2.3', wish))
    expect(raised).toEqual(['2.0.0', '1.3.0', '1.2.4', '1.10.0'])
    // Installed apps install neither previews nor older versions, so a release with such a version is refused.
    expect(() => nextVersion('1.2.3', '2.0.0-beta.1')).toThrow('is not a version')
    for (const older of ['1.2.2', '1.1.9', '0.9.9'])
      expect(() => nextVersion('1.2.3', older)).toThrow('older')
  })

  it('returns the changelog section of exactly the requested version', () => {
    const one = withSection('', { version: '1.1.0', day: DAY, notes: '- One' })
    const two = withSection(one, { version: '1.10.0', day: DAY, notes: '- Two\n- Three' })
    expect([notesOf(two, '1.10.0'), notesOf(two, '1.1.0'), notesOf(two, '1.1')]).toEqual([
      '- Two\n- Three',
      '- One',
      '',
    ])
  })

  it('keeps a version’s notes complete, with any headings and line endings', () => {
    const notes = '# News\r\n\r\n- One\r\n\r\n## 1.1.0 is gone\r\n\r\n- Two\r\n'
    const written = withSection('# Changelog\r\n', { version: '1.2.0', day: DAY, notes })
    expect(written).not.toContain('\r')
    expect(written.match(/^# /gm)).toHaveLength(1)
    expect(notesOf(written.replaceAll('\n', '\r\n'), '1.2.0')).toBe(
      '### News\n\n- One\n\n### 1.1.0 is gone\n\n- Two',
    )
    expect(notesOf(written, '1.1.0')).toBe('')
  })
})

test.skipIf(noGit !== null)(
  `the files that a release builds before its commit equal the committed content${skipped(noGit)}`,
  async () => {
    let before: string | null = null
    await release('minor', async () => void (before = await treeOf(folder)))
    expect(before).toBe(git('rev-parse', 'HEAD^{tree}'))
    expect(await treeOf(cleanup.folder())).toBeNull()
  },
)

describe.skipIf(noGit !== null)(`the build output${skipped(noGit)}`, () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const updateKeys = [publicKey.export({ type: 'spki', format: 'pem' }).toString()]
  const offering = (app: string) =>
    `version: 0.1.0\nfiles:\n  - url: Desk.AppImage\n    sha512: ${hash('sha512', app, 'base64')}\n    size: ${app.length}\n`
  const hash = (algorithm: string, text: string, encoding: 'hex' | 'base64') =>
    createHash(algorithm).update(text).digest(encoding)
  const offered = () => readSigned(read('built/latest-linux.yml'), 'latest-linux.yml', [publicKey])
  let built: string
  let note: Parameters<typeof noteBuild>[1]
  const seal = (staging: number, key: KeyObject | null = privateKey) =>
    sealReleased(folder, built, staging, key)

  beforeEach(async () => {
    built = join(folder, 'built')
    commit('.gitignore', 'Built files stay out')
    write('.gitignore', 'built/\n')
    git('commit', '--all', '--message', 'So it is')
    write('built/Desk.AppImage', 'the app')
    write('built/builder-debug.yml', 'of no use')
    write('built/latest-linux.yml', offering('the app'))
    // The signing machine may have another system than the build machine.
    note = { tree: await treeOf(folder), system: 'windows', runtime: 'official', updateKeys }
    await noteBuild(built, note)
  })
  const tag = () => git('tag', `v${JSON.parse(read('package.json')).version}`)

  it('is recorded with the same tree on Windows, where files have no executable bits', async () => {
    write('program', '#!/bin/sh\n')
    git('add', '--chmod=+x', 'program')
    git('commit', '--message', 'A program')
    chmodSync(join(folder, 'program'), 0o644)
    git('config', 'core.fileMode', 'false')
    expect(await treeOf(folder)).toBe(git('rev-parse', 'HEAD^{tree}'))
  })

  it('gets checksums and a signed file of the update channel, and is signed again for another rollout percentage', async () => {
    tag()
    const { files, channels } = await seal(10)
    expect([files, channels]).toEqual([['Desk.AppImage', 'SHA256SUMS-windows'], ['latest-linux.yml']])
    expect(offered()).toBe(`${offering('the app')}stagingPercentage: 10\n`)
    expect(read(`built/${files[1]}`).trim().split('\n')).toEqual(
      ['Desk.AppImage', 'latest-linux.yml'].map(
        (name) => `${hash('sha256', read(`built/${name}`), 'hex')}  ${name}`,
      ),
    )
    await seal(100)
    expect(offered()).toBe(offering('the app'))
  })

  it('is signed first only on the tag of its release, and later only if it equals the released files', async () => {
    await expect(seal(10)).rejects.toThrow('only on the tag of its release')
    tag()
    rmSync(join(built, BUILT_FROM))
    await expect(seal(10)).rejects.toThrow('not made from these files')
    await noteBuild(built, { ...note, tree: git('rev-parse', 'HEAD~1^{tree}') })
    await expect(seal(10)).rejects.toThrow('not made from these files')
    await noteBuild(built, { ...note, runtime: 'test-runtime' })
    await expect(seal(10)).rejects.toThrow('contains the test runtime')
    await noteBuild(built, note)
    rmSync(join(built, 'latest-linux.yml'))
    await expect(seal(10)).rejects.toThrow('no latest')
    write('built/latest-linux.yml', offering('the app'))
    const { files } = await seal(10)
    expect(files).not.toContain(BUILT_FROM)
    commit('later', 'Work goes on')
    await seal(50)

    write('built/Desk.AppImage', 'the app of a later day')
    await expect(seal(100)).rejects.toThrow('Desk.AppImage in out/package/ differs')
    write('built/Desk.AppImage', 'the app')
    write('built/Desk.deb', 'one that was not released')
    await expect(seal(100)).rejects.toThrow('Desk.deb')
    rmSync(join(built, 'Desk.deb'))
    rmSync(join(built, files.at(-1) as string))
    await expect(seal(100)).rejects.toThrow('only on the tag of its release')
  })

  it('is not signed without a key, with an untrusted key, or if the update channel lists a different file', async () => {
    tag()
    await expect(seal(10, null)).rejects.toThrow('UPDATE_SIGNING_KEY is not set')
    await expect(seal(10, generateKeyPairSync('ed25519').privateKey)).rejects.toThrow('this build trusts')
    write('built/latest-linux.yml', offering('another app'))
    await expect(seal(10)).rejects.toThrow('latest-linux.yml lists Desk.AppImage, but')
    expect(read('built/latest-linux.yml')).not.toContain('# signature')
  })

  it('gets only checksums if it does not check for updates', async () => {
    tag()
    rmSync(join(built, 'latest-linux.yml'))
    await noteBuild(built, { ...note, updateKeys: [] })
    expect(await seal(100, null)).toMatchObject({ channels: [] })
  })
})

describe.skipIf(noGit !== null)(`the private update key${skipped(noGit)}`, () => {
  const project = fileURLToPath(new URL('../..', import.meta.url))
  const env = { ...process.env, UPDATE_SIGNING_KEY: 'the private key' }
  const at = (file: string) => JSON.stringify(new URL(`../../build/${file}`, import.meta.url).href)

  it('is not visible to a package that a command runs, or to its child processes', () => {
    const look = `JSON.stringify(process.env).includes('the private key')`
    const program = `
      import { spawnSync } from 'node:child_process'
      import { runMain } from ${at('runtime/command.mjs')}
      import { run } from ${at('runtime/process.mjs')}
      const child = [process.execPath, ['--print', ${JSON.stringify(look)}]]
      await runMain('', async () => {
        const passed = await run(...child, { env: { ...process.env, UPDATE_SIGNING_KEY: 'the private key' } })
        console.log(${look}, String(spawnSync(...child).stdout).trim(), passed.stdout.trim())
        return 0
      })`
    const reported = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env })
    expect(String(reported).trim()).toBe('false false false')
  })

  it.each([['package'], ['release', 'patch']])('stops npm run %s before the build', (...[name, ...args]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(project, `build/${name}.mjs`), ...args],
      {
        cwd: project,
        encoding: 'utf8',
        env,
      },
    )
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain('UPDATE_SIGNING_KEY is set')
    expect(stderr).not.toContain('the private key')
  })

  it('is read only by a command that imports nothing except Node and project files', () => {
    const seen = new Set<string>()
    const foreign: string[] = []
    const follow = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
        /\b(?:from|import\(|import) ?'([^']+)'/g,
      ))
        if (name.startsWith('.')) follow(join(file, '..', name))
        else if (!name.startsWith('node:')) foreign.push(`${file}: ${name}`)
    }
    follow(join(project, 'build/sign.mjs'))
    expect(foreign).toEqual([])
    expect([...seen].map((file) => file.slice(project.length))).toContain('build/release/seal.mjs')
  })
})
