import { en } from './en/index.ts'
import type { Language, Messages } from './messages.ts'

/** The words of a language. English is always at hand; any other is loaded when it is spoken, so that a start does not pay for it. */
export async function loadMessages(language: Language): Promise<Messages> {
  if (language === 'es') return (await import('./es/index.ts')).es
  return en
}
