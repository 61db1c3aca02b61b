/**
 * Replaces Electron's default_app, which the registry's test runtime lacks:
 *
 *   `electron [flags] [-r MODULE] APP [arguments of the app]`
 */
const { app } = require('electron')
const { existsSync, readFileSync } = require('node:fs')
const Module = require('node:module')
const { dirname, join, resolve } = require('node:path')

/** Loads the modules given with -r, as Playwright uses it, and returns the first argument that is not a flag. */
function readArguments() {
  const args = process.argv.slice(1)
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === '-r' || args[i] === '--require') Module._load(resolve(args[(i += 1)]), module, false)
    else if (!args[i].startsWith('-')) return args[i]
  }
  return '.'
}

/** Sets name, version, and path from the app's package.json, as Electron does for a started app. */
function becomeApp(target) {
  const description = join(target, 'package.json')
  if (!existsSync(description)) return app.setAppPath(dirname(target))
  const { name, productName, version, desktopName } = JSON.parse(readFileSync(description, 'utf8'))
  if (version) app.setVersion(version)
  if (productName || name) app.name = productName || name
  if (desktopName) app.setDesktopName(desktopName)
  app.setAppPath(target)
}

const target = resolve(readArguments())
// Electron and apps use `process.defaultApp` to distinguish "electron APP" from a packaged app.
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })
becomeApp(target)
Module._load(Module._resolveFilename(target, null, true), Module, true)
