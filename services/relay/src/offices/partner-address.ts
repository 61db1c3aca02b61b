import { z } from 'zod'
import { canonicalAddress, isLoopback } from '../server/addresses.ts'

/** Plain http is allowed only for this machine: on a network, anyone could replace the keys in transit. */
export const jwksUrl = z
  .string({ error: 'this option is required' })
  .refine((text) => URL.canParse(text), 'not a URL')
  .refine((text) => {
    const { protocol, hostname } = new URL(text)
    const isFile = protocol === 'file:' && hostname === ''
    return isFile || protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  }, 'use https (plain http is accepted on this machine only), or file:///PATH')

export const senderAddress = z.string().transform((text, context) => {
  const address = canonicalAddress(text)
  if (address === null) context.addIssue(`${text} is not an IP address`)
  return address ?? z.NEVER
})
