import { describe, expect, it } from 'vitest'
import { from, handHead, readHand, usualRows, withBalance } from '../support/statements/hand-drawn.ts'

/** The name of the account's holder, which stands above the address. */

const holderIn = (...lines: string[]) =>
  readHand([
    ...lines.map((line) => (line === '' ? [] : [from(40, line)])),
    [],
    ...handHead('1,000.00', '1,750.00'),
    withBalance,
    ...usualRows,
  ]).accounts.map(({ holder }) => holder)

const street = ['77 Oak Street', 'Boise, ID 83702']

describe('the holder of an account', () => {
  it.each([
    ['a label before it', ['Account Holder: Larkspur Floral LLC', ...street]],
    ['a label without a colon', ['Account Name Larkspur Floral LLC', ...street]],
    ['other labels below it', ['Customer Name: Larkspur Floral LLC', 'Account type: Basic', ...street]],
    ['a city without a comma', ['Larkspur Floral LLC', '77 Oak Street', 'BOISE ID 83702-1102']],
    ['lines for a person and for a suite', ['Larkspur Floral LLC', 'ATTN PAYABLES', 'STE 200', ...street]],
    [
      'the address of the bank above it',
      ['Verity Trust', 'PO Box 819', 'Wilson, NC 27894', '', 'Larkspur Floral LLC', ...street],
    ],
    ['a title right above it', ['Combined statement', 'Larkspur Floral LLC', ...street]],
    ['nothing beside it', ['Alder', '', 'Larkspur Floral LLC', ...street]],
  ])('is read with %s', (_, lines) => {
    expect(holderIn(...lines)).toEqual(['Larkspur Floral LLC'])
  })

  it('is no line of an address', () => {
    expect(holderIn('Alder Bank, N.A.', '', 'PO Box 819', 'Wilson, NC 27894')).toEqual([''])
  })

  it('is left to the broker, who gets the first lines, if there is no address', () => {
    const [account] = readHand([
      [from(40, 'Larkspur Floral LLC')],
      ...handHead('1,000.00', '1,750.00'),
      withBalance,
      ...usualRows,
    ]).accounts
    expect(account).toMatchObject({
      holder: '',
      first_lines: expect.arrayContaining(['Larkspur Floral LLC']) as unknown,
    })
  })
})
