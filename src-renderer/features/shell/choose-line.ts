export interface PaletteLine {
  id: string
  run: () => void
}

interface Choice<Line extends PaletteLine> {
  lines: readonly Line[]
  /** The line that the broker selected with the arrow keys, or null. */
  chosen: string | null
  /** False while the deals of the typed text are still being searched. The deals among the lines then belong to an earlier text. */
  isCurrent: boolean
  /** True if the first line belongs to the typed text even while `isCurrent` is false. Actions are found immediately, and deals later. */
  startsWithAction: boolean
}

/**
 * Returns the selected line: the line that the broker selected, or else the first line. The selection is derived from the visible lines, so
 * that one of them is always selected, whenever they arrive.
 */
export function selectedLine<Line extends PaletteLine>(
  lines: readonly Line[],
  chosen: string | null,
): Line | undefined {
  return lines.find(({ id }) => id === chosen) ?? lines[0]
}

export function neighborLine<Line extends PaletteLine>(
  lines: readonly Line[],
  chosen: string | null,
  step: 1 | -1,
): Line | undefined {
  const selected = selectedLine(lines, chosen)
  const at = lines.findIndex((line) => line === selected)
  return lines[(at + step + lines.length) % lines.length]
}

/**
 * Returns the line that the Enter key runs. Returns `wait` if the first result for the typed text is not known yet: running a deal of an
 * earlier text would open the wrong deal.
 */
export function lineOnEnter<Line extends PaletteLine>({
  lines,
  chosen,
  isCurrent,
  startsWithAction,
}: Choice<Line>): Line | 'wait' | undefined {
  const wasChosen = lines.some(({ id }) => id === chosen)
  return isCurrent || startsWithAction || wasChosen ? selectedLine(lines, chosen) : 'wait'
}
