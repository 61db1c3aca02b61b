import { expect, test } from 'vitest'
import { autostartEntry } from './autostart-entry.ts'

test('the autostart entry quotes a program path with spaces and special characters', () => {
  const entry = autostartEntry('/opt/Funding "Desk" $1 50%/app', ['--hidden'])
  expect(entry).toContain(String.raw`Exec="/opt/Funding \\"Desk\\" \\$1 50%%/app" "--hidden"`)
  expect(entry.startsWith('[Desktop Entry]\nType=Application\n')).toBe(true)
})
