import { describe, expect, it } from 'vitest'
import { capsOf, keysText, matches, type Press } from './keys.ts'

const press = (key: string, held: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

describe('a shortcut', () => {
  it('uses Ctrl for mod, and ⌘ on a Mac', () => {
    expect(matches(press('k', { ctrlKey: true }), 'mod+K', false)).toBe(true)
    expect(matches(press('k', { metaKey: true }), 'mod+K', false)).toBe(false)
    expect(matches(press('k', { metaKey: true }), 'mod+K', true)).toBe(true)
    expect(matches(press('k', { ctrlKey: true }), 'mod+K', true)).toBe(false)
    expect(matches(press('k', { ctrlKey: true, metaKey: true }), 'mod+K', true)).toBe(false)
  })

  it('does not match with additional or missing modifiers', () => {
    expect(matches(press('N', { ctrlKey: true, shiftKey: true }), 'mod+shift+N', false)).toBe(true)
    expect(matches(press('N', { ctrlKey: true, shiftKey: true }), 'mod+N', false)).toBe(false)
    expect(matches(press('n', { ctrlKey: true, altKey: true }), 'mod+N', false)).toBe(false)
    expect(matches(press('n'), 'mod+N', false)).toBe(false)
  })

  it('matches a symbol regardless of its position on the keyboard', () => {
    expect(matches(press('?', { shiftKey: true }), '?', false)).toBe(true)
    expect(matches(press('/', { shiftKey: true, ctrlKey: true }), 'mod+/', false)).toBe(true)
    expect(matches(press('+', { ctrlKey: true }), 'mod+plus', false)).toBe(true)
    expect(matches(press('/'), '?', false)).toBe(false)
  })

  it('matches letters and digits by key position on keyboards that type other characters', () => {
    expect(matches(press('л', { ctrlKey: true, code: 'KeyK' }), 'mod+K', false)).toBe(true)
    expect(matches(press('&', { ctrlKey: true, code: 'Digit1' }), 'mod+1', false)).toBe(true)
    expect(matches(press('å', { altKey: true, code: 'KeyA' }), 'alt+A', true)).toBe(true)
    // On a Dvorak keyboard, T is at the position of K on a QWERTY keyboard. The app treats this key as T.
    expect(matches(press('t', { ctrlKey: true, code: 'KeyK' }), 'mod+K', false)).toBe(false)
  })

  it('is displayed in the notation of the operating system', () => {
    expect(capsOf('mod+shift+n', true)).toEqual(['⇧', '⌘', 'N'])
    expect(capsOf('mod+shift+n', false)).toEqual(['Ctrl', 'Shift', 'N'])
    expect(keysText('mod+shift+n', true)).toBe('⇧⌘N')
    expect(keysText('mod+shift+n', false)).toBe('Ctrl+Shift+N')
    expect(capsOf('alt+ArrowLeft', false)).toEqual(['Alt', '←'])
    expect(capsOf('mod+minus', false)).toEqual(['Ctrl', '−'])
  })
})
