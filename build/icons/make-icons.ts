import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { projectFolder } from '../runtime/cache.mjs'
import { electronFlags, findElectron } from '../runtime/electron.mjs'

// Draws the pictures in resources/icons/ from the drawings beside this file. Run by hand, in a desktop session, after one was
// changed: the pictures are committed, since a user's machine draws none.

const PICTURES: [drawing: string, picture: string, size: number][] = [
  ['app', 'tray.png', 16],
  ['app', 'tray@2x.png', 32],
  ['unread', 'tray-unread.png', 16],
  ['unread', 'tray-unread@2x.png', 32],
  ['template', 'trayTemplate.png', 16],
  ['template', 'trayTemplate@2x.png', 32],
  ['app', 'app.png', 512],
]

const folder = await mkdtemp(join(tmpdir(), 'funding-desk-icons-'))
const electron = await findElectron()
await writeFile(join(folder, 'package.json'), '{"main":"main.cjs"}')
await writeFile(join(folder, 'main.cjs'), "require('electron').app.on('window-all-closed', () => {})")
const application = await _electron.launch({
  executablePath: electron.executable,
  args: [...electronFlags(), '--force-device-scale-factor=1', folder],
})
for (const [drawing, picture, size] of PICTURES) {
  const svg = await readFile(join(projectFolder, 'build', 'icons', `${drawing}.svg`), 'utf8')
  const html = `<body style="margin:0">${svg.replace('<svg ', `<svg width="${size}" height="${size}" `)}</body>`
  const png = await application.evaluate(
    async ({ BrowserWindow }, page) => {
      const window = new BrowserWindow({
        width: 512,
        height: 512,
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
  await writeFile(join(projectFolder, 'resources', 'icons', picture), Buffer.from(png, 'base64'))
}
await application.close()
await rm(folder, { recursive: true, force: true })
