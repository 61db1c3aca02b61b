export type * from './event-problem-schema.ts'
