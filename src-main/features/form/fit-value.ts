import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { readChoice, type Choice } from '../../../src-shared/platform/entry/choice.ts'
import { readIdNumber } from '../../../src-shared/platform/entry/id-number.ts'
import { keepEntry } from '../../../src-shared/features/form/keep-entry.ts'
import type { ProfileField } from '../../../src-shared/features/form/payload-profile.ts'
import { readState } from '../../../src-shared/platform/entry/us-states.ts'
import { toWireValue } from '../../../src-shared/features/form/wire-payload.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** A value in the format of its field, or why it does not fit. `note` says what the app repaired. */
export type Fitted = { value: string | boolean; note?: Message } | { why: Message }

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
      return fitState(text)
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

function fitState(text: string): Fitted {
  const value = readState(text)
  return value === null ? { why: msg.errorsFiles.noSuchState } : { value }
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
