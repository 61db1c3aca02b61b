// Run by Electron as its main process (vite-plugins.ts). It exits before it opens a window.
const { readFileSync, writeFileSync } = require('node:fs')
const { compileFunction } = require('node:vm')

const PARTS = ['exports', 'require', 'module', '__filename', '__dirname']

try {
  for (const filename of JSON.parse(process.env.FUNDING_DESK_COMPILE)) {
    const text = readFileSync(filename, 'utf8')
    const { cachedData } = compileFunction(text, PARTS, { filename, produceCachedData: true })
    writeFileSync(`${filename}.v8`, cachedData)
  }
  process.exit(0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
