import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makePackage } from './fpm.ts'
import { skipped, whyWithout } from '../../tests/support/skipped.ts'

const folder = mkdtempSync(join(tmpdir(), 'funding-desk-fpm-'))
afterAll(() => rmSync(folder, { recursive: true }))
const deb = join(folder, 'desk.deb')
const read = (...args: string[]) => execFileSync('dpkg-deb', args, { encoding: 'utf8' })

const basics = ['-s', 'dir', '-t', 'deb', '--force', '--name', 'desk', '--version', '1.0.0~beta.1']
const more = ['--architecture', 'amd64', '--maintainer', 'A <a@b.example>', '--package', deb]

const noDpkg = whyWithout('dpkg-deb', 'dpkg')
describe.skipIf(noDpkg !== null)(`the replacement for fpm${skipped(noDpkg)}`, () => {
  test('builds a deb with control fields, files owned by root, scripts, and checksums', async () => {
    mkdirSync(join(folder, 'app', 'sub dir'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'app', 'program'), '#!/bin/sh\n', { mode: 0o700 })
    writeFileSync(join(folder, 'app', 'sub dir', 'a=b.txt'), 'text', { mode: 0o600 })
    writeFileSync(join(folder, 'after'), '#!/bin/sh\necho put in place\n')
    await makePackage([
      ...['-d', 'libone', '-d', 'libtwo (>= 2)', '--deb-recommends', 'three', '--deb-compression', 'gz'],
      ...basics,
      ...more,
      ...['--description', 'Short\n Long, and\n\nmore', '--url', 'https://desk.example', '--vendor', 'A'],
      ...['--deb-priority', 'optional', '--after-install', join(folder, 'after')],
      `${join(folder, 'app')}/=/opt/The Desk`,
      `${join(folder, 'after')}=/usr/share/one=two`,
    ])
    expect(read('--field', deb)).toBe(
      'Package: desk\nVersion: 1.0.0~beta.1\nArchitecture: amd64\nMaintainer: A <a@b.example>\nInstalled-Size: 1\n' +
        'Depends: libone, libtwo (>= 2)\nRecommends: three\nSection: misc\nPriority: optional\n' +
        'Homepage: https://desk.example\nDescription: Short\n Long, and\n .\n more\n',
    )
    const held = read('--contents', deb).trim().split('\n')
    const reported = held.map((line) => line.replace(/^(\S+) (\S+) .* \.(\/.*)$/, '$1 $2 $3'))
    expect(reported).toEqual(
      expect.arrayContaining([
        'drwxr-xr-x root/root /',
        'drwxr-xr-x root/root /opt/The Desk/sub dir/',
        '-rwxr-xr-x root/root /opt/The Desk/program',
        '-rw-r--r-- root/root /opt/The Desk/sub dir/a=b.txt',
        '-rw-r--r-- root/root /usr/share/one=two',
      ]),
    )
    expect(read('--info', deb, 'postinst')).toContain('put in place')
    // Checksum of "text".
    expect(read('--info', deb, 'md5sums')).toContain(
      '1cb251ec0d568de6a929b520c4aed8d1  opt/The Desk/sub dir/a=b.txt\n',
    )
  })

  test.each([
    ['an unknown option', ['--before-install', 'x']],
    ['another kind of package', ['-t', 'pacman']],
    ['an unknown compression', ['--deb-compression', 'bzip2']],
    ['a file without a target', [folder]],
    [
      'an rpm without a program',
      ['-t', 'rpm', '--rpm-summary', 'x', '--license', 'x', '--vendor', 'x', '--url', 'x'],
    ],
    ['a missing file', [`${folder}/nothing=/opt/nothing`]],
  ])('refuses %s', async (_, args) => {
    await expect(makePackage([...basics, '--description', 'x', ...more, ...args])).rejects.toThrow()
  })
})
