/** `npm run package`: builds the application as users install it, into out/package/. */
import { parseArgs } from 'node:util'
import { buildApp } from './gates.mjs'
import { refuseSigningKey, updateSource } from './release/update-keys.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm run package [-- --test-runtime] [-- --installers|--only NAME]

Builds the application for this system, unpacked, into out/package/. Needs the official Electron: packages for users
are never built on the test runtime.

  --test-runtime   build on the test runtime if the official Electron is not available: for tests only, marked as such;
                   never distribute it
  --installers     build this system's installers too; docs/releasing.md lists their requirements
  --only NAME      build one of them: deb, rpm, AppImage, nsis, dmg, zip
  --help           show this

Exit code: 0 built, 2 it could not be built.
`

/** The formats of the installers. Must match the targets in build/packaging/config.ts. */
const INSTALLERS = { linux: ['AppImage', 'deb', 'rpm'], mac: ['dmg', 'zip'], win: ['nsis'] }

await runMain(
  help,
  async (args) => {
    const { values } = parseArgs({
      args,
      options: {
        'test-runtime': { type: 'boolean', default: false },
        installers: { type: 'boolean', default: false },
        only: { type: 'string' },
      },
    })
    // Check all input before downloading or building anything.
    if (values.installers && values.only !== undefined)
      throw new Error('Use --installers or --only, not both.')
    const made = INSTALLERS[thisSystem()]
    if (values.only !== undefined && !made.includes(values.only))
      throw new Error(`--only: this system can build ${made.join(', ')}.`)
    refuseSigningKey()
    const source = updateSource()
    const { node, electron } = await setup({ for: 'package' })
    if (!electron) throw new Error('Setup did not install Electron.')
    if (electron.source === 'test-runtime' && !values['test-runtime'])
      throw new Error(
        `Only the test runtime, Electron ${electron.version}, is available here, and packages for users never contain it. ` +
          'Package on a machine that can download the official Electron, or pass --test-runtime to test the packaging.',
      )
    await buildApp(node.path)

    console.log(
      source === null
        ? 'FUNDING_DESK_UPDATES_URL is not set: this build will not check for updates.'
        : `This build checks ${source.url} for updates, and trusts ${source.public_keys.length === 1 ? 'one key' : 'two keys'}.`,
    )
    const only = values.only === undefined ? { dir: !values.installers } : { [thisSystem()]: [values.only] }
    const given = JSON.stringify({ electron, only, updateKeys: source?.public_keys ?? [] })
    const program = ['--no-warnings', 'build/packaging/make-package.ts', given]
    const { code } = await run(node.path, program, { cwd: projectFolder, stdio: 'inherit' })
    if (code !== 0) throw new Error('The application could not be packaged.')
    return 0
  },
  { keepsSigningKey: true },
)

/** Returns electron-builder's name of this system. */
function thisSystem() {
  if (process.platform === 'win32') return 'win'
  return process.platform === 'darwin' ? 'mac' : 'linux'
}
