import { describe, expect, it } from 'vitest'
import { placeWindow, type WindowPlace } from './window-place.ts'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const beside = { x: 1440, y: 0, width: 1920, height: 1080 }
const last: WindowPlace = { x: 1600, y: 100, width: 1300, height: 900, is_maximized: false }

describe('the position of a new window', () => {
  it('is the last position if its screen is still connected', () => {
    expect(placeWindow(last, [laptop, beside], 0)).toEqual({ x: 1600, y: 100, width: 1300, height: 900 })
  })

  it('is moved to the remaining screen, with the window resized to fit, if the last screen is disconnected', () => {
    const place = placeWindow(last, [laptop], 0)
    expect(place).toEqual({ x: 70, y: 25, width: 1300, height: 875 })
  })

  it('is moved into view if otherwise only a corner, or no title bar, would be visible', () => {
    expect(placeWindow({ ...last, x: 1400, y: 100 }, [laptop], 0).x).toBe(70)
    expect(placeWindow({ ...last, x: 0, y: -400 }, [laptop], 0).y).toBe(25)
    expect(placeWindow({ ...last, x: 0, y: 880 }, [laptop], 0).y).toBe(25)
  })

  it('is shifted so that the new window does not hide the previous window', () => {
    expect(placeWindow(last, [beside], 2)).toMatchObject({ x: 1656, y: 156 })
  })

  it('is left to the system at the first start, with the default size', () => {
    expect(placeWindow(null, [laptop], 0)).toEqual({ width: 1280, height: 800 })
  })
})
