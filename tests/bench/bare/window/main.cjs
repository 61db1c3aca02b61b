// A minimal Electron app. The benchmarks compare our app's start time and memory with it.
const { app, BrowserWindow } = require('electron')
const { join } = require('node:path')

app.setPath('userData', process.env.FUNDING_DESK_DATA)
void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadFile(join(__dirname, 'index.html'))
})
app.on('window-all-closed', () => app.quit())
