import { describe, expect, it, vi } from 'vitest'
import { useAppearance } from '../page/appearance-store.ts'
import { actionFor, actionOfLine, keysOf, type Action } from './actions.ts'

const press = (key: string, held: { ctrlKey?: boolean; altKey?: boolean; repeat?: boolean } = {}) => ({
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
const CALM = { isTyping: false, isDialogOpen: false, isMenuOpen: false }
const offered = [
  action('search', { keys: '/' }),
  action('palette', { keys: 'mod+K', whileTyping: true }),
  action('next', { keys: 'J', repeats: true }),
  action('close', { keys: 'mod+W', within: 'window', whileTyping: true }),
  action('page', { keys: 'J', within: 'dialog' }),
  action('part', { keys: 'alt+2', whileTyping: true }),
  action('clear', { keys: 'Escape' }),
  action('problem', { keys: 'F8' }),
  action('sheet', { keys: ['?', 'mod+/'], whileTyping: 'chords' }),
]
const meant = (...[pressed, situation]: [ReturnType<typeof press>, typeof CALM?]) =>
  actionFor(pressed, offered, situation ?? CALM)?.id

describe('the action of a keystroke', () => {
  it('is found by any of its shortcuts', () => {
    expect(meant(press('/'))).toBe('search')
    expect(meant(press('?'))).toBe('sheet')
    expect(meant(press('/', { ctrlKey: true }))).toBe('sheet')
    expect(meant(press('x'))).toBeUndefined()
  })

  it('is ignored while typing, unless the action allows it', () => {
    const typing = { ...CALM, isTyping: true }
    expect(meant(press('/'), typing)).toBeUndefined()
    expect(meant(press('k', { ctrlKey: true }), typing)).toBe('palette')
    expect(meant(press('/', { ctrlKey: true }), typing)).toBe('sheet')
    expect(meant(press('?'), typing)).toBeUndefined()
  })

  it('belongs to the open dialog or the window, not to the screen behind the dialog', () => {
    const under = { ...CALM, isDialogOpen: true }
    expect(meant(press('k', { ctrlKey: true }), under)).toBeUndefined()
    expect(meant(press('j'), under)).toBe('page')
    expect(meant(press('j'))).toBe('next')
    expect(meant(press('w', { ctrlKey: true }), under)).toBe('close')
  })

  it('is ignored under an open menu if the menu may handle the key itself', () => {
    const under = { ...CALM, isMenuOpen: true }
    expect(meant(press('j'), under)).toBeUndefined()
    expect(meant(press('Escape'), under)).toBeUndefined()
    expect(meant(press('F8'), under)).toBe('problem')
    expect(meant(press('Escape'))).toBe('clear')
    expect(meant(press('k', { ctrlKey: true }), under)).toBe('palette')
    expect(meant(press('w', { ctrlKey: true }), under)).toBe('close')
  })

  it('is ignored while typing on a Mac if the ⌥ combination types a character', () => {
    const at = { ...press('@', { altKey: true }), code: 'Digit2' }
    const onMac = { ...CALM, isMac: true }
    expect(actionFor(at, offered, { ...onMac, isTyping: true })?.id).toBeUndefined()
    expect(actionFor(at, offered, onMac)?.id).toBe('part')
    expect(actionFor(press('2', { altKey: true }), offered, { ...CALM, isTyping: true })?.id).toBe('part')
  })

  it('is ignored for a single-character shortcut if the broker turned off such shortcuts', () => {
    const { settings } = useAppearance.getState()
    useAppearance.setState({ settings: { ...settings, single_keys: false } })
    expect([press('/'), press('j'), press('?')].map((one) => meant(one))).toEqual(Array(3).fill(undefined))
    expect([meant(press('/', { ctrlKey: true })), meant(press('Escape'))]).toEqual(['sheet', 'clear'])
    expect(keysOf(offered.find(({ id }) => id === 'sheet') as Action)).toEqual(['mod+/'])
    useAppearance.setState({ settings })
  })

  it('does not repeat while the key is held, unless the action allows it', () => {
    expect(meant(press('/', { repeat: true }))).toBeUndefined()
    expect(meant(press('j', { repeat: true }))).toBe('next')
  })
})

describe('a shortcut in the macOS menu', () => {
  const meantBy = (id: string, situation = CALM, isHeld = false) =>
    actionOfLine(id, isHeld, offered, situation)?.id

  it('runs the action that the same keystroke in the page would run', () => {
    expect(meantBy('palette')).toBe('palette')
    expect(meantBy('close', { ...CALM, isDialogOpen: true })).toBe('close')
    expect(meantBy('palette', { ...CALM, isTyping: true, isMenuOpen: true })).toBe('palette')
  })

  it('is ignored under a dialog, while typing, and while held, unless the action allows it', () => {
    expect(meantBy('palette', { ...CALM, isDialogOpen: true })).toBeUndefined()
    expect(meantBy('search', { ...CALM, isTyping: true })).toBeUndefined()
    expect(meantBy('palette', CALM, true)).toBeUndefined()
    expect(meantBy('next', CALM, true)).toBe('next')
    expect(meantBy('nobody')).toBeUndefined()
  })
})
