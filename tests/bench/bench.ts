import { runMeasured } from '../support/measured.ts'

// Runs the benchmark that is named on the command line of `npm run bench`. The file of each benchmark describes its method at the top.
await runMeasured('bench', {
  alert: () => import('./alert.ts'),
  autosave: () => import('./autosave.ts'),
  'catch-up': () => import('./catch-up.ts'),
  import: () => import('./import.ts'),
  interactions: () => import('./interactions.ts'),
  memory: () => import('./memory.ts'),
  'relay-catch-up': () => import('./relay-catch-up.ts'),
  'relay-ingest': () => import('./relay-ingest.ts'),
  'relay-network': () => import('./relay-network.ts'),
  scroll: () => import('./scroll.ts'),
  search: () => import('./search.ts'),
  startup: () => import('./startup.ts'),
  statements: () => import('./statements.ts'),
  'test-time': () => import('./test-time.ts'),
  upload: () => import('./upload.ts'),
  workday: () => import('./workday.ts'),
})
