#!/usr/bin/env node
/**
 * Replaces fpm, a tool that electron-builder would download to build a deb or an rpm. Builds the package with `dpkg-deb` or `rpmbuild` from
 * the arguments that electron-builder passes to fpm. Rejects unknown arguments. docs/adr/0015-deb.md explains this replacement.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { run } from '../runtime/process.mjs'

const ARCHIVES = new Map([
  ['xz', 'xz'],
  ['gz', 'gzip'],
])

/** rpmbuild's names of the compressions, by fpm's names. */
const PAYLOADS = new Map([
  ['xzmt', 'w9T.xzdio'],
  ['gzip', 'w6.gzdio'],
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
    else await buildRpm(stage, files, values)
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
  await writeFile(join(control, 'control'), debFields(values, kilobytes), { mode: 0o644 })
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

/**
 * Builds an rpm, the package format of Fedora, Red Hat Enterprise Linux, and openSUSE. It contains no scripts, although electron-builder
 * always passes scripts: the rpm's header sets the mode of Chromium's sandbox helper, and the link to the program is one of the files.
 * Systems with rpm update their databases of links and icons automatically (file triggers).
 * `stage` is the folder with the files to install, which rpmbuild moves. `files` are its regular files.
 */
async function buildRpm(stage: string, files: readonly string[], values: Values) {
  const compression = required(values['rpm-compression'])
  const payload = PAYLOADS.get(compression)
  if (payload === undefined) throw new Error(`Unknown rpm compression "${compression}".`)
  const name = required(values['name'])
  const target = required(values['package'])
  const inApp = files.filter((file) => file.startsWith('opt/'))
  const program = inApp.find((file) => basename(file) === name)
  if (program === undefined) throw new Error(`There is no program named ${name} under /opt.`)
  const helper = inApp.find((file) => basename(file) === 'chrome-sandbox')
  // Chromium's sandbox helper, for kernels without user namespaces. It requires exactly this mode.
  if (helper !== undefined) await chmod(join(stage, helper), 0o4755)
  const link = `usr/bin/${name}`
  await mkdir(join(stage, 'usr', 'bin'), { recursive: true })
  await symlink(`../../${program}`, join(stage, link))

  const listed = [dirname(program), link, ...files.filter((file) => !inApp.includes(file))]
  const work = await mkdtemp(join(tmpdir(), 'funding-desk-rpm-'))
  try {
    const spec = join(work, 'package.spec')
    await writeFile(spec, describeRpm(values, stage, listed, inApp))
    const macros = {
      _topdir: work,
      _rpmdir: dirname(target),
      _rpmfilename: basename(target),
      _binary_payload: payload,
      // Do not store the name of the build machine.
      _buildhost: 'localhost',
    }
    const { code, output } = await run('rpmbuild', [
      ...Object.entries(macros).flatMap(([macro, value]) => ['--define', `${macro} ${value}`]),
      // electron-builder passes Debian's name of this architecture.
      ...['--target', `${required(values['architecture']).replace('amd64', 'x86_64')}-linux`, '-bb', spec],
    ])
    if (code === 127)
      throw new Error('rpmbuild is not installed (on Debian: apt-get install rpm), so no rpm can be built.')
    if (code !== 0) throw new Error(`rpmbuild exited with code ${code}:\n${output}`)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Returns the spec file, which is the input of rpmbuild. */
function describeRpm(values: Values, stage: string, listed: string[], inApp: string[]) {
  const field = (name: string) => line(required(values[name]))
  const ownLibraries = inApp.map((file) => basename(file)).filter((name) => /\.so(?:\.|$)/.test(name))
  const lines = [
    // By default, rpmbuild would strip the programs, which destroys Electron's fuses, and would make packages with debug symbols.
    '%global debug_package %{nil}',
    '%global __os_install_post %{nil}',
    '%global _build_id_links none',
    // rpmbuild finds the libraries to which the programs link. The app brings some of these libraries itself.
    `%global __requires_exclude ^(${ownLibraries.map((name) => name.replaceAll(/[.+]/g, '\\\\$&')).join('|')})`,
    'AutoProv: no',
    `Name: ${field('name')}`,
    `Version: ${field('version')}`,
    'Release: 1',
    `Summary: ${field('rpm-summary')}`,
    `License: ${field('license')}`,
    `Vendor: ${field('vendor')}`,
    `Packager: ${field('maintainer')}`,
    `URL: ${field('url')}`,
    ...values.depends.map((name) => `Requires: ${line(name)}`),
    ...values['rpm-tag'].map(line),
    '%description',
    required(values['description']).replaceAll('%', '%%'),
    '%install',
    `mv '${stage}'/* '%{buildroot}'/`,
    '%files',
    '%defattr(-, root, root)',
    ...listed.map((path) => `"/${line(path)}"`),
    '',
  ]
  return lines.join('\n')
}

/** Returns a value for one line of a spec file. */
function line(value: string) {
  if (value === '' || /[\n"]/.test(value))
    throw new Error(`An rpm cannot contain this value: ${JSON.stringify(value)}`)
  return value.replaceAll('%', '%%')
}

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

function debFields(values: Values, kilobytes: number) {
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
    Description: [synopsis, ...more.map((text) => ` ${text.trim() || '.'}`)].join('\n'),
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
