import type { Fault } from '../../../platform/pdf/compare-pictures.ts'
import type { Box } from '../../../platform/pdf/shapes.ts'

/** One visible character. `box` is as high as the font, and its lower edge is the baseline. */
export interface Glyph {
  text: string
  box: Box
  /** Font and size. Characters of a label usually share a style, which differs from the style of the filled-in values. */
  style: string
  size: number
  /** The annotation (form field) whose appearance contains the character, or null for the page itself. */
  annotation: string | null
  /** Set if a person sees only a part of the character's word, or ink beside it that was not read. */
  fault: Fault
}

/** A straight horizontal or vertical line, also the edge of a rectangle. */
export interface Line {
  at: number
  from: number
  to: number
}

/** A drawn box, and whether a person sees a mark in it. */
export interface Square {
  box: Box
  isMarked: boolean
}

/** A form field of a fillable PDF. */
export interface Widget {
  box: Box
  /** The full name of the field, such as `form.owner1.ssn`. */
  name: string
  /** The text that PDF viewers show when the pointer is over the field. */
  tooltip: string
  /** The text of a text field, the chosen entry of a list, or the name of a check box. Empty if the field is empty. */
  value: string
  kind: 'text' | 'checked' | 'unchecked'
}

/** The visible content of a page, reduced to the parts that the reader of applications needs. */
export interface PageContent {
  /** The number of the page, from 1. */
  page: number
  width: number
  height: number
  glyphs: Glyph[]
  horizontal: Line[]
  vertical: Line[]
  /** Small drawn squares and circles, which can be check boxes. */
  squares: Square[]
  widgets: Widget[]
  /** Converts a rectangle of the displayed page to the coordinates of the PDF, for highlighting it in the viewer. */
  toPdf: (box: Box) => [number, number, number, number]
}

export const middleX = ({ x1, x2 }: Box) => (x1 + x2) / 2
export const middleY = ({ y1, y2 }: Box) => (y1 + y2) / 2

/** Returns the smallest rectangle that contains all given ones. */
export function around(boxes: readonly Box[]): Box {
  return {
    x1: Math.min(...boxes.map(({ x1 }) => x1)),
    y1: Math.min(...boxes.map(({ y1 }) => y1)),
    x2: Math.max(...boxes.map(({ x2 }) => x2)),
    y2: Math.max(...boxes.map(({ y2 }) => y2)),
  }
}

/** Returns the length of the common part of two horizontal ranges. It is negative if there is a gap between them. */
export function overlapX(one: Box, other: Box): number {
  return Math.min(one.x2, other.x2) - Math.max(one.x1, other.x1)
}
