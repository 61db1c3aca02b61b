#!/usr/bin/env node
/**
 * Replaces fpm, a tool that electron-builder would download to build a deb or an rpm. Builds the package with `dpkg-deb` or `rpmbuild` from
 * the arguments that electron-builder passes to fpm. Rejects unknown arguments. docs/adr/0015-deb.md explains this replacement.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildRpm, type RpmFields } from './rpm.ts'

const ARCHIVES = new Map([
  ['xz', 'xz'],
  ['gz', 'gzip'],
])

/** Builds a package from arguments in the format of fpm. */
export async function makePackage(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...strings('name', 'version', 'architecture', 'maintainer', 'description', 'url', 'package'),
      ...strings('category', 'license', 'vendor', 'deb-priority', 'after-install', 'after-remove'),
      ...strings('rpm-os', 'rpm-summary'),
      input: { type: 'string', short: 's' },
      output: { type: 'string', short: 't' },
      force: { type: 'boolean' },
      depends: { type: 'string', short: 'd', multiple: true, default: [] },
      'deb-recommends': { type: 'string', multiple: true, default: [] },
      'deb-compression': { type: 'string', default: 'xz' },
      'rpm-tag': { type: 'string', multiple: true, default: [] },
      'rpm-compression': { type: 'string', default: 'xzmt' },
    },
  })
  const { input, output } = values
  if (input !== 'dir' || (output !== 'deb' && output !== 'rpm'))
    throw new Error('This replacement for fpm only builds a deb or an rpm from folders.')
  const stage = await mkdtemp(join(tmpdir(), 'funding-desk-stage-'))
  try {
    for (const mapping of positionals) await place(stage, mapping)
    const files = await settleModes(stage)
    if (output === 'deb') await buildDeb(stage, files, values)
    else await buildRpm(stage, files, rpmFields(values), required(values.package))
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

type Values = Partial<Record<string, unknown>> & {
  depends: string[]
  'deb-recommends': string[]
  'rpm-tag': string[]
}

async function buildDeb(stage: string, files: string[], values: Values) {
  const compression = required(values['deb-compression'])
  const archive = ARCHIVES.get(compression)
  if (archive === undefined) throw new Error(`Unknown deb compression "${compression}".`)
  const control = join(stage, 'DEBIAN')
  await mkdir(control, { mode: 0o755 })
  const sizes = await Promise.all(files.map(async (file) => (await lstat(join(stage, file))).size))
  const kilobytes = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024)
  await writeFile(join(control, 'control'), describe(values, kilobytes), { mode: 0o644 })
  await writeFile(join(control, 'md5sums'), await sumFiles(stage, files), { mode: 0o644 })
  for (const [given, name] of [
    ['after-install', 'postinst'],
    ['after-remove', 'postrm'],
  ] as const) {
    const script = values[given]
    if (script === undefined) continue
    await cp(required(script), join(control, name))
    await chmod(join(control, name), 0o755)
  }
  execFileSync('dpkg-deb', ['--root-owner-group', `-Z${archive}`, '--build', stage, required(values.package)])
}

/** Returns the fields of an rpm. Omits the scripts, because electron-builder always passes scripts, but our rpm needs none. */
const rpmFields = (values: Values): RpmFields => ({
  name: required(values['name']),
  version: required(values['version']),
  // electron-builder passes Debian's name of this architecture.
  architecture: required(values['architecture']).replace('amd64', 'x86_64'),
  summary: required(values['rpm-summary']),
  description: required(values['description']),
  license: required(values['license']),
  vendor: required(values['vendor']),
  maintainer: required(values['maintainer']),
  url: required(values['url']),
  depends: values.depends,
  tags: values['rpm-tag'],
  compression: required(values['rpm-compression']),
})

const strings = <N extends string>(...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as Record<N, { type: 'string' }>

/** Copies files into the staging folder. The mapping is `FROM=TO`; a FROM that ends in a slash copies the folder's content. */
async function place(stage: string, mapping: string) {
  const at = mapping.lastIndexOf('=/')
  if (at === -1) throw new Error(`Where does ${mapping} go?`)
  const target = join(stage, mapping.slice(at + 1))
  await mkdir(dirname(target), { recursive: true })
  await cp(mapping.slice(0, at), target, { recursive: true, verbatimSymlinks: true })
}

/** Sets the usual file modes, regardless of the builder's umask. Returns every regular file, relative to the staging folder. */
async function settleModes(stage: string): Promise<string[]> {
  await chmod(stage, 0o755)
  const found = await readdir(stage, { recursive: true, withFileTypes: true })
  const files = []
  for (const entry of found) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) {
      await chmod(path, (await lstat(path)).mode & 0o111 ? 0o755 : 0o644)
      files.push(path.slice(stage.length + 1))
    }
  }
  return files.toSorted()
}

function describe(values: Values, kilobytes: number) {
  const [synopsis = '', ...more] = required(values['description']).split('\n')
  const fields: Record<string, string> = {
    Package: required(values['name']),
    Version: required(values['version']),
    Architecture: required(values['architecture']),
    Maintainer: required(values['maintainer']),
    'Installed-Size': `${kilobytes}`,
    Depends: values.depends.join(', '),
    Recommends: values['deb-recommends'].join(', '),
    Section: optional(values['category'], 'misc'),
    Priority: optional(values['deb-priority'], 'optional'),
    Homepage: optional(values['url'], ''),
    Description: [synopsis, ...more.map((line) => ` ${line.trim() || '.'}`)].join('\n'),
  }
  const given = Object.entries(fields).filter(([, value]) => value !== '')
  return given.map(([name, value]) => `${name}: ${value}\n`).join('')
}

/** Returns the checksums that `dpkg --verify` compares. */
async function sumFiles(stage: string, files: string[]) {
  let sums = ''
  for (const file of files) {
    const hash = createHash('md5')
    await pipeline(createReadStream(join(stage, file)), hash)
    sums += `${hash.digest('hex')}  ${file}\n`
  }
  return sums
}

const optional = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)

function required(value: unknown) {
  if (typeof value !== 'string' || value === '')
    throw new Error('A package needs a name, version, architecture, maintainer, description, and file.')
  return value
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await makePackage(process.argv.slice(2))
