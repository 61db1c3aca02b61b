import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../../build/runtime/cache.mjs'
import type { TestEnvironment } from '../support/e2e/environment.ts'
import { ACTS } from './scenes.ts'
import type { Scene, SceneState } from './scene.ts'

// `npm run gallery`: takes screenshots of every screen of the real app in every state, light and dark, in three window sizes. Run it in a
// separate desktop session. Arguments are names of acts (groups of screens). Without arguments, it takes the screenshots of all acts.

const pictures = join(projectFolder, 'out', 'gallery')
const SIZES = [
  { name: '1280x800', width: 1280, height: 800, zoom: 1 },
  { name: '1920x1080', width: 1920, height: 1080, zoom: 1 },
  { name: '200-percent', width: 1280, height: 800, zoom: 2 },
] as const
type Size = (typeof SIZES)[number]
const THEMES = ['light', 'dark'] as const
/**
 * A language changes texts, not colors. The gallery therefore shows Spanish only in the light theme, and only in the smallest and the
 * largest size.
 */
const looksOf = (state: SceneState) =>
  state === 'spanish'
    ? { sizes: [SIZES[0], SIZES[2]], themes: ['light'] as const }
    : { sizes: SIZES, themes: THEMES }
/** Time to wait before a screenshot. It is longer than any animation of the app. */
const SETTLED_MS = 220

async function picturesOf(environment: TestEnvironment, { name, state }: Scene): Promise<number> {
  let taken = 0
  const { sizes, themes } = looksOf(state)
  for (const size of sizes) {
    await resize(environment, size)
    for (const theme of themes) {
      await environment.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await environment.page.waitForTimeout(SETTLED_MS)
      await painted(environment)
      const file = `${name}-${state}-${theme}-${size.name}.png`
      await writeFile(join(pictures, file), await capture(environment))
      taken++
    }
  }
  await resize(environment, SIZES[0])
  return taken
}

async function resize({ app, page }: TestEnvironment, size: Size): Promise<void> {
  await app.application.evaluate(({ BrowserWindow }, { width, height, zoom }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.setContentSize(width, height)
    window?.webContents.setZoomFactor(zoom)
  }, size)
  await page.waitForFunction((width) => Math.abs(innerWidth - width) < 3, size.width / size.zoom)
}

/** Waits until the page has been painted once more. */
async function painted({ page }: TestEnvironment): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

async function capture({ app }: TestEnvironment): Promise<Buffer> {
  const png = await app.application.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    // The first capture may show the previous frame, but makes the window paint a new one. The second capture shows the new frame.
    await window?.webContents.capturePage()
    return (await window?.webContents.capturePage())?.toPNG().toString('base64') ?? ''
  })
  return Buffer.from(png, 'base64')
}

const wanted = process.argv.slice(2)
if (wanted.length === 0) await rm(pictures, { recursive: true, force: true })
await mkdir(pictures, { recursive: true })
let taken = 0
for (const [name, open] of Object.entries(ACTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const { environment, scenes } = await open()
  try {
    for (const scene of scenes) {
      await scene.show()
      taken += await picturesOf(environment, scene)
      console.log(`${name}: ${scene.name}, ${scene.state}`)
    }
  } finally {
    await environment.close()
  }
}
console.log(`${taken} pictures in out/gallery/`)
