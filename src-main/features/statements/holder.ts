import { concreteFields, valueAt } from '../../../src-shared/features/form/form-path.ts'
import { maskApart } from '../../../src-shared/features/form/sensitive.ts'
import type { FormValues } from '../../../src-shared/features/form/form-values.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { joinInitials, plainName } from '../../../src-shared/features/merchants/merchants.ts'
import { wordsOf } from '../../../src-shared/platform/base/text.ts'

/** Words after which another name of the same company follows. */
const ALSO_KNOWN_AS = new Set(['dba', 'aka', 'fka', 'tdba'])

/** The names that a bank may print for a merchant's account: its legal name, its trade name, and beside them its owners. */
export interface MerchantNames {
  names: string[]
  owners: string[]
}

export function merchantNames(
  profile: PayloadProfile,
  legal_name: string,
  values: FormValues,
): MerchantNames {
  const textAt = (path: string) => {
    const text = valueAt(values, path)
    return typeof text === 'string' && text.trim() !== '' ? [text] : []
  }
  const ofOwners = concreteFields(profile, values).filter(({ path }) => /\.(?:first|last)_name$/.test(path))
  return {
    names: [...(legal_name.trim() === '' ? [] : [legal_name]), ...textAt('company.dba')],
    owners: ofOwners.flatMap(({ path }) => textAt(path)),
  }
}

/**
 * Returns whether an account with this holder belongs to the merchant. Spelling, legal form, and the names of owners beside the company's
 * name do not matter. An account of an owner alone is not the merchant's. True if the holder or the merchant has no name yet.
 */
export function isHeldBy(holder: string, { names, owners }: MerchantNames): boolean {
  if (holder.trim() === '' || names.length === 0) return true
  const known = names.flatMap(partsOf).map(plainName)
  const persons = new Set(owners.flatMap(wordsOf))
  return partsOf(holder).some((words) =>
    words.some(
      (_, at) =>
        known.includes(plainName(words.slice(0, at + 1))) &&
        words.slice(at + 1).every((word) => persons.has(word)),
    ),
  )
}

/**
 * Returns the fields of the form that an application states differently, with the EIN masked. The application is about another merchant if
 * the name differs and the EIN is not the same. A name or an EIN that one side lacks proves nothing.
 */
export function differencesFrom(
  profile: PayloadProfile,
  { legal_name, values }: { legal_name: string; values: FormValues },
  named: { legal_name: string; ein: string },
): { isOther: boolean; fields: { path: string; printed: string; typed: string }[] } {
  const stored = valueAt(values, 'company.ein')
  const ein = typeof stored === 'string' ? stored : ''
  const isNamed = isHeldBy(named.legal_name, merchantNames(profile, legal_name, values))
  const areKnown = named.ein !== '' && ein !== ''
  const [printed, typed] = maskApart('ein', named.ein, ein)
  return {
    isOther: !isNamed && !(areKnown && named.ein === ein),
    fields: [
      ...(isNamed ? [] : [{ path: 'company.legal_name', printed: named.legal_name, typed: legal_name }]),
      ...(areKnown && named.ein !== ein ? [{ path: 'company.ein', printed, typed }] : []),
    ],
  }
}

/** Returns the words of each name in a text: `Ames & Co. L.L.C. dba Ames Deli` has two names. */
function partsOf(text: string): string[][] {
  const parts: string[][] = [[]]
  for (const word of joinInitials(wordsOf(text)))
    if (ALSO_KNOWN_AS.has(word)) parts.push([])
    else parts.at(-1)?.push(word)
  return parts.filter((words) => words.length > 0)
}
