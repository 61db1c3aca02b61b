import { describe, expect, it } from 'vitest'
import { ranked, scoreOf } from './rank.ts'

describe('the palette search', () => {
  it('ranks matches at the start of the text first, then at the start of a word, then inside a word', () => {
    const labels = ['Reopen settings', 'Go to settings', 'Settings', 'Presettings']
    expect(ranked(labels, (label) => label, 'set')).toEqual([
      'Settings',
      'Reopen settings',
      'Go to settings',
      'Presettings',
    ])
  })

  it('ranks a text higher if the typed word beginnings are in the same order as in the text', () => {
    expect(scoreOf('Go to the inbox', 'g inb')).toBeGreaterThan(scoreOf('Go to the inbox', 'inb g'))
    expect(scoreOf('Go to the inbox', 'inb g')).toBeGreaterThan(0)
    expect(scoreOf('Go to the inbox', 'pipe')).toBe(0)
  })

  it('ignores accents', () => {
    expect(scoreOf('Ir a la configuración', 'configuracion')).toBeGreaterThan(0)
  })

  it('keeps the original order if nothing is typed', () => {
    expect(ranked(['b', 'a'], (label) => label, '  ')).toEqual(['b', 'a'])
  })
})
