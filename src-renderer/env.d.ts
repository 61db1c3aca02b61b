import type { FundingDeskApi } from '../src-shared/app/contract.ts'

declare global {
  interface Window {
    readonly fundingDesk: FundingDeskApi
    /**
     * A library that prevents scrolling behind an open dialog adds a style element. It uses this nonce, which the content security policy
     * requires.
     */
    __webpack_nonce__?: string
  }
}
