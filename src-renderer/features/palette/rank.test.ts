import { describe, expect, it } from 'vitest'
import { ranked, scoreOf } from './rank.ts'

describe('what the palette finds', () => {
  it('ranks a beginning over words, words over parts of words', () => {
    const labels = ['Reopen settings', 'Go to settings', 'Settings', 'Presettings']
    expect(ranked(labels, (label) => label, 'set')).toEqual([
      'Settings',
      'Reopen settings',
      'Go to settings',
      'Presettings',
    ])
  })

  it('takes beginnings of words, in their order rather than in another', () => {
    expect(scoreOf('Go to the inbox', 'g inb')).toBeGreaterThan(scoreOf('Go to the inbox', 'inb g'))
    expect(scoreOf('Go to the inbox', 'inb g')).toBeGreaterThan(0)
    expect(scoreOf('Go to the inbox', 'pipe')).toBe(0)
  })

  it('does not mind accents', () => {
    expect(scoreOf('Ir a la configuración', 'configuracion')).toBeGreaterThan(0)
  })

  it('keeps everything in its order while nothing is typed', () => {
    expect(ranked(['b', 'a'], (label) => label, '  ')).toEqual(['b', 'a'])
  })
})
