import fc from 'fast-check'

// A setup file of the test runner. Sets how many random inputs a property test tries, unless the test has its own number.
// `npm run test:all` tries more.
fc.configureGlobal({ numRuns: Number(process.env['PROPERTY_RUNS'] ?? 200) })
