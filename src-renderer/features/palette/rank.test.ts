import { describe, expect, it } from 'vitest'
import { ranked, scoreOf } from './rank.ts'

describe('the palette search', () => {
  it('ranks a match at the beginning above whole words, and words above parts of words', () => {
    const labels = ['Reopen settings', 'Go to settings', 'Settings', 'Presettings']
    expect(ranked(labels, (label) => label, 'set')).toEqual([
      'Settings',
      'Reopen settings',
      'Go to settings',
      'Presettings',
    ])
  })

  it('matches beginnings of words in their order only', () => {
    expect(scoreOf('Go to the inbox', 'g inb')).toBeGreaterThan(scoreOf('Go to the inbox', 'inb g'))
    expect(scoreOf('Go to the inbox', 'inb g')).toBeGreaterThan(0)
    expect(scoreOf('Go to the inbox', 'pipe')).toBe(0)
  })

  it('ignores accents', () => {
    expect(scoreOf('Ir a la configuración', 'configuracion')).toBeGreaterThan(0)
  })

  it('keeps the original order while nothing is typed', () => {
    expect(ranked(['b', 'a'], (label) => label, '  ')).toEqual(['b', 'a'])
  })
})
