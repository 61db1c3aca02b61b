/** What the app does with a notation: the text that the draft keeps, or null where it refuses the notation and keeps it as typed. */
export type Notation = readonly [typed: string, kept: string | null]

/** Real notations by the path of the field into which they are typed. Fields stand in the order of the Tab key. */
export const NOTATIONS: Readonly<Record<string, readonly Notation[]>> = {
  'company.ein': [
    ['123456789', '12-3456789'],
    ['12-3456789', '12-3456789'],
    ['12 3456789', '12-3456789'],
    [' 12-3456789', '12-3456789'],
    ['12\u20133456789', '12-3456789'],
    ['12-345678', null],
    ['12-34567890', null],
    ['123-45-6789', null],
    ['12-34567S9', null],
  ],
  'company.address.zip': [
    ['97204', '97204'],
    ['97204-1234', '97204-1234'],
    ['972041234', '97204-1234'],
    ['97204 1234', '97204-1234'],
    [' 02139 ', '02139'],
    ['2139', null],
    ['972041', null],
    ['97204-12', null],
    ['K1A 0B1', null],
  ],
  'company.phone': [
    ['5415550142', '(541) 555-0142'],
    ['+1 541 555 0142', '(541) 555-0142'],
    ['1-541-555-0142', '(541) 555-0142'],
    ['(541) 555-0142', '(541) 555-0142'],
    ['(541)555-0142', '(541) 555-0142'],
    ['541.555.0142', '(541) 555-0142'],
    ['541 555 0142', '(541) 555-0142'],
    ['541/555-0142', '(541) 555-0142'],
    ['15415550142', '(541) 555-0142'],
    ['+15415550142', '(541) 555-0142'],
    ['541\u00a0555\u00a00142', '(541) 555-0142'],
    ['\u202a+1 541-555-0142\u202c', '(541) 555-0142'],
    ['541 \u2013 555 \u2013 0142', '(541) 555-0142'],
    ['416-555-0142', '(416) 555-0142'],
    ['800-555-0142', '(800) 555-0142'],
    ['(541) 555-0142 x12', null],
    ['541.555.0142 ext. 9', null],
    ['541-555-0142 #7', null],
    ['+44 20 7946 0958', null],
    ['+52 55 1234 5678', null],
    ['011 44 20 7946 0958', null],
    ['555-0142', null],
    ['541-555-01425', null],
    ['541-555-014', null],
    ['141-555-0142', null],
    ['1-800-FLOWERS', null],
    ['541-555-0142 (cell)', null],
  ],
  'company.owners.0.ssn': [
    ['900123456', '900-12-3456'],
    ['900-12-3456', '900-12-3456'],
    ['900 12 3456', '900-12-3456'],
    ['900.12.3456', '900-12-3456'],
    ['900 - 12 - 3456', '900-12-3456'],
    ['900-12-345', null],
    ['900-12-34567', null],
    ['90-0123456', null],
    ['900-12-34S6', null],
  ],
}

/** The rows as the lines of a table: notation, field, what is stored. */
export function notationTable(
  rows: readonly (readonly [path: string, typed: string, kept: string | null])[],
): string[] {
  return rows.map(([path, typed, kept]) =>
    [JSON.stringify(typed), path, kept === null ? 'refused' : JSON.stringify(kept)].join(' | '),
  )
}
