import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asIcns, asIco, type Picture } from './containers.ts'

const here = import.meta.dirname
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

const pictures: Picture[] = SIZES.map((size) => ({
  size,
  png: readFileSync(join(here, 'app', `${size}x${size}.png`)),
}))

test('the icon folder contains exactly one PNG for each required size', () => {
  expect(readdirSync(join(here, 'app')).toSorted()).toEqual(
    SIZES.map((size) => `${size}x${size}.png`).toSorted(),
  )
  for (const { size, png } of pictures) {
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
  }
})

test('the Windows and macOS icon files match the PNGs in the icon folder', () => {
  const ico = readFileSync(join(here, 'app.ico'))
  expect(ico.equals(asIco(pictures))).toBe(true)
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6 + 16 * 6)]).toEqual([1, 7, 0])
  const icns = readFileSync(join(here, 'app.icns'))
  expect(icns.equals(asIcns(pictures))).toBe(true)
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
})

test('the icon that the app loads is identical to the PNG of 512 pixels', () => {
  const shown = readFileSync(join(here, '..', '..', 'resources', 'icons', 'app.png'))
  expect(shown.equals(readFileSync(join(here, 'app', '512x512.png')))).toBe(true)
})
