/** A part of a template: literal text, or a placeholder such as `{merchant}`. */
export type TemplatePart = { text: string } | { name: string }

const PLACEHOLDER = /\{([a-z_]{1,40})\}/

/** Splits a template into literal texts and placeholders, in order. Anything else between braces is literal text. */
export function templateParts(template: string): TemplatePart[] {
  // `split` with a group returns the literal texts at even places, and the names of the placeholders at odd places.
  return template
    .split(PLACEHOLDER)
    .flatMap((part, place): TemplatePart[] =>
      place % 2 === 1 ? [{ name: part }] : part === '' ? [] : [{ text: part }],
    )
}

export function placeholdersIn(template: string): string[] {
  return [...new Set(templateParts(template).flatMap((part) => ('name' in part ? [part.name] : [])))]
}

/** Control, format (bidi overrides, zero-width characters), and separator characters. They can hide or reorder text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const HALF_CHARACTER = /[\uD800-\uDFFF]/gu

/** Returns true for a character that a reader does not see, or that changes the order of the characters around it. */
export function isInvisible(character: string): boolean {
  return character.replaceAll(INVISIBLE, '') === ''
}

/**
 * Makes a value safe to insert into a name or a message: one line without invisible characters, and at most `most` characters long. The
 * value may come from an import or from the partner.
 */
export function insertable(value: string, most: number): string {
  const visible = value
    .slice(0, most * 4)
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(HALF_CHARACTER, '')
  return visible
    .trim()
    .split(/\s/)
    .filter(Boolean)
    .join(' ')
    .slice(0, most)
    .replaceAll(HALF_CHARACTER, '')
    .trim()
}
