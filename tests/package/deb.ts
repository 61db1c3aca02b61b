import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

const isRoot = process.getuid?.() === 0

/** Runs a command as root, because the files of a package belong to root. If the test does not run as root, `fakeroot` simulates root. */
const asRoot = (command: string, args: string[], env: NodeJS.ProcessEnv = process.env) =>
  execFileSync(isRoot ? command : 'fakeroot', isRoot ? args : ['--', command, ...args], {
    encoding: 'utf8',
    env,
    stdio: 'pipe',
  })

/** Returns the reason why this computer cannot build and install a deb, or null if it can. */
export function whyNoDpkg(): string | null {
  try {
    asRoot('dpkg', ['--version'])
    execFileSync('dpkg-deb', ['--version'])
    return null
  } catch {
    return 'dpkg is not installed, or neither root nor fakeroot runs it'
  }
}

/**
 * Creates a minimal Debian system in a folder and returns functions that run the real `dpkg` on it. Installs ignore missing dependencies.
 */
export async function openDebian(root: string) {
  const records = join(root, 'var', 'lib', 'dpkg')
  await mkdir(join(records, 'info'), { recursive: true })
  await mkdir(join(records, 'updates'))
  await mkdir(join(root, 'usr', 'bin'), { recursive: true })
  await writeFile(join(records, 'status'), '')
  const dpkg = (...args: string[]) =>
    asRoot('dpkg', [
      `--root=${root}`,
      `--log=${join(root, 'dpkg.log')}`,
      '--force-depends,script-chrootless,not-root',
      ...args,
    ])
  return {
    install: (deb: string) => dpkg('--install', deb),
    remove: (name: string) => dpkg('--remove', name),
    purge: (name: string) => dpkg('--purge', name),
    /** Lists installed files that differ from the package. Returns an empty string if there are none. */
    verify: (name: string) => dpkg('--verify', name),
    /** Runs the package's `postrm` script as dpkg does when a newer version replaces the installed version. */
    leaveForNewer: (name: string) =>
      asRoot(join(records, 'info', `${name}.postrm`), ['upgrade', '9.0.0'], {
        ...process.env,
        DPKG_ROOT: root,
      }),
  }
}

/** Creates a copy of a deb that differs only in its version, 9.0.0. */
export async function makeNewerDeb(deb: string, folder: string): Promise<string> {
  const stage = join(folder, 'stage')
  await mkdir(folder)
  asRoot('dpkg-deb', ['--raw-extract', deb, stage])
  const control = join(stage, 'DEBIAN', 'control')
  await writeFile(control, (await readFile(control, 'utf8')).replace(/^Version: .*$/m, 'Version: 9.0.0'))
  const newer = join(folder, 'newer.deb')
  asRoot('dpkg-deb', ['--root-owner-group', '-Znone', '--build', stage, newer])
  return newer
}

/** Returns the control fields of a deb, by name. */
export function readFields(deb: string): Record<string, string> {
  const text = execFileSync('dpkg-deb', ['--field', deb], { encoding: 'utf8' })
  return Object.fromEntries(
    text
      .trimEnd()
      .split(/\n(?! )/)
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
}

/**
 * Returns the packages that `depends` lacks: packages that own a library to which a program in `folder` links. A package is not missing if
 * a package in `depends` depends on it, directly or indirectly.
 */
export async function missingPackages(folder: string, depends: string[]): Promise<string[]> {
  const said = execFileSync('dpkg-query', ['-W', '-f', '${Package}\\t${Pre-Depends}, ${Depends}\\n'], {
    encoding: 'utf8',
    maxBuffer: 50e6,
  })
  const needs = new Map(
    said.split('\n').map((line) => {
      const [name = '', list = ''] = line.split('\t')
      return [name, list.split(/[,|]/).map(nameOf)]
    }),
  )
  // Every Debian system has these packages, so a deb need not depend on them.
  const brought = new Set(['libc6', 'libgcc-s1', 'libstdc++6', 'libudev1'])
  const bring = (name: string) => {
    if (brought.has(name)) return
    brought.add(name)
    needs.get(name)?.forEach(bring)
  }
  depends.map(nameOf).forEach(bring)

  const linked = new Set<string>()
  for (const file of await programsIn(folder)) {
    for (const [, path = ''] of execFileSync('ldd', [file], { encoding: 'utf8' }).matchAll(/=> (\/\S+)/g))
      if (!path.startsWith(folder)) linked.add(basename(await realpath(path)))
  }
  const owners = await ownersOf(linked)
  return [...owners].filter((name) => !brought.has(name)).toSorted()
}

/** Finds the packages that own the given libraries. `dpkg -S` does the same but needs many seconds for a large number of libraries. */
async function ownersOf(libraries: Set<string>): Promise<Set<string>> {
  const info = '/var/lib/dpkg/info'
  const owners = new Set<string>()
  for (const list of await readdir(info)) {
    if (!list.endsWith('.list')) continue
    const files = (await readFile(join(info, list), 'utf8')).split('\n')
    if (files.some((file) => libraries.has(basename(file)) && file.includes('/lib')))
      owners.add(nameOf(list.slice(0, -'.list'.length)))
  }
  return owners
}

const nameOf = (dependency: string) => dependency.trim().split(/[\s:(]/)[0] ?? ''

/** Returns the app's program and the native modules that it loads. */
async function programsIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true })
  return [
    join(folder, 'funding-desk'),
    ...found.filter((path) => path.endsWith('.node')).map((path) => join(folder, path)),
  ]
}
