import { en } from './en/index.ts'
import type { Language, Messages } from './messages.ts'

/** Loads the texts of a language. English is bundled; others load on demand to keep startup fast. */
export async function loadMessages(language: Language): Promise<Messages> {
  if (language === 'es') return (await import('./es/index.ts')).es
  return en
}
