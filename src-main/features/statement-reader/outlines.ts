import { type Matrix, polygonsOf } from '../../platform/pdf/shapes.ts'

/** A path of the page. */
export interface Outline {
  points: ArrayLike<number>
  matrix: Matrix
}

/** Largest dot, and largest side, of a QR code, in points. Its width and height are about the same. */
const LARGEST_DOT = 20
const LARGEST_CODE = 220
const SQUARE = 0.75

/** Returns the number of outlines of paths. The dots of one QR code do not count. */
export function outlinesOf(paths: readonly Outline[]): number {
  let others = 0
  let dots = 0
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { points, matrix } of paths)
    for (const polygon of polygonsOf(points, matrix)) {
      const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)]
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
      if (!isBox(polygon) || right - left > LARGEST_DOT || bottom - top > LARGEST_DOT) others++
      else {
        dots++
        ;[x0, y0, x1, y1] = [Math.min(x0, left), Math.min(y0, top), Math.max(x1, right), Math.max(y1, bottom)]
      }
    }
  const [wide, high] = [x1 - x0, y1 - y0]
  const isCode = Math.max(wide, high) <= LARGEST_CODE && Math.min(wide, high) >= Math.max(wide, high) * SQUARE
  return others + (isCode ? 0 : dots)
}

/** True if the sides of a polygon are level. */
const isBox = (polygon: readonly (readonly [number, number])[]) =>
  polygon.length <= 5 &&
  polygon.every(([x, y], at) => {
    const [nextX, nextY] = polygon[(at + 1) % polygon.length] ?? [x, y]
    return Math.abs(x - nextX) < 0.01 || Math.abs(y - nextY) < 0.01
  })
