import type { Quotation } from '../../../../src-shared/domain/document-reading.ts'
import { KIND_WORDS, quote } from './kind-words.ts'
import type { PlainText } from './plain-text.ts'

interface RecognizedKind {
  kind: string
  /** Whether nothing else comes near. */
  certain: boolean
  says: Quotation
}

/** What words must weigh together before they tell a kind. */
const ENOUGH = 4
/** A title stands among the first lines of the first page, and says more than the same words further down. */
const TITLE_WITHIN = 300
const TITLE_WEIGHT = 2
const CERTAIN = 6
const CLEARLY_MORE = 1.5

/** The kind that a document's words tell, among those that are taken; null where they tell none. */
export function recognizeKind(
  pages: readonly PlainText[],
  taken: ReadonlySet<string>,
): RecognizedKind | null {
  const length = pages.reduce((sum, { plain }) => sum + plain.length, 0)
  const found = KIND_WORDS.filter(({ kind }) => taken.has(kind))
    .filter(({ shorterThan = Infinity }) => length < shorterThan)
    .flatMap(({ kind, words }) => {
      const hits = words.flatMap(([pattern, weight]) => firstHit(pages, pattern, weight))
      const best = hits.toSorted((one, other) => other.weight - one.weight)[0]
      const weight = hits.reduce((sum, hit) => sum + hit.weight, 0)
      return best === undefined || weight < ENOUGH ? [] : [{ kind, weight, says: best.says }]
    })
    .toSorted((one, other) => other.weight - one.weight)
  const [first, second] = found
  if (first === undefined) return null
  const certain = first.weight >= CERTAIN && first.weight >= CLEARLY_MORE * (second?.weight ?? 0)
  return { kind: first.kind, certain, says: first.says }
}

function firstHit(pages: readonly PlainText[], pattern: RegExp, weight: number) {
  for (const [index, page] of pages.entries()) {
    const hit = pattern.exec(page.plain)
    if (hit === null) continue
    const isTitle = index === 0 && hit.index < TITLE_WITHIN && weight > 1
    return [
      {
        weight: weight + (isTitle ? TITLE_WEIGHT : 0),
        says: { words: quote(page, hit.index, hit.index + hit[0].length), page: index + 1 },
      },
    ]
  }
  return []
}
