import { runMeasured } from '../support/measured.ts'

// Runs the program that is named on the command line of `npm run torture`. The file of each program describes its method at the top.
await runMeasured('torture', {
  'bad-input': () => import('./bad-input.ts'),
  'damage-vault': () => import('./damage-vault.ts'),
  'kill-draft': () => import('./kill-draft.ts'),
  'kill-relay': () => import('./kill-relay.ts'),
  'kill-submit': () => import('./kill-submit.ts'),
  network: () => import('./network.ts'),
  'relay-network': () => import('./relay-network.ts'),
})
