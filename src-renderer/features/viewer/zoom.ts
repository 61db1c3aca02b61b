/** `fit`: a page is as wide as the window; else a factor, 1 being a hundred percent. */
export type Zoom = 'fit' | number

export const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const
export const SMALLEST = STEPS[0]
export const LARGEST = 4

/** The next step up or down from a factor, which may lie between two. */
export function nextZoom(from: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? STEPS.find((step) => step > from + 0.01) : STEPS.findLast((step) => step < from - 0.01)
  return next ?? (direction === 1 ? LARGEST : SMALLEST)
}
