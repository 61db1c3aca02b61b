import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { projectFolder } from '../../build/runtime/cache.mjs'

const LIMIT_KB = 350
const renderer = join(projectFolder, 'out', 'renderer')

/** Matches a file's static imports of other files of the build. Does not match a dynamic `import(…)`, which loads its file on demand. */
const STATIC_IMPORT = /(?:^|[;}\s])(?:import|export)(?:[^"'()`]*?from)?\s*["'](\.\.?\/[^"']+\.js)["']/g

/** Matches a dynamic import of another file of the build. In the page's own scripts, such an import runs immediately. */
const DYNAMIC_IMPORT = /import\(\s*[`"'](\.\.?\/[^`"']+\.js)[`"']\s*\)/g

/** Returns the scripts that run before the broker can use the window: the page's scripts, their dynamic imports, and all static imports. */
async function initialScripts(): Promise<string[]> {
  const page = await readFile(join(renderer, 'index.html'), 'utf8')
  const files = (attribute: string) =>
    [...page.matchAll(new RegExp(`${attribute}="\\.?/?([^"]+\\.js)"`, 'g'))].map(([, file]) => String(file))
  const run = files('src')
  const found = new Set<string>()
  const look = async (file: string): Promise<void> => {
    if (found.has(file)) return
    found.add(file)
    const code = await readFile(join(renderer, file), 'utf8')
    // Follow dynamic imports only in the scripts that the page runs at the start. It only preloads the other files. They have not run yet,
    // so their dynamic imports have loaded nothing.
    const asked = run.includes(file) ? code.matchAll(DYNAMIC_IMPORT) : []
    const imported = [...code.matchAll(STATIC_IMPORT), ...asked].map(([, path]) =>
      join(file, '..', String(path)),
    )
    await Promise.all(imported.map(look))
  }
  await Promise.all([...run, ...files('href')].map(look))
  return [...found]
}

describe('the code of the page', () => {
  it(`that loads before the first screen is requested is at most ${LIMIT_KB} kB gzipped`, async () => {
    const scripts = await initialScripts()
    const sizes = await Promise.all(
      scripts.map(async (file) => gzipSync(await readFile(join(renderer, file))).length / 1000),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    const reported = scripts.map((file, place) => `${file} ${sizes[place]?.toFixed(1)} kB`).join(', ')
    expect(scripts.length, 'scripts that the page names').toBeGreaterThan(0)
    expect(total, reported).toBeGreaterThan(100)
    expect(total, reported).toBeLessThanOrEqual(LIMIT_KB)
  })
  it('contains no schema library, and neither does the code of the vault, because main checks all input', async () => {
    const main = join(projectFolder, 'out', 'main')
    const assets = (await readdir(join(renderer, 'assets'))).filter((file) => file.endsWith('.js'))
    const vault = await readFile(join(main, 'vault-host.cjs'), 'utf8')
    const chunks = [...vault.matchAll(/require\("\.\/(chunks\/[^"]+)"\)/g)].map(([, file]) => String(file))
    const isSchema = async (file: string) => (await readFile(file, 'utf8')).includes('ZodType')
    const files = [
      ...assets.map((file) => join(renderer, 'assets', file)),
      ...['vault-host.cjs', ...chunks].map((file) => join(main, file)),
    ]
    expect(chunks.length, 'chunks of the vault').toBeGreaterThan(0)
    for (const file of files) expect(await isSchema(file), file).toBe(false)
    const ofMain = (await readdir(join(main, 'chunks'))).map((file) => join(main, 'chunks', file))
    expect((await Promise.all(ofMain.map(isSchema))).includes(true), 'main has them').toBe(true)
  })
  it('puts the styles of the component library into a CSS layer', async () => {
    const files = (await readdir(join(renderer, 'assets'))).filter((file) => file.endsWith('.css'))
    const sheets = await Promise.all(files.map((file) => readFile(join(renderer, 'assets', file), 'utf8')))
    const ofTheKit = sheets.filter((sheet) => sheet.includes('.m_'))
    expect(ofTheKit.length, 'sheets with styles of the kit').toBeGreaterThan(0)
    for (const sheet of ofTheKit)
      expect(sheet.search(/\.m_[0-9a-f]/)).toBeGreaterThan(sheet.indexOf('@layer mantine'))
    for (const sheet of ofTheKit) expect(sheet).toContain('@layer mantine')
  })
})
