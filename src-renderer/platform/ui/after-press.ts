let isPressed = false

for (const [type, pressed] of [
  ['pointerdown', true],
  ['pointerup', false],
  ['pointercancel', false],
] as const)
  window.addEventListener(type, () => (isPressed = pressed), true)

/**
 * Runs a function now or, while a mouse button is pressed, after the click. A field that loses focus to a press may show an error, which can
 * move what the broker is about to click.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) return run()
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  const finish = () => {
    end.abort()
    // The click follows the release of the button.
    setTimeout(run)
  }
  window.addEventListener('pointerup', finish, options)
  window.addEventListener('pointercancel', finish, options)
}
