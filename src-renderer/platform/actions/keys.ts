export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

interface Combination {
  mod: boolean
  ctrl: boolean
  shift: boolean
  alt: boolean
  /** The `KeyboardEvent.key` value in lower case. */
  key: string
}

export const IS_MAC = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac')

/** The keys that delete what is selected. The delete key of a Mac is Backspace. */
export const DELETE_KEYS: readonly string[] = ['Delete', 'Backspace']

/** Short names for keys in shortcuts such as `mod+plus`. Needed for `+`, which also separates the keys, and for keys with long names. */
const NAMES: Record<string, string> = {
  plus: '+',
  minus: '-',
  space: ' ',
  esc: 'escape',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
  del: 'delete',
}

/**
 * Parses a shortcut such as `mod+shift+N`: `mod` is ⌘ on a Mac and Ctrl elsewhere. `plus`, `minus`, and `space` are the names of these
 * keys.
 */
function parse(keys: string): Combination {
  const parts = keys.toLowerCase().split('+')
  const last = parts.at(-1) ?? ''
  const has = (modifier: string) => parts.slice(0, -1).includes(modifier)
  return {
    mod: has('mod'),
    ctrl: has('ctrl'),
    shift: has('shift'),
    alt: has('alt'),
    key: NAMES[last] ?? last,
  }
}

/**
 * Returns true if a key press matches this shortcut. A symbol such as `?` matches whichever key types it, with or without Shift. Letters
 * and digits also match by the physical key, for keyboards with other alphabets.
 */
export function matches(press: Press, keys: string, isMac = IS_MAC): boolean {
  const { mod, ctrl, shift, alt, key } = parse(keys)
  const [modDown, otherDown] = isMac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  const ctrlDown = isMac ? press.ctrlKey : false
  if (mod !== modDown || (isMac ? ctrl !== ctrlDown : otherDown || ctrl) || alt !== press.altKey) return false
  const isSign = key.length === 1 && !/[a-z0-9 ]/.test(key)
  if (isSign) return press.key === key
  if (shift !== press.shiftKey) return false
  const written = press.key.toLowerCase()
  if (written === key) return true
  // With ⌥, or in another alphabet, the key of a letter or digit types a different character. In this case, compare the physical key.
  const isForeign = written.length === 1 && !/[a-z0-9]/.test(written)
  return isForeign && press.code.toLowerCase() === (/\d/.test(key) ? `digit${key}` : `key${key}`)
}

/** Returns true for a single letter, digit, or symbol, with no modifier except Shift. */
export const isSingle = (keys: string) => isBare(keys) && parse(keys).key.length === 1

/** True if a shortcut has no modifier except Shift and no function key. An open menu may handle such keys itself. */
export function isBare(keys: string): boolean {
  const { mod, ctrl, alt, key } = parse(keys)
  return !mod && !ctrl && !alt && !/^f\d+$/.test(key)
}

const MAC_SIGNS = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧' }
const OTHER_SIGNS = { mod: 'Ctrl', ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' }
const KEY_SIGNS: Record<string, string> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  escape: 'Esc',
  enter: '↵',
  backspace: '⌫',
  delete: 'Del',
  ' ': '␣',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  '-': '−',
}

/** Returns the key labels: `⇧ ⌘ N` on a Mac, `Ctrl Shift N` elsewhere. */
export function capsOf(keys: string, isMac = IS_MAC): string[] {
  const { mod, ctrl, shift, alt, key } = parse(keys)
  const signs = isMac ? MAC_SIGNS : OTHER_SIGNS
  const cap = KEY_SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key[0]?.toUpperCase() + key.slice(1))
  const held = isMac
    ? [ctrl && signs.ctrl, alt && signs.alt, shift && signs.shift, mod && signs.mod]
    : [(mod || ctrl) && signs.mod, alt && signs.alt, shift && signs.shift]
  return [...held.filter((sign) => sign !== false), cap]
}

/** Returns the shortcut as one string for a tooltip: `⇧⌘N`, `Ctrl+Shift+N`. */
export const keysText = (keys: string, isMac = IS_MAC) => capsOf(keys, isMac).join(isMac ? '' : '+')
