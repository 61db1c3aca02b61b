import type { FundingDeskApi } from '../src-shared/ipc/contract.ts'

declare global {
  interface Window {
    readonly fundingDesk: FundingDeskApi
    /** Read by the library that locks scrolling under a dialog, for the style element it makes. */
    __webpack_nonce__?: string
  }
}
