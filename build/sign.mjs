/** `node build/sign.mjs`: the only command that may use the private update key. It imports only Node's modules and our own files. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sealReleased } from './release/seal.mjs'
import { takeSigningKey } from './release/update-keys.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'

const help = `Usage: node build/sign.mjs [--stage N]

Signs a build of npm run package or npm run release in out/package/, that is, the file that offers it to installed apps. Also
writes the checksums and lists the files to upload. Run it with node, not through npm, so that no other program gets the key.

  --stage N   offer it to N percent of the installations; default: all. Files that were signed before are signed again
  --help      show this

Environment:
  UPDATE_SIGNING_KEY   the Ed25519 key (PEM, or its file) whose public half was the build's UPDATE_PUBLIC_KEY. Set it for this
                       command only

Exit code: 0 done, 2 failed, and nothing was signed.
`

await runMain(
  help,
  async (args) => {
    const { values } = parseArgs({ args, options: { stage: { type: 'string', default: '100' } } })
    const staging = Number(values.stage)
    if (!/^\d{1,3}$/.test(values.stage) || staging > 100)
      throw new Error('--stage: use a whole number from 0 to 100.')
    const key = takeSigningKey()
    const built = join(projectFolder, 'out', 'package')
    const { files, channels } = await sealReleased(projectFolder, built, staging, key)
    console.log(`Upload these files from out/package/, in this order:\n  1. ${files.join('\n     ')}`)
    if (channels.length > 0)
      console.log(
        `  2. ${channels.join(', ')}: last, because it offers the other files (to ${staging} % of the installations)`,
      )
    return 0
  },
  { keepsSigningKey: true },
)
