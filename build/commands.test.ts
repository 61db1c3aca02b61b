import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from './runtime/cache.mjs'

// Tests the error messages of the commands. Each command must reject bad input before it installs, builds, or changes anything.

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const program = scripts[command]?.replace('node ', '') ?? ''
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: projectFolder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, stdout, stderr }
}

test.each(Object.keys(scripts))('%s prints its usage', (command) => {
  const { status, stdout } = run(command, ['--help'])
  expect(stdout).toMatch(/^Usage: npm /)
  expect(stdout).toContain('--help')
  expect(status).toBe(0)
})

test.each([
  ['start', ['--nonsense'], "Unknown option '--nonsense'. --help tells more."],
  ['test', ['nonsense'], "Unexpected argument 'nonsense'. --help tells more."],
  ['check', ['--nonsense'], "Unknown option '--nonsense'. --help tells more."],
  ['types', ['nonsense'], "Unexpected argument 'nonsense'. --help tells more."],
  ['format', ['--nonsense'], "Unknown option '--nonsense'. --help tells more."],
  ['dev', ['nonsense'], "Unexpected argument 'nonsense'. --help tells more."],
  [
    'vitest',
    [],
    'Name what to run: --project=unit, --project=integration, --project=e2e, --project=package.',
  ],
  ['vitest', ['--project=nonsense'], 'Name what to run: --project=unit,'],
  ['package', ['--only', 'nonsense'], '--only takes what can be built on this system: '],
  ['package', ['--only', 'deb', '--installers'], 'Say --installers or --only, not both.'],
  ['package', ['--only'], "Option '--only <value>' argument missing. --help tells more."],
  ['release', [], 'Say one version, or which part to raise: major, minor, patch. --help tells more.'],
  ['release', ['nonsense'], 'nonsense is no version: say 1.2.3, or major, minor, patch.'],
  ['release', ['--stage', '10'], "Unknown option '--stage'. --help tells more."],
  ['release', ['minor', '--notes', 'no-such-file'], "--notes names a file that can't be read: no-such-file."],
  ['bench', [], 'A name is needed. npm run bench -- NAME takes: alert, '],
  ['bench', ['nonsense'], 'There is no "nonsense". npm run bench -- NAME takes: alert, '],
  ['bench', ['memory', 'search'], '"search" is not known here: one NAME at a time, and --json.'],
  ['torture', ['nonsense'], 'There is no "nonsense". npm run torture -- NAME takes: bad-input, '],
  ['torture', ['network', '--rounds'], '"--rounds" is not known here: one NAME at a time, and --json.'],
  ['gallery', ['nonsense'], 'There is no act "nonsense". There are: first-run, '],
  ['smoke', ['nonsense'], '"nonsense" is not known. --help tells more.'],
  ['verify-proof', [], 'Name one file. --help tells more.'],
  ['verify-proof', ['no-such-file'], 'There is no file no-such-file.'],
] as const)('%s %j is refused immediately with a message', (command, args, said) => {
  const { status, stdout, stderr } = run(command, args)
  expect(stderr.startsWith(said), stderr).toBe(true)
  expect(stderr.trimEnd()).not.toContain('\n')
  expect(stdout).toBe('')
  expect(status).toBe(2)
})

const UPDATES = { FUNDING_DESK_UPDATES_URL: 'https://updates.example/desk' }
test.each([
  [{ FUNDING_DESK_UPDATES_URL: 'nonsense' }, 'FUNDING_DESK_UPDATES_URL must begin with https://'],
  [UPDATES, 'A build that asks for updates needs UPDATE_PUBLIC_KEY too'],
  [{ ...UPDATES, UPDATE_PUBLIC_KEY: 'TUlHSEFnRUFN' }, 'UPDATE_PUBLIC_KEY is neither a key as PEM nor a file'],
  [{ ...UPDATES, UPDATE_PUBLIC_KEY: 'package.json' }, 'UPDATE_PUBLIC_KEY holds no key that can be read.'],
])('requires valid build settings in the environment before building: %j', (env, said) => {
  const { status, stderr } = run('package', [], { UPDATE_PUBLIC_KEY: '', ...env })
  expect(stderr).toContain(said)
  // The invalid value may be part of a private key whose first line is missing, so the message must not repeat it.
  expect(stderr).not.toContain('TUlHSEFnRUFN')
  expect(status).toBe(2)
})

test.each(['bench', 'torture'])(
  '%s accepts exactly the names of its programs, and the README lists them',
  (command) => {
    const reported = [...run(command, ['--help']).stdout.matchAll(/^ {2}([a-z][a-z-]*) {2}/gm)].map(
      ([, name]) => name,
    )
    const there = [...read(`tests/${command}/${command}.ts`).matchAll(/import\('\.\/([a-z-]+)\.ts'\)/g)]
    expect(reported).toEqual(there.map(([, name]) => name))
    const row =
      read('README.md')
        .split('\n')
        .find((line) => line.startsWith(`| \`npm run ${command} `)) ?? ''
    expect(row).toContain(`: ${reported.join(', ')} |`)
  },
)
