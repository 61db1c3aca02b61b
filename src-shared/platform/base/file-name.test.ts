import { expect, test } from 'vitest'
import { fileNameOf, legalFileName } from './file-name.ts'

test.each([
  ['Juniper Bakery, LLC (d/b/a Bread & Co.)', 'Juniper Bakery, LLC (dba Bread & Co.)'],
  ['../../etc/passwd', 'etcpasswd'],
  ['CON:aux|"<>*?', 'CONaux'],
  ['Zoë’s Café ', 'Zoës Café'],
  ['...', ''],
  ['con', '_con'],
  ['Aux.', '_Aux'],
  ['COM1.tar', '_COM1.tar'],
  ['LPT¹', '_LPT¹'],
  ['Contour', 'Contour'],
  ['COM10', 'COM10'],
  ['NUL .txt', '_NUL .txt'],
  [`${'a'.repeat(79)}𝒜`, 'a'.repeat(79)],
  ['Long '.repeat(40), 'Long '.repeat(16).trim()],
])('converts the text %j to the file name %j', (typed, name) => {
  expect(fileNameOf(typed)).toBe(name)
})

test.each([
  ["Bob's #3 statement (March).pdf", "Bob's #3 statement (March).pdf"],
  ['a:b/c\\d.pdf', 'a_b_c_d.pdf'],
  ['con.pdf', '_con.pdf'],
  ['Con .pdf', '_Con .pdf'],
  ['CONIN$', '_CONIN$'],
  ['statement.pdf. .', 'statement.pdf'],
  ['tab\tand\u007f.pdf', 'tab_and_.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(150)}.pdf`],
  ['Long '.repeat(40), 'Long '.repeat(30).trim()],
  ['. .', '_'],
  ['', '_'],
])('converts the name %j of a copied file to the allowed file name %j', (name, legal) => {
  expect(legalFileName(name)).toBe(legal)
})
