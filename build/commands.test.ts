import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from './runtime/cache.mjs'

// Tests the error messages of the commands. Each command must reject bad input before it installs, builds, or changes anything.

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const [, ...program] = scripts[command]?.split(' ') ?? []
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
    cwd: projectFolder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, stdout, stderr }
}

test.each(Object.keys(scripts))('the %s command prints its usage for --help', (command) => {
  const { status, stdout } = run(command, ['--help'])
  expect(stdout).toMatch(/^Usage: npm /)
  expect(stdout).toContain('--help')
  expect(status).toBe(0)
})

test.each([
  ['start', ['--nonsense'], "Unknown option '--nonsense'. See --help."],
  ['test', ['nonsense'], "Unexpected argument 'nonsense'. See --help."],
  ['test:all', ['nonsense'], "Unexpected argument 'nonsense'. See --help."],
  ['test:chromium', ['--nonsense'], "Unknown option '--nonsense'. See --help."],
  ['check', ['--nonsense'], "Unknown option '--nonsense'. See --help."],
  ['types', ['nonsense'], "Unexpected argument 'nonsense'. See --help."],
  ['format', ['--nonsense'], "Unknown option '--nonsense'. See --help."],
  ['dev', ['nonsense'], "Unexpected argument 'nonsense'. See --help."],
  ['vitest', [], 'Name a project: --project=unit, --project=integration, --project=e2e, --project=package.'],
  ['vitest', ['--project=nonsense'], 'Name a project: --project=unit,'],
  ['test:windows', ['--project=e2e'], '--project knows no "e2e". Choose unit or integration.'],
  ['package', ['--only', 'nonsense'], '--only: this system can build '],
  ['package', ['--only', 'deb', '--installers'], 'Use --installers or --only, not both.'],
  ['package', ['--only'], "Option '--only <value>' argument missing. See --help."],
  ['release', [], 'Give one version, or the part to increment: major, minor, patch. See --help.'],
  ['release', ['nonsense'], 'nonsense is not a version. Use the form 1.2.3, or major, minor, patch.'],
  ['release', ['--stage', '10'], "Unknown option '--stage'. See --help."],
  ['release', ['minor', '--notes', 'no-such-file'], '--notes: cannot read no-such-file.'],
  ['bench', [], 'A name is missing. Names for npm run bench -- NAME: alert, '],
  ['bench', ['nonsense'], 'Unknown name "nonsense". Names for npm run bench -- NAME: alert, '],
  ['bench', ['memory', 'search'], 'Unexpected argument "search". Give one NAME, and optionally --json.'],
  ['torture', ['nonsense'], 'Unknown name "nonsense". Names for npm run torture -- NAME: bad-input, '],
  [
    'torture',
    ['network', '--rounds'],
    'Unexpected argument "--rounds". Give one NAME, and optionally --json.',
  ],
  ['gallery', ['nonsense'], 'Unknown act "nonsense". Known acts: first-run, '],
  ['smoke', ['nonsense'], 'Unexpected argument "nonsense". See --help.'],
  ['verify-proof', [], 'Give the file of a proof. See --help.'],
  ['verify-proof', ['no-such-file'], 'The file no-such-file does not exist.'],
] as const)(
  'the command %s with the arguments %j fails with a one-line error message',
  (command, args, said) => {
    const { status, stdout, stderr } = run(command, args)
    expect(stderr.startsWith(said), stderr).toBe(true)
    expect(stderr.trimEnd()).not.toContain('\n')
    expect(stdout).toBe('')
    expect(status).toBe(2)
  },
)

const UPDATES = { FUNDING_DESK_UPDATES_URL: 'https://updates.example/desk' }
test.each([
  [{ FUNDING_DESK_UPDATES_URL: 'nonsense' }, 'FUNDING_DESK_UPDATES_URL must begin with https://'],
  [UPDATES, 'A build that checks for updates also needs UPDATE_PUBLIC_KEY'],
  [
    { ...UPDATES, UPDATE_PUBLIC_KEY: 'TUlHSEFnRUFN' },
    'UPDATE_PUBLIC_KEY is neither a PEM key nor a readable file',
  ],
  [{ ...UPDATES, UPDATE_PUBLIC_KEY: 'package.json' }, 'UPDATE_PUBLIC_KEY contains no readable key.'],
])(
  'npm run package refuses invalid build settings in the environment without printing the key: %j',
  (env, said) => {
    const { status, stderr } = run('package', [], { UPDATE_PUBLIC_KEY: '', ...env })
    expect(stderr).toContain(said)
    // The error message must not repeat the invalid value, because it may be part of a private key whose first line is missing.
    expect(stderr).not.toContain('TUlHSEFnRUFN')
    expect(status).toBe(2)
  },
)

test.each(['bench', 'torture'])(
  'the usage of %s lists exactly its programs, and so does the README',
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
