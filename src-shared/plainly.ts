/**
 * Options for small or rarely used schemas. By default, zod compiles a program for each schema at its first parse, which takes
 * longer than such a parse.
 */
export const PLAINLY = { jitless: true }
