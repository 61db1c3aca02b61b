import { join } from 'node:path'
import { app, crashReporter } from 'electron'
import { HIDDEN_FLAG } from './adapters/electron/login-item.ts'
import { linkAmong, liveOnce } from './adapters/electron/app-life.ts'
import { declareAppScheme, serveApp } from './adapters/electron/app-protocol.ts'
import { denyPermissions } from './adapters/electron/app-windows.ts'
import { keepSpellingHere } from './adapters/electron/context-menu.ts'
import { chooseDataFolder } from './adapters/electron/development-settings.ts'
import { openDesk } from './desk.ts'

// How the app's life begins and ends; what it does between stands in desk.ts.

declareAppScheme()
const profile = chooseDataFolder()
// What a crash leaves stays on this computer, and not for long.
app.setPath('crashDumps', join(app.getPath('userData'), 'crash-dumps'))
crashReporter.start({ uploadToServer: false })
const desk = openDesk(profile)

async function start(): Promise<void> {
  denyPermissions()
  keepSpellingHere()
  serveApp(join(__dirname, '../renderer'), desk.spoken)
  await desk.start()
  const target = linkAmong(process.argv)
  if (target !== null) desk.windows.navigate(target)
  else if (!process.argv.includes(HIDDEN_FLAG)) desk.windows.show()
  desk.listen()
}

liveOnce({
  start,
  show: () => desk.windows.show(),
  open: (target) => desk.windows.navigate(target),
  windowsClosed: desk.windowsClosed,
  wake: desk.wake,
  farewell: desk.farewell,
  makeWay: desk.makeWay,
  lock: () => desk.windows.emit('screen.locked', {}),
})
