import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { projectFolder } from '../runtime/cache.mjs'
import { electronFlags, findElectron } from '../runtime/electron.mjs'

// Renders every image of the app from the drawings next to this file. Saves images that the app displays in resources/icons/, and those for
// the operating systems in app/. electron-builder makes the icon files of Windows and macOS from the largest one. Run this script manually
// in a desktop session after a drawing changed. The images are committed, because neither user machines nor release machines render them.

const PICTURES: [drawing: string, picture: string, size: number][] = [
  ['app', 'tray.png', 16],
  ['app', 'tray@2x.png', 32],
  ['unread', 'tray-unread.png', 16],
  ['unread', 'tray-unread@2x.png', 32],
  ['template', 'trayTemplate.png', 16],
  ['template', 'trayTemplate@2x.png', 32],
  ['app', 'app.png', 512],
]
const INSTALLED_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

const drawings = join(projectFolder, 'build', 'icons')
const folder = await mkdtemp(join(tmpdir(), 'funding-desk-icons-'))
const electron = await findElectron()
await writeFile(join(folder, 'package.json'), '{"main":"main.cjs"}')
await writeFile(join(folder, 'main.cjs'), "require('electron').app.on('window-all-closed', () => {})")
const application = await _electron.launch({
  executablePath: electron.executable,
  args: [...electronFlags(electron.executable), '--force-device-scale-factor=1', folder],
})

async function draw(drawing: string, size: number): Promise<Buffer> {
  const svg = await readFile(join(drawings, `${drawing}.svg`), 'utf8')
  const html = `<body style="margin:0">${svg.replace('<svg ', `<svg width="${size}" height="${size}" `)}</body>`
  const png = await application.evaluate(
    async ({ BrowserWindow }, page) => {
      const window = new BrowserWindow({
        width: Math.max(512, page.size),
        height: Math.max(512, page.size),
        show: false,
        transparent: true,
        frame: false,
        webPreferences: { offscreen: true },
      })
      await window.loadURL(`data:text/html;base64,${btoa(page.html)}`)
      await new Promise((painted) => setTimeout(painted, 500))
      const image = await window.webContents.capturePage({ x: 0, y: 0, width: page.size, height: page.size })
      window.destroy()
      return image.toPNG().toString('base64')
    },
    { html, size },
  )
  return Buffer.from(png, 'base64')
}

for (const [drawing, picture, size] of PICTURES)
  await writeFile(join(projectFolder, 'resources', 'icons', picture), await draw(drawing, size))

await mkdir(join(drawings, 'app'), { recursive: true })
for (const size of INSTALLED_SIZES)
  await writeFile(join(drawings, 'app', `${size}x${size}.png`), await draw('app', size))

await application.close()
await rm(folder, { recursive: true, force: true })
