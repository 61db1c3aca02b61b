import type { FundingDeskApi } from '../src-shared/ipc/contract.ts'

declare global {
  interface Window {
    readonly fundingDesk: FundingDeskApi
    /** The library that locks scrolling under a dialog reads this nonce for its style element. */
    __webpack_nonce__?: string
  }
}
