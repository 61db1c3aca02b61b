import { describe, expect, it, vi } from 'vitest'
import { actionFor, type Action } from './actions.ts'

const press = (key: string, held: { ctrlKey?: boolean; repeat?: boolean } = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  repeat: false,
  ...held,
})
const action = (id: string, more: Partial<Action>): Action => ({
  id,
  label: id,
  section: 'app',
  run: vi.fn<() => void>(),
  ...more,
})
const CALM = { isTyping: false, isDialogOpen: false }
const offered = [
  action('search', { keys: '/' }),
  action('palette', { keys: 'mod+K', whileTyping: true }),
  action('next', { keys: 'J', repeats: true }),
  action('close', { keys: 'mod+W', within: 'window', whileTyping: true }),
  action('page', { keys: 'J', within: 'dialog' }),
  action('sheet', { keys: ['?', 'mod+/'], whileTyping: 'chords' }),
]
const meant = (...[pressed, situation]: [ReturnType<typeof press>, typeof CALM?]) =>
  actionFor(pressed, offered, situation ?? CALM)?.id

describe('the action that a press means', () => {
  it('is found by any of its keys', () => {
    expect(meant(press('/'))).toBe('search')
    expect(meant(press('?'))).toBe('sheet')
    expect(meant(press('/', { ctrlKey: true }))).toBe('sheet')
    expect(meant(press('x'))).toBeUndefined()
  })

  it('while one types is only what was said to work then', () => {
    const typing = { isTyping: true, isDialogOpen: false }
    expect(meant(press('/'), typing)).toBeUndefined()
    expect(meant(press('k', { ctrlKey: true }), typing)).toBe('palette')
    expect(meant(press('/', { ctrlKey: true }), typing)).toBe('sheet')
    expect(meant(press('?'), typing)).toBeUndefined()
  })

  it('under a dialog is nothing of the screen below, but what the dialog offers', () => {
    const under = { isTyping: false, isDialogOpen: true }
    expect(meant(press('k', { ctrlKey: true }), under)).toBeUndefined()
    expect(meant(press('j'), under)).toBe('page')
    expect(meant(press('j'))).toBe('next')
    expect(meant(press('w', { ctrlKey: true }), under)).toBe('close')
  })

  it('is not done again by holding the key, unless it repeats', () => {
    expect(meant(press('/', { repeat: true }))).toBeUndefined()
    expect(meant(press('j', { repeat: true }))).toBe('next')
  })
})
