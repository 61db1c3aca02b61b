import type { Message } from '../../../src-shared/messages/message.ts'
import { readChoice, type Choice } from '../../../src-shared/entry/choice.ts'
import { readIdNumber } from '../../../src-shared/entry/id-number.ts'
import { keepEntry } from '../../../src-shared/profile/keep-entry.ts'
import type { ProfileField } from '../../../src-shared/profile/payload-profile.ts'
import { US_STATES } from '../../../src-shared/profile/us-states.ts'
import { toWireValue } from '../../../src-shared/profile/wire-payload.ts'
import { msg } from '../../../src-shared/messages/msg.ts'

export type Fitted = { value: string | boolean } | { why: Message }

const YES = new Set(['yes', 'y', 'sí', 'si', 'true', '1', 'x', '✓'])
const NO = new Set(['no', 'n', 'false', '0'])

/**
 * Converts an imported value to the format of its field. If the field could not show the value without changing it, the value does not fit
 * and is reported to the broker. A date after `today` does not fit unless the field allows it.
 */
export function fitValue(field: ProfileField, raw: string | number | boolean, today: string): Fitted {
  if (field.type === 'yes_no') return fitYesNo(raw)
  if (typeof raw === 'boolean') return { why: msg.errorsFiles.noYesNoHere }
  const text = String(raw).trim()
  if (text.length > 10_000) return { why: msg.errorsFiles.tooLong }
  switch (field.type) {
    case 'choice':
      return fitChoice(field.choices ?? [], text) ?? { why: msg.errorsFiles.noSuchChoice }
    case 'state':
      return fitChoice(US_STATES, text) ?? { why: msg.errorsFiles.noSuchState }
    case 'date':
    case 'ein':
    case 'ssn':
    case 'phone':
    case 'money':
    case 'integer':
    case 'percent':
      return fitWire(field, keepEntry(field, text, today))
    case 'zip': {
      const code = readIdNumber('zip', text)
      return code === null ? { why: msg.errorsFiles.zipZero } : { value: code }
    }
    case 'email':
      return { value: keepEntry(field, text) }
    default:
      return { value: text }
  }
}

function fitYesNo(raw: string | number | boolean): Fitted {
  const word = String(raw).trim().toLowerCase()
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : { why: msg.errorsFiles.asksYesNo }
}

function fitChoice(choices: readonly Choice[], text: string): Fitted | null {
  const value = readChoice(choices, text)
  return value === null ? null : { value }
}

/** Returns the text in the format of the form, or a problem if it cannot be sent. */
function fitWire(field: ProfileField, kept: string): Fitted {
  const wire = toWireValue(field, kept)
  return 'problem' in wire ? { why: wire.problem } : { value: kept }
}

/** Normalizes a name by dropping case, accents, and punctuation, so that headings and choices match in any spelling. */
export function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}
