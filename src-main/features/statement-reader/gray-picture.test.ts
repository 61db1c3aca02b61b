import { expect, test } from 'vitest'
import { composePicture, scaleAt } from './gray-picture.ts'

const pixels = { width: 2, height: 2, data: Uint8Array.of(0, 255, 255, 0) }

test('a page that is larger than paper has as many pixels as a page of paper', () => {
  expect(scaleAt(300, 612, 792) * 792).toBeCloseTo(3300)
  expect(scaleAt(300, 3024, 14_400) * 14_400).toBeCloseTo(14 * 300)
})

test('a picture is drawn at its place of the page, on white', () => {
  const page = composePicture([{ pixels, matrix: [36, 0, 0, -36, 36, 72] }], 72, 72)
  const at = (x: number, y: number) =>
    page.gray[Math.round(y * page.scale) * page.width + Math.round(x * page.scale)]
  expect(page.width).toBe(150)
  expect([at(38, 38), at(70, 38), at(38, 70), at(10, 10)]).toEqual([0, 255, 255, 255])
})
