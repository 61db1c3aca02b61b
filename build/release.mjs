/** `npm run release`: sets the version, writes the changelog, builds installers, and tags, all on this computer. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeRelease, planRelease } from './release/make-release.mjs'
import { checkBuilt } from './release/seal.mjs'
import { refuseSigningKey, updateSource } from './release/update-keys.mjs'
import { packageFolder, projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'

const help = `Usage: npm run release -- VERSION|major|minor|patch [--notes FILE] [--dry-run]

Makes a release on main: sets the version, writes its section of CHANGELOG.md, builds this system's installers into
out/package/, commits, and tags. It does not sign, upload, or push, and it lists the remaining steps. docs/releasing.md
describes the whole process.

  --notes FILE   release notes for users; default: the subjects of the commits since the last tag
  --dry-run      show what would be done, without changes
  --help         show this

Environment:
  FUNDING_DESK_UPDATES_URL   update server of installed apps; without it, they never ask
  UPDATE_PUBLIC_KEY          public half (PEM, or its file) of the Ed25519 key that they trust
  For variables that sign the installers, see docs/releasing.md

Exit code: 0 done, 2 failed without changes.
`

await runMain(
  help,
  async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        notes: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    const [wish, ...more] = positionals
    if (wish === undefined || more.length > 0)
      throw new Error('Give one version, or the part to increment: major, minor, patch. See --help.')
    refuseSigningKey()

    const plan = await planRelease(projectFolder, {
      wish,
      day: new Date().toISOString().slice(0, 10),
      ...(values.notes === undefined ? {} : { notes: await readNotes(values.notes) }),
    })
    // Check the public update key before any change. Without a valid key, the apps of this release could not verify their next update.
    const source = updateSource()
    console.log(
      `${plan.current} → ${plan.version}, since ${plan.since ?? 'the beginning'}:\n\n${plan.notes.trim()}\n`,
    )
    if (source === null)
      console.log('FUNDING_DESK_UPDATES_URL is not set: installed apps will not check for updates.')
    else console.log(`Installed apps will check ${source.url}`)
    if (values['dry-run']) {
      console.log('\nNothing was changed. Without --dry-run: build, commit "Release …", tag.')
      return 0
    }
    await makeRelease(projectFolder, plan, async () => {
      const program = [join(projectFolder, 'build', 'package.mjs'), '--installers']
      const { code } = await run(process.execPath, program, { cwd: projectFolder, stdio: 'inherit' })
      if (code !== 0) throw new Error('The installers could not be built, so nothing was changed.')
      await checkBuilt(projectFolder, packageFolder)
    })
    console.log(`\nNext, with UPDATE_SIGNING_KEY set for this command only: node build/sign.mjs --stage N`)
    console.log(`Then: git push origin main v${plan.version}`)
    return 0
  },
  { keepsSigningKey: true },
)

/** @param {string} file */
async function readNotes(file) {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(`--notes: cannot read ${file}.`, { cause: error })
  }
}
