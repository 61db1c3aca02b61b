/** Builds an rpm, the package format of Fedora, Red Hat Enterprise Linux, and openSUSE, with the program `rpmbuild`. */
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { run } from '../runtime/process.mjs'

/** rpmbuild's names of the compressions, by fpm's names. */
const PAYLOADS = new Map([
  ['xzmt', 'w9T.xzdio'],
  ['gzip', 'w6.gzdio'],
])

export interface RpmFields {
  /** The name of the package and of the program. */
  name: string
  version: string
  architecture: string
  summary: string
  description: string
  license: string
  vendor: string
  maintainer: string
  url: string
  /** Packages and libraries in addition to the libraries that the files link to. */
  depends: string[]
  /** Further header lines, for example `Recommends: name`. */
  tags: string[]
  compression: string
}

/**
 * Builds an rpm that contains no scripts. The rpm's header sets the mode of Chromium's sandbox helper, and the link to the program is one of
 * the files. Systems with rpm update their databases of links and icons automatically (file triggers).
 * `stage` is the folder with the files to install, which rpmbuild moves. `files` are its regular files.
 */
export async function buildRpm(stage: string, files: readonly string[], fields: RpmFields, target: string) {
  const payload = PAYLOADS.get(fields.compression)
  if (payload === undefined) throw new Error(`Unknown rpm compression "${fields.compression}".`)
  const inApp = files.filter((file) => file.startsWith('opt/'))
  const program = inApp.find((file) => basename(file) === fields.name)
  if (program === undefined) throw new Error(`There is no program named ${fields.name} under /opt.`)
  const helper = inApp.find((file) => basename(file) === 'chrome-sandbox')
  // Chromium's sandbox helper, for kernels without user namespaces. It requires exactly this mode.
  if (helper !== undefined) await chmod(join(stage, helper), 0o4755)
  const link = `usr/bin/${fields.name}`
  await mkdir(join(stage, 'usr', 'bin'), { recursive: true })
  await symlink(`../../${program}`, join(stage, link))

  const listed = [dirname(program), link, ...files.filter((file) => !inApp.includes(file))]
  const work = await mkdtemp(join(tmpdir(), 'funding-desk-rpm-'))
  try {
    const spec = join(work, 'package.spec')
    await writeFile(spec, describe(fields, stage, listed, inApp))
    const macros = {
      _topdir: work,
      _rpmdir: dirname(target),
      _rpmfilename: basename(target),
      _binary_payload: payload,
      // Do not store the name of the build machine.
      _buildhost: 'localhost',
    }
    const { code, output } = await run('rpmbuild', [
      ...Object.entries(macros).flatMap(([name, value]) => ['--define', `${name} ${value}`]),
      ...['--target', `${fields.architecture}-linux`, '-bb', spec],
    ])
    if (code === 127)
      throw new Error('rpmbuild is not installed (on Debian: apt-get install rpm), so no rpm can be built.')
    if (code !== 0) throw new Error(`rpmbuild exited with code ${code}:\n${output}`)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Returns the spec file, which is the input of rpmbuild. */
function describe(fields: RpmFields, stage: string, listed: string[], inApp: string[]) {
  const ownLibraries = inApp.map((file) => basename(file)).filter((name) => /\.so(?:\.|$)/.test(name))
  const lines = [
    // By default, rpmbuild would strip the programs, which destroys Electron's fuses, and would make packages with debug symbols.
    '%global debug_package %{nil}',
    '%global __os_install_post %{nil}',
    '%global _build_id_links none',
    // rpmbuild finds the libraries to which the programs link. The app brings some of these libraries itself.
    `%global __requires_exclude ^(${ownLibraries.map((name) => name.replaceAll(/[.+]/g, '\\\\$&')).join('|')})`,
    'AutoProv: no',
    `Name: ${line(fields.name)}`,
    `Version: ${line(fields.version)}`,
    'Release: 1',
    `Summary: ${line(fields.summary)}`,
    `License: ${line(fields.license)}`,
    `Vendor: ${line(fields.vendor)}`,
    `Packager: ${line(fields.maintainer)}`,
    `URL: ${line(fields.url)}`,
    ...fields.depends.map((name) => `Requires: ${line(name)}`),
    ...fields.tags.map(line),
    '%description',
    fields.description.replaceAll('%', '%%'),
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
