import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'

test.each([
  ['Juniper Bakery, LLC (d/b/a Bread & Co.)', 'Juniper Bakery, LLC (dba Bread & Co.)'],
  ['../../etc/passwd', 'etcpasswd'],
  ['CON:aux|"<>*?', 'CONaux'],
  ['Zoë’s Café ', 'Zoës Café'],
  ['...', ''],
  ['Long '.repeat(40), 'Long '.repeat(16).trim()],
])('%j becomes %j', (typed, name) => {
  expect(fileNameOf(typed)).toBe(name)
})
