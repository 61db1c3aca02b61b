/** Last position and size of a window. All screens share one coordinate system. */
export interface WindowPlace extends Area {
  is_maximized: boolean
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

const USUAL = { width: 1280, height: 800 }
/** Size in pixels of the part of the title bar that must be visible, so that the user can drag the window. */
const GRIP = { width: 120, height: 32 }
/** Offset in pixels of each additional window, so that it does not completely cover the previous window. */
const CASCADE = 28

/**
 * Returns the position of a new window: the last position if its screen exists, otherwise the center of the first screen. `beside` is the
 * number of open windows.
 */
export function placeWindow(
  last: WindowPlace | null,
  screens: readonly Area[],
  beside: number,
): Partial<Area> {
  if (last === null) return USUAL
  const shift = beside * CASCADE
  const wanted = { x: last.x + shift, y: last.y + shift, width: last.width, height: last.height }
  const screen = screens.find((area) => isInReach(wanted, area))
  if (screen !== undefined)
    return {
      x: wanted.x,
      y: wanted.y,
      width: Math.min(wanted.width, screen.width),
      height: Math.min(wanted.height, screen.height),
    }
  const first = screens[0]
  if (first === undefined) return USUAL
  const width = Math.min(last.width, first.width)
  const height = Math.min(last.height, first.height)
  return {
    x: first.x + Math.round((first.width - width) / 2),
    y: first.y + Math.round((first.height - height) / 2),
    width,
    height,
  }
}

function isInReach(bar: Area, screen: Area): boolean {
  const inSight = Math.min(bar.x + bar.width, screen.x + screen.width) - Math.max(bar.x, screen.x)
  return (
    inSight >= Math.min(GRIP.width, bar.width) &&
    bar.y >= screen.y &&
    bar.y + GRIP.height <= screen.y + screen.height
  )
}
