/**
 * A rectangle on the displayed page, in points. The origin is the upper left corner of the page, and `y1` is the upper edge.
 */
export interface Box {
  x1: number
  y1: number
  x2: number
  y2: number
}

/** A transformation of a page, as PDF writes it. */
export type Matrix = readonly [number, number, number, number, number, number]
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Returns a matrix if the value is one, else null. */
export function matrixOf(value: unknown): Matrix | null {
  const numbers = Array.isArray(value) || value instanceof Float32Array ? [...(value as number[])] : []
  return numbers.length === 6 ? (numbers.map(Number) as unknown as Matrix) : null
}

export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** Returns the place to which a matrix moves a place. */
export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** A part of a path, on the displayed page. `edges` are its straight lines. */
export interface Shape {
  box: Box
  isCurved: boolean
  edges: Box[]
}

/** Number of coordinates after each instruction of a path: move, line, curve, quadratic curve, close. */
const COORDINATES = [2, 2, 6, 4, 0]

/** Returns the parts of a path that start with a move, on the displayed page. */
export function shapesOf(path: ArrayLike<number>, matrix: Matrix): Shape[] {
  const shapes: Shape[] = []
  let points: [number, number][] = []
  let isCurved = false
  const finish = (isClosed: boolean) => {
    const box = boxOf(points)
    const [start] = points
    const corners = isClosed && start !== undefined ? [...points, start] : points
    if (box !== null && points.length > 1)
      shapes.push({
        box,
        isCurved,
        edges: corners.slice(1).flatMap((point, at) => boxOf([corners[at] as [number, number], point]) ?? []),
      })
    points = []
    isCurved = false
  }
  for (let at = 0; at < path.length;) {
    const instruction = path[at++] ?? 4
    const count = COORDINATES[instruction] ?? 0
    if (instruction === 0 && points.length > 0) finish(false)
    if (instruction === 2 || instruction === 3) isCurved = true
    if (count > 0) points.push(apply(matrix, path[at + count - 2] ?? NaN, path[at + count - 1] ?? NaN))
    if (instruction === 4) finish(true)
    at += count
  }
  finish(false)
  return shapes
}

/** Returns the rectangle around points, or null if one of them is not a number. */
export function boxOf(points: readonly (readonly number[])[]): Box | null {
  if (points.length === 0) return null
  const xs = points.map(([x = NaN]) => x)
  const ys = points.map(([, y = NaN]) => y)
  if (![...xs, ...ys].every(Number.isFinite)) return null
  return { x1: Math.min(...xs), y1: Math.min(...ys), x2: Math.max(...xs), y2: Math.max(...ys) }
}

/** Number of straight lines that stand for a curve. */
const CURVE_STEPS = 6

/** Returns the corners of the parts of a path on the displayed page. Curves become straight lines. */
export function polygonsOf(path: ArrayLike<number>, matrix: Matrix): [number, number][][] {
  const polygons: [number, number][][] = []
  let points: [number, number][] = []
  for (let at = 0; at < path.length;) {
    const instruction = path[at++] ?? 4
    const count = COORDINATES[instruction] ?? 0
    const controls = Array.from({ length: count / 2 }, (_, one) =>
      apply(matrix, path[at + one * 2] ?? NaN, path[at + one * 2 + 1] ?? NaN),
    )
    at += count
    if (instruction === 0) polygons.push((points = []))
    const start = points.at(-1)
    const [first] = points
    // A closed part ends where it began.
    if (
      instruction === 4 &&
      first !== undefined &&
      start !== undefined &&
      (first[0] !== start[0] || first[1] !== start[1])
    )
      points.push(first)
    if (controls.length < 2 || start === undefined) points.push(...controls)
    else
      for (let step = 1; step <= CURVE_STEPS; step++)
        points.push(onCurve([start, ...controls], step / CURVE_STEPS))
  }
  return polygons
}

/** Returns the place at `t`, from 0 to 1, of the Bézier curve with these points. */
function onCurve(points: readonly [number, number][], t: number): [number, number] {
  let rest = [...points]
  while (rest.length > 1)
    rest = rest.slice(1).map(([x, y], at) => {
      const [fromX, fromY] = rest[at] as [number, number]
      return [fromX + (x - fromX) * t, fromY + (y - fromY) * t]
    })
  return rest[0] as [number, number]
}

/** True if a path is one rectangle with level sides. */
export function isRectangle(path: ArrayLike<number>): boolean {
  const polygons = polygonsOf(path, IDENTITY)
  const [corners = []] = polygons
  const last = corners.at(-1)
  const isClosed = corners.length === 5 && last?.[0] === corners[0]?.[0] && last?.[1] === corners[0]?.[1]
  if (polygons.length !== 1 || (corners.length !== 4 && !isClosed)) return false
  return corners.every(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length] as [number, number]
    return x === nextX || y === nextY
  })
}
