/** `npm run release`: version, changelog, installers, checksums, signature and tag, all on this computer. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packageFolder } from './packaging/config.mjs'
import { updateSource } from './packaging/channel-file.mjs'
import { checkBuilt, makeRelease, planRelease, seal, sealReleased } from './release/make-release.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'

const help = `Usage: npm run release -- VERSION|major|minor|patch [--notes FILE] [--stage N] [--dry-run]
       npm run release -- --stage N

Makes a release on main: sets the version, writes its section of CHANGELOG.md, builds this system's installers into
out/package/, signs the file that offers them to installed apps, writes their checksums, commits and tags. Uploads and pushes
nothing; it says what is left to do. docs/releasing.md tells the whole way.

  --notes FILE   what users read of this version; without it, the subjects of the commits since the last tag
  --stage N      offer it to N of a hundred installations. Without a version: sign what lies in out/package/ anew for N
  --dry-run      say what would be done, and change nothing
  --help         show this

Environment:
  FUNDING_DESK_UPDATES_URL   where installed apps ask for updates; without it they ask nowhere
  UPDATE_SIGNING_KEY         the Ed25519 key (PEM, or its file) that they believe
  and what signs the installers: see docs/releasing.md

Exit code: 0 done, 2 it could not be done; then nothing was changed.
`

await runMain(help, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      notes: { type: 'string' },
      stage: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const staging = Number(values.stage ?? '100')
  if (!/^\d*$/.test(values.stage ?? '') || values.stage === '' || staging > 100)
    throw new Error('--stage takes a whole number from 0 to 100.')
  const [wish, ...more] = positionals
  if (more.length > 0 || (wish === undefined && values.stage === undefined))
    throw new Error('Say one version, or which part to raise: major, minor, patch. --help tells more.')
  if (wish === undefined) {
    tellUpload(await sealReleased(projectFolder, packageFolder, staging), staging)
    return 0
  }

  const plan = await planRelease(projectFolder, {
    wish,
    day: new Date().toISOString().slice(0, 10),
    ...(values.notes === undefined ? {} : { notes: await readNotes(values.notes) }),
  })
  // Before anything is changed: a release whose apps believe no later one is none.
  const source = updateSource()
  console.log(
    `${plan.current} → ${plan.version}, since ${plan.since ?? 'the beginning'}:\n\n${plan.notes.trim()}\n`,
  )
  if (source === null) console.log('No FUNDING_DESK_UPDATES_URL: installed apps will not ask for updates.')
  else console.log(`Installed apps will ask ${source.url}`)
  if (values['dry-run']) {
    console.log('\nNothing was changed. Without --dry-run: build, sign, commit "Release …", tag.')
    return 0
  }
  await makeRelease(projectFolder, plan, async () => {
    const program = [join(projectFolder, 'build', 'package.mjs'), '--installers']
    const { code } = await run(process.execPath, program, { cwd: projectFolder, stdio: 'inherit' })
    if (code !== 0) throw new Error('The installers could not be built, so nothing was changed.')
    await checkBuilt(projectFolder, packageFolder)
  })
  tellUpload(await seal(packageFolder, staging), staging)
  console.log(`\nThen: git push origin main v${plan.version}`)
  return 0
})

/** @param {string} file */
async function readNotes(file) {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(`--notes names a file that can't be read: ${file}.`, { cause: error })
  }
}

/**
 * @param {Awaited<ReturnType<typeof seal>>} sealed
 * @param {number} staging
 */
function tellUpload({ files, channels, isSigned }, staging) {
  console.log(`\nUpload from out/package/, in this order:\n  1. ${files.join('\n     ')}`)
  if (channels.length === 0) return
  console.log(
    `  2. ${channels.join(', ')}: last, since it offers the others (to ${staging} of 100 installations)`,
  )
  if (!isSigned)
    console.log('     NOT SIGNED: UPDATE_SIGNING_KEY is not set, and no installed app will believe it.')
}
