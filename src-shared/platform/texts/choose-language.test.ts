import { describe, expect, it } from 'vitest'
import { chooseLanguage } from './load-messages.ts'

describe('the language of the app', () => {
  it.each([
    ['es', ['en-US'], 'es'],
    ['en', ['es-MX'], 'en'],
    ['system', ['es-MX', 'en-US'], 'es'],
    ['system', ['ES_419'], 'es'],
    ['system', ['fr-FR', 'es-ES'], 'es'],
    ['system', ['en-GB', 'es-ES'], 'en'],
    ['system', ['fr-FR', 'constructor'], 'en'],
    ['system', [], 'en'],
  ] as const)('with the setting %s, on a computer with the languages %j, is %s', (choice, system, spoken) => {
    expect(chooseLanguage(choice, system)).toBe(spoken)
  })
})
