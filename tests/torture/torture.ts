import { runMeasured } from '../measured.ts'

// The programs behind `npm run torture`; how each counts is said at its head.
await runMeasured('torture', {
  'bad-input': () => import('./bad-input.ts'),
  'damage-vault': () => import('./damage-vault.ts'),
  'kill-draft': () => import('./kill-draft.ts'),
  'kill-relay': () => import('./kill-relay.ts'),
  'kill-submit': () => import('./kill-submit.ts'),
  network: () => import('./network.ts'),
})
