import { runMeasured } from '../measured.ts'

// The programs behind `npm run bench`; how each measures is said at its head.
await runMeasured('bench', {
  upload: () => import('./upload.ts'),
})
