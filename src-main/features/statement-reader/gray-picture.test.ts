import { expect, test } from 'vitest'
import { grayOf, scaleAt } from './gray-picture.ts'

test('a page that is larger than paper has as many pixels as a page of paper', () => {
  expect(scaleAt(300, 612, 792) * 792).toBeCloseTo(3300)
  expect(scaleAt(300, 3024, 14_400) * 14_400).toBeCloseTo(14 * 300)
})

test('a colored pixel is as bright in gray as it looks', () => {
  const data = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255)
  expect([...grayOf({ width: 2, height: 2, data }, 1).gray]).toEqual([255, 0, 149, 28])
})
