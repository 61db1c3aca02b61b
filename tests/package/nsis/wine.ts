import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Debian's package `wine64` does not put a command named `wine64` on the PATH. Look for its file. */
const WINE = ['/usr/lib/wine/wine64', '/usr/bin/wine64', '/usr/bin/wine'].find((file) => existsSync(file))

/** Returns the reason why this computer cannot build and run Windows installers, or null if it can. */
export function whyNoWine(): string | null {
  if (spawnSync('makensis', ['-VERSION']).status !== 0)
    return 'makensis is not installed (on Debian: apt-get install nsis)'
  return WINE === undefined ? 'Wine is not installed (on Debian: apt-get install wine64)' : null
}

/** A simulated Windows system (a Wine prefix) with its own folder. */
export class Wine {
  readonly #env: NodeJS.ProcessEnv
  /** Path of drive C in this computer's file system. */
  readonly drive: string
  /** Path of the Windows user's home folder in this computer's file system. */
  readonly home: string

  private constructor(folder: string) {
    this.#env = {
      ...process.env,
      WINEPREFIX: folder,
      WINEARCH: 'win64',
      WINEDEBUG: '-all',
      USER: 'broker',
      HOME: folder,
    }
    this.drive = join(folder, 'drive_c')
    this.home = join(this.drive, 'users', 'broker')
  }

  static async open(folder: string): Promise<Wine> {
    await mkdir(folder, { recursive: true })
    const wine = new Wine(folder)
    // `mscoree,mshtml=` turns off two libraries. With them, Wine would offer to download .NET and a browser engine.
    await wine.run('wineboot.exe', ['--init'], { WINEDLLOVERRIDES: 'mscoree,mshtml=' })
    return wine
  }

  /** Runs a program to its end and returns its exit code. */
  async run(program: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<number | null> {
    const child = spawn(WINE ?? '', [program, ...args], { env: { ...this.#env, ...env }, stdio: 'ignore' })
    return new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject))
  }

  /** Runs a program to its end. Rejects unless it succeeds. */
  async succeed(program: string, ...args: string[]): Promise<void> {
    const code = await this.run(program, args)
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}.`)
  }

  /** Ends all processes of this simulated Windows. */
  async close(): Promise<void> {
    await this.run('wineboot.exe', ['--kill'])
  }
}

/** Returns the Windows path under which programs in Wine find a file of this computer. */
export const windowsPath = (path: string): string => `Z:${path.replaceAll('/', '\\')}`

/** Compiles an NSIS installer script. Treats warnings as errors. */
export function makeInstaller(script: string, definitions: Record<string, string>): void {
  const defined = Object.entries(definitions).map(([name, value]) => `-D${name}=${value}`)
  const { status, stdout } = spawnSync(
    'makensis',
    ['-WX', '-V2', '-INPUTCHARSET', 'UTF8', ...defined, script],
    {
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`makensis ended with ${status}:\n${stdout}`)
}
