// Run by Electron as its main process (compile-main.mjs), which ends before it opens anything.
const { readFileSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const { Script } = require('node:vm')

try {
  for (const filename of JSON.parse(process.env.FUNDING_DESK_COMPILE)) {
    const script = new Script(Module.wrap(readFileSync(filename, 'utf8')), { filename })
    writeFileSync(`${filename}.v8`, script.createCachedData())
  }
  process.exit(0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
